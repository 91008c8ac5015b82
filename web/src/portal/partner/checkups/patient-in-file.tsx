import type { Imaging } from '@deqiq/contract/imaging/imaging.ts';
import * as texts from '@deqiq/messages/partner/checkups.js';
import { TriangleAlert } from 'lucide-react';
import { formatBirthDate } from '../../../lib/format.ts';

/** Whom a file names, where that is not the patient of the examination and staff have confirmed it. */
export function PatientInFile({ imaging }: { imaging: Imaging }) {
  const { patientCheck, otherPatient, birthDate } = imaging;
  if (patientCheck !== 'confirmed') return null;
  const about = [otherPatient, birthDate && formatBirthDate(birthDate)].filter(Boolean).join(', ');
  return (
    <span className="inline-flex items-start gap-1.5 justify-self-start rounded-chip bg-danger-soft px-2 py-0.5 text-note font-medium text-danger wrap-anywhere">
      <TriangleAlert size={15} aria-hidden="true" className="mt-0.5 shrink-0" />
      {texts.otherPatient({ patient: about || '—' })}
    </span>
  );
}
