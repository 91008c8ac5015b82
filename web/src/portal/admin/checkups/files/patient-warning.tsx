import { type Imaging, imagingMessages } from '@deqiq/contract/imaging.ts';
import { TriangleAlert } from 'lucide-react';
import { formatDay } from '../../../../lib/format.ts';

const { admin: texts } = imagingMessages;

/** The patient in a file: the name where it is another one, and the birth date where it matters. */
type PatientInFile = {
  readonly otherPatient?: string | undefined;
  /** YYYY-MM-DD. */
  readonly birthDate?: string | undefined;
};

/** "Faylda: Leyla Əliyeva, 12.03.1984"; undefined where the file contradicts nothing. */
export function describeOtherPatient(file: PatientInFile): string | undefined {
  const birthDate = file.birthDate && formatDay(file.birthDate);
  if (!file.otherPatient) return birthDate && `${texts.otherBirthDate} ${birthDate}`;
  return `${texts.otherPatient} ${[file.otherPatient, birthDate].filter(Boolean).join(', ')}`;
}

/** Doubts about the patient of a file, for its row and its tile. */
export function findPatientWarnings(imaging: Imaging): string[] {
  const isOfSeveral = imaging.issues?.includes('several-patients');
  return [
    describeOtherPatient(imaging) ?? [],
    isOfSeveral ? texts.issues['several-patients'] : [],
  ].flat();
}

/** A doubt about the patient of a file. It never blocks. */
export function PatientWarning({ text }: { text: string }) {
  return (
    <p className="inline-flex items-start gap-1.5 rounded-chip bg-warning-soft px-2 py-0.5 font-medium text-warning wrap-anywhere">
      <TriangleAlert size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
      {text}
    </p>
  );
}
