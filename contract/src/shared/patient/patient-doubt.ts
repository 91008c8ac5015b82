import { type FilePatient, isSamePerson, type TypedName } from './same-person.ts';

/** Differences between the patient of a file and that of an examination. */
export const patientDifferences = [
  'other-name',
  'other-birth-date',
  'other-sex',
  'other-patient-id', // the code of an examination of another patient
] as const;
export type PatientDifference = (typeof patientDifferences)[number];

/** The patient that DICOM describes; '' where it does not say. */
export interface DescribedPatient extends FilePatient {
  /** M, F or O. */
  readonly sex: string;
  readonly patientId: string;
}

/** Whom staff expect: the names of the examination, and what its other files say. */
export interface ExpectedPatient {
  /** Names of which one has to match; [] where the examination has none. */
  readonly names: readonly TypedName[];
  /** YYYY-MM-DD. */
  readonly birthDates: readonly string[];
  /** M or F. */
  readonly sexes: readonly string[];
}

/** In what a described patient contradicts the expected one; [] where nothing does, or nothing is said. */
export function findDifferences(
  { names, birthDates, sexes }: ExpectedPatient,
  { patientName, birthDate, sex }: Omit<DescribedPatient, 'patientId'>,
): PatientDifference[] {
  const found: PatientDifference[] = [];
  const isOther = (typed: TypedName) => isSamePerson(typed, patientName) === false;
  if (names.length > 0 && names.every(isOther)) found.push('other-name');
  if (birthDate && birthDates.length > 0 && !birthDates.includes(birthDate))
    found.push('other-birth-date');
  if (isSex(sex) && sexes.length > 0 && !sexes.includes(sex)) found.push('other-sex');
  return found;
}

/** DICOM's O says nothing. */
export const isSex = (sex: string): boolean => sex === 'F' || sex === 'M';
