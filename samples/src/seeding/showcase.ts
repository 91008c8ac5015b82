import type { ApiClient } from '@deqiq/testkit/api-client.ts';
import { certificateDrawing } from '../drawings/certificate.ts';
import { clinicDrawing } from '../drawings/clinic.ts';
import { portraitDrawing } from '../drawings/portrait.ts';
import { toPicture } from '../drawings/svg.ts';
import type { Quality } from '../library.ts';
import type { SampleClinic } from '../sample-data/clinics.ts';
import type { SampleDoctor } from '../sample-data/doctors.ts';
import { prepareAhead } from './prepare-ahead.ts';

/** Width in pixels of the pictures that staff would upload. */
const WIDTHS = {
  full: { clinic: 1440, portrait: 960, certificate: 1280 },
  small: { clinic: 320, portrait: 240, certificate: 300 },
} as const;

/** Creates the partner clinics of the public site; the last of the list is the newest and is shown first. */
export function showClinics(
  staff: ApiClient,
  clinics: readonly SampleClinic[],
  quality: Quality,
): Promise<void> {
  return prepareAhead(
    clinics,
    ({ title, style }) =>
      toPicture(clinicDrawing({ ...style, name: title }), WIDTHS[quality].clinic),
    async ({ title, phone, instagram, location }, image) => {
      await staff.postForm('/api/admin/clinics', { title, phone, instagram, location }, { image });
    },
  );
}

/** Creates the partner doctors of the public site, with portrait and certificates. */
export function showDoctors(
  staff: ApiClient,
  doctors: readonly SampleDoctor[],
  quality: Quality,
): Promise<void> {
  const { portrait, certificate } = WIDTHS[quality];
  return prepareAhead(
    doctors,
    async (doctor) => ({
      image: await toPicture(portraitDrawing(doctor.portrait), portrait),
      images: await Promise.all(
        doctor.certificates.map((text) => toPicture(certificateDrawing(text), certificate)),
      ),
    }),
    async ({ portrait: _, certificates: __, ...fields }, pictures) => {
      await staff.postForm('/api/admin/partnercards', { ...fields }, pictures);
    },
  );
}
