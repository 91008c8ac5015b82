import {
  formatExaminationCode,
  normalizeExaminationCode,
  parseExaminationCode,
} from '@deqiq/contract/examinations/names/examination-code.ts';
import { patientCodes } from '@deqiq/contract/referrals/codes.ts';
import type { DescribedPatient } from '@deqiq/contract/shared/patient/patient-doubt.ts';
import { searchKey } from '../../../../platform/db/lists/name-search.ts';
import { findPatientRoots, type PatientRoot } from '../../../../platform/db/patient-records.ts';
import type { PatientCheck } from '../../../../platform/db/tables/checkups.ts';
import type { Db } from '../../../../platform/db/tables.ts';

/** Lists the patients named by the X-rays of a checkup that are not held back, without those of `except`. */
export async function listVisiblePatients(
  db: Db,
  checkupId: string,
  except: readonly string[],
): Promise<DescribedPatient[]> {
  const rows = await db
    .selectFrom('checkup_files')
    .innerJoin('file_imaging', 'file_imaging.file_id', 'checkup_files.id')
    .select(['patient_name', 'birth_date', 'sex', 'patient_id'])
    .distinct()
    .where('checkup_id', '=', checkupId)
    .where('patient_check', '!=', 'different')
    .where('checkup_files.id', 'not in', ['', ...except])
    .execute();
  return rows.map(toPatient);
}

/** The X-rays of a checkup that staff have not confirmed, and whom they name. */
export async function listUnconfirmed(db: Db, checkupId: string, ids?: readonly string[]) {
  const rows = await db
    .selectFrom('checkup_files')
    .innerJoin('file_imaging', 'file_imaging.file_id', 'checkup_files.id')
    .select(['checkup_files.id', 'patient_check', 'completes_checkup'])
    .select(['patient_name', 'birth_date', 'sex', 'patient_id'])
    .where('checkup_id', '=', checkupId)
    .where('checkup_files.kind', '=', 'xray')
    .where('patient_check', '!=', 'confirmed')
    .$if(ids !== undefined, (query) => query.where('checkup_files.id', 'in', ['', ...(ids ?? [])]))
    .orderBy('position')
    .execute();
  return rows.map((row) => ({ ...row, patients: [toPatient(row)] }));
}

const toPatient = (row: {
  readonly patient_name: string;
  readonly birth_date: string;
  readonly sex: string;
  readonly patient_id: string;
}): DescribedPatient => ({
  patientName: row.patient_name,
  birthDate: row.birth_date,
  sex: row.sex,
  patientId: row.patient_id,
});

/** Changes what is known about the patient of files, and whether their confirmation completes the checkup. */
export async function setCheck(
  tx: Db,
  ids: readonly string[],
  changes: { readonly patient_check?: PatientCheck; readonly completes_checkup?: 0 | 1 },
): Promise<void> {
  if (ids.length > 0)
    await tx.updateTable('checkup_files').set(changes).where('id', 'in', ids).execute();
}

/** The record of an examination's patient. */
export async function findRecord(db: Db, checkupId: string): Promise<PatientRoot | undefined> {
  const row = await db
    .selectFrom('checkups')
    .select('patient_id')
    .where('id', '=', checkupId)
    .executeTakeFirst();
  if (!row?.patient_id) return undefined;
  return (await findPatientRoots(db, [row.patient_id])).get(row.patient_id);
}

/** The survivor of the record that a patient id names; undefined for any other text. */
export async function findByCode(db: Db, patientId: string): Promise<PatientRoot | undefined> {
  const seq = patientCodes.parse(patientId);
  if (seq === undefined) return undefined;
  const named = await db
    .selectFrom('patients')
    .select(['id', 'seq'])
    .where('seq', '=', seq)
    .executeTakeFirst();
  if (!named || patientCodes.format(named) !== normalizeExaminationCode(patientId))
    return undefined;
  return (await findPatientRoots(db, [named.id])).get(named.id);
}

/** Whether a patient id is the code of another patient's examination: another partner's or another folded name. */
export async function isCodeOfOtherPatient(
  db: Db,
  {
    id,
    partnerId,
    firstName,
    lastName,
  }: {
    readonly id: string;
    readonly partnerId: string;
    readonly firstName: string;
    readonly lastName: string;
  },
  patientId: string,
): Promise<boolean> {
  const seq = parseExaminationCode(patientId);
  if (seq === undefined) return false;
  const other = await db
    .selectFrom('checkups')
    .select(['seq', 'id', 'partner_id', 'name_key'])
    .where('seq', '=', seq)
    .executeTakeFirst();
  if (!other || other.id === id) return false;
  if (formatExaminationCode(other) !== normalizeExaminationCode(patientId)) return false;
  const keys = [`${firstName} ${lastName}`, `${lastName} ${firstName}`].map(searchKey);
  return !(other.partner_id === partnerId && other.name_key && keys.includes(other.name_key));
}
