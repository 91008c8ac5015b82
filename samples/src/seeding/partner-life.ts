import { gifts } from '@deqiq/contract/office/gifts.ts';
import type { PaymentList } from '@deqiq/contract/office/payments.ts';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { randomFrom } from '@deqiq/testkit/random.ts';
import { referralDrawing } from '../drawings/referral.ts';
import { toPicture } from '../drawings/svg.ts';
import type { Quality } from '../library.ts';
import type { CalendarDay } from '../sample-data/calendar.ts';
import { referredPatient, sampleFigures } from '../sample-data/office.ts';
import type { SamplePartner } from '../sample-data/partners.ts';
import { complaints } from '../sample-data/phrases.ts';

/** A partner of the sample data with the id from the server. */
export interface CreatedPartner extends SamplePartner {
  id: string;
}

/** Sets points and patients as staff, one partner after the other. */
export async function setFigures(
  staff: ApiClient,
  partners: readonly CreatedPartner[],
  seed: number,
) {
  for (const [index, { id }] of partners.entries()) {
    const { balance, patients } = sampleFigures(seed, index);
    const path = (what: string) => `/api/admin/partner-stats/${what}/${id}`;
    await staff.patch(path('balance'), { balance, action: 'set' });
    await staff.patch(path('patients'), { count: patients, action: 'set' });
  }
}

/** Number of gifts that each of the first partners requests. */
const GIFT_COUNTS = [3, 2, 2, 1, 1, 0];

/** Partners request gifts and write to the centre; staff process the older requests. */
export async function askForGifts(
  baseUrl: string,
  staff: ApiClient,
  partners: readonly CreatedPartner[],
): Promise<void> {
  for (const [index, partner] of partners.slice(0, GIFT_COUNTS.length).entries()) {
    const api = await new ApiClient(baseUrl).signIn('partner', partner);
    for (let request = 0; request < (GIFT_COUNTS[index] ?? 0); request++)
      await api.post('/api/partner/misc/demand-payment', {
        gift: gifts[(index + request) % 4]?.id,
      });
    await api.post('/api/partner/misc/report', { message: complaints[index] });
  }
  const { payments } = await staff.get<PaymentList>('/api/admin/payments?limit=20');
  for (const [index, { _id }] of payments.toReversed().slice(0, 5).entries())
    await staff.patch(`/api/admin/payments/${index === 3 ? 'reject' : 'confirm'}/${_id}`, {});
}

interface Shipment {
  baseUrl: string;
  today: CalendarDay;
  quality: Quality;
}

/** Sends photographs of referrals that wait for staff; they are the newest entries. */
export async function sendReferrals(
  partners: readonly CreatedPartner[],
  seed: number,
  { baseUrl, today, quality }: Shipment,
): Promise<void> {
  const random = randomFrom(seed);
  const wanted = [
    ['KLKT alt çənə', 'İmplantasiyanın planlaşdırılması, 36'],
    ['Panoram rentgen', 'Ortodontik müalicədən əvvəl'],
  ] as const;
  for (const [index, [examination, reason]] of wanted.entries()) {
    const partner = partners[index];
    if (!partner) continue;
    const api = await new ApiClient(baseUrl).signIn('partner', partner);
    const { firstName, lastName, age } = referredPatient(random);
    const file = await toPicture(
      referralDrawing({
        clinic: partner.clinicName,
        doctor: `${partner.firstName} ${partner.lastName}`,
        patient: `${firstName} ${lastName}, ${age} yaş`,
        examination,
        reason,
        date: today.iso.split('-').reverse().join('.'),
      }),
      quality === 'full' ? 1200 : 240,
    );
    // The second partner leaves the optional fields empty.
    const details: Record<string, string> =
      index === 0 ? { firstName, lastName, note: `${examination}. ${reason}` } : {};
    const fileName = `gonderis-${today.iso}.webp`;
    await api.postForm('/api/partner/misc/create-checkup', details, { file }, fileName);
  }
}
