import type { Imaging } from '@deqiq/contract/imaging/imaging.ts';
import * as imagingMessages from '@deqiq/messages/imaging/imaging.js';
import { TriangleAlert } from 'lucide-react';
import { formatBirthDate } from '../../../../lib/format.ts';

const sexes = { F: imagingMessages.female, M: imagingMessages.male } as const;

/** The patient in a file: the name where it is another one, and what else differs. */
type PatientInFile = Pick<Imaging, 'patientCheck' | 'otherPatient' | 'birthDate' | 'sex'>;

/** "Faylda: Leyla Əliyeva, 12.03.1984, qadın"; undefined where the file contradicts nothing. */
export function describeOtherPatient(file: PatientInFile): string | undefined {
  const birthDate = file.birthDate ? formatBirthDate(file.birthDate) : undefined;
  const sex = file.sex && sexes[file.sex]();
  const about = [file.otherPatient, birthDate, sex].filter(Boolean).join(', ');
  if (file.otherPatient || file.patientCheck)
    return `${imagingMessages.otherPatient()} ${about || '—'}`;
  return birthDate && `${imagingMessages.otherBirthDate()} ${birthDate}`;
}

/** Doubts about the patient of a file, for its row and its tile. */
export function findPatientWarnings(imaging: Imaging): string[] {
  const isOfSeveral = imaging.issues?.includes('several-patients');
  return [
    describeOtherPatient(imaging) ?? [],
    isOfSeveral ? imagingMessages.issuesSeveralPatients() : [],
  ].flat();
}

export function PatientWarning({ text }: { text: string }) {
  return (
    <p className="inline-flex items-start gap-1.5 rounded-chip bg-danger-soft px-2 py-0.5 font-medium text-danger wrap-anywhere">
      <TriangleAlert size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
      {text}
    </p>
  );
}
