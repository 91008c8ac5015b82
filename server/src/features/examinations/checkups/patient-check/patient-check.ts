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
  const record = await repo.findRecord(tx, examination.id);
  const accepted: DescribedPatient[] = [...others];
  for (const { id, patients } of files) {
    const expected = expectPatient(examination, accepted, record);
    let contradicting: DescribedPatient | undefined;
    for (const patient of patients)
      if (!contradicting && (await compare(tx, examination, expected, patient, record)).length > 0)
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
  const record = await repo.findRecord(tx, examination.id);
  return compare(tx, examination, expectPatient(examination, others, record), patient, record);
}

async function compare(
  tx: Db,
  examination: CheckedExamination,
  expected: ExpectedPatient,
  patient: DescribedPatient,
  record: PatientRecord | undefined,
): Promise<PatientDifference[]> {
  const found = findDifferences(expected, patient);
  const named = record && (await repo.findByCode(tx, patient.patientId));
  const isOther =
    (named !== undefined && named.id !== record?.id) ||
    (await repo.isCodeOfOtherPatient(tx, examination, patient.patientId));
  return isOther ? [...found, 'other-patient-id'] : found;
}

type PatientRecord = Awaited<ReturnType<typeof repo.findByCode>> & object;

/** An examination without a name is that of the patient whom its files name. A record says what it contains. */
function expectPatient(
  { firstName, lastName }: TypedName,
  others: readonly DescribedPatient[],
  record: PatientRecord | undefined,
): ExpectedPatient {
  const hasName = `${firstName}${lastName}`.trim() !== '';
  const inFiles = others
    .filter(({ patientName }) => patientName !== '')
    .map(({ patientName }) => ({ firstName: patientName, lastName: '' }));
  return {
    names: [...(hasName ? [{ firstName, lastName }] : inFiles), ...toNames(record)],
    birthDates: record?.birth_date
      ? [record.birth_date]
      : others.map(({ birthDate }) => birthDate).filter(Boolean),
    sexes: record?.sex
      ? [record.sex === 'female' ? 'F' : 'M']
      : others.map(({ sex }) => sex).filter(isSex),
  };
}

const toNames = (record: PatientRecord | undefined): TypedName[] =>
  record ? [{ firstName: record.first_name, lastName: record.last_name }] : [];
