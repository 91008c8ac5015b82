import {
  type DescribedPatient,
  type ExpectedPatient,
  findDifferences,
  isSex,
  type PatientDifference,
} from '@deqiq/contract/shared/patient/patient-doubt.ts';
import type { TypedName } from '@deqiq/contract/shared/patient/same-person.ts';
import type { PatientCheck } from '../../../../platform/db/tables/checkups.ts';
import type { Db } from '../../../../platform/db/tables.ts';
import * as repo from './patient-check.repo.ts';

export interface CheckedExamination extends TypedName {
  readonly id: string;
  /** Undefined until it is stored. */
  readonly partnerId: string;
}

/** A file and the patients that it names: several in an archive of several patients. */
export interface NamingFile {
  readonly id: string;
  readonly patients: readonly DescribedPatient[];
}

export interface FileVerdict {
  readonly check: PatientCheck;
  /** The patient of the file; the one that contradicts, if there is one. */
  readonly patient: DescribedPatient | undefined;
}

/**
 * Compares files with an examination, one after another: what one says about birth date and sex counts for the next.
 * `isConfirmed`: staff have seen both names.
 */
export async function checkPatients(
  tx: Db,
  examination: CheckedExamination,
  files: readonly NamingFile[],
  isConfirmed: boolean,
): Promise<ReadonlyMap<string, FileVerdict>> {
  const verdicts = new Map<string, FileVerdict>();
  if (files.every(({ patients }) => patients.length === 0)) return verdicts;
  const ids = files.map(({ id }) => id);
  const others = await repo.listVisiblePatients(tx, examination.id, ids);
  const accepted: DescribedPatient[] = [...others];
  for (const { id, patients } of files) {
    const expected = expectPatient(examination, accepted);
    let contradicting: DescribedPatient | undefined;
    for (const patient of patients)
      if (!contradicting && (await compare(tx, examination, expected, patient)).length > 0)
        contradicting = patient;
    const check = contradicting ? (isConfirmed ? 'confirmed' : 'different') : '';
    const patient = contradicting ?? patients[0];
    verdicts.set(id, { check, patient });
    if (patient && check !== 'different') accepted.push(patient);
  }
  return verdicts;
}

/** In what one patient contradicts an examination. */
export async function findPatientDifferences(
  tx: Db,
  examination: CheckedExamination,
  patient: DescribedPatient,
): Promise<PatientDifference[]> {
  const others = await repo.listVisiblePatients(tx, examination.id, []);
  return compare(tx, examination, expectPatient(examination, others), patient);
}

async function compare(
  tx: Db,
  examination: CheckedExamination,
  expected: ExpectedPatient,
  patient: DescribedPatient,
): Promise<PatientDifference[]> {
  const found = findDifferences(expected, patient);
  const isOther = await repo.isCodeOfOtherPatient(tx, examination, patient.patientId);
  return isOther ? [...found, 'other-patient-id'] : found;
}

/** An examination without a name is that of the patient whom its files name. */
function expectPatient(
  { firstName, lastName }: TypedName,
  others: readonly DescribedPatient[],
): ExpectedPatient {
  const hasName = `${firstName}${lastName}`.trim() !== '';
  const inFiles = others
    .filter(({ patientName }) => patientName !== '')
    .map(({ patientName }) => ({ firstName: patientName, lastName: '' }));
  return {
    names: hasName ? [{ firstName, lastName }] : inFiles,
    birthDates: others.map(({ birthDate }) => birthDate).filter(Boolean),
    sexes: others.map(({ sex }) => sex).filter(isSex),
  };
}
