import { patientCodes } from '@deqiq/contract/referrals/codes.ts';
import { normalizeCode } from '@deqiq/contract/shared/short-code.ts';
import { searchKey } from '../../platform/db/lists/name-search.ts';
import { findPatientRoots, listMergedPatients } from '../../platform/db/patient-records.ts';
import { removeReportIndex } from '../../platform/db/report-index.ts';
import type { Db } from '../../platform/db/tables.ts';
import { type Name, toSearchKeys } from './names.ts';

/** The record that a code names, also one that was merged or erased. */
export async function findByCode(db: Db, code: string): Promise<string | undefined> {
  const seq = patientCodes.parse(code);
  if (seq === undefined) return undefined;
  const row = await db
    .selectFrom('patients')
    .select(['id', 'seq'])
    .where('seq', '=', seq)
    .executeTakeFirst();
  return row && patientCodes.format(row) === normalizeCode(code) ? row.id : undefined;
}

/** The records of examinations, deleted or not, with all that were merged with them. */
export async function listPatientsOf(
  db: Db,
  { checkupIds, patientIds }: { checkupIds: readonly string[]; patientIds: readonly string[] },
) {
  const linked = await db
    .selectFrom('checkups')
    .select('patient_id')
    .where('id', 'in', ['', ...checkupIds])
    .union((from) =>
      from
        .selectFrom('checkup_deletions')
        .select('patient_id')
        .where('checkup_id', 'in', ['', ...checkupIds]),
    )
    .execute();
  const ids = [...patientIds, ...linked.flatMap((row) => row.patient_id ?? [])];
  const roots = [...(await findPatientRoots(db, ids)).values()];
  const trees = await Promise.all(roots.map(({ id }) => listMergedPatients(db, id)));
  return db
    .selectFrom('patients')
    .selectAll()
    .where('id', 'in', ['', ...new Set(trees.flat())])
    .orderBy('seq')
    .execute();
}

/** Examinations, deleted or not, of these records. */
export async function listCheckups(db: Db, patientIds: readonly string[]) {
  const columns = ['partner_id', 'first_name', 'last_name'] as const;
  const ids = ['', ...patientIds];
  return db
    .selectFrom('checkups')
    .select(['id', ...columns])
    .where('patient_id', 'in', ids)
    .union((from) =>
      from
        .selectFrom('checkup_deletions')
        .select(['checkup_id as id', ...columns])
        .where('patient_id', 'in', ids),
    )
    .execute();
}

/** Referrals of records, of examinations, and of a name at these partners. */
export const listReferrals = (
  db: Db,
  of: {
    readonly patientIds: readonly string[];
    readonly checkupIds: readonly string[];
    readonly names: readonly Name[];
    readonly partnerIds: readonly string[];
  },
) =>
  db
    .selectFrom('referrals')
    .select(['id', 'partner_id', 'first_name', 'last_name', 'phone'])
    .where((is) =>
      is.or([
        is('patient_id', 'in', ['', ...of.patientIds]),
        is('checkup_id', 'in', ['', ...of.checkupIds]),
        is.and([
          is('name_key', 'in', ['-', ...toSearchKeys(of.names)]),
          is('partner_id', 'in', ['', ...of.partnerIds]),
        ]),
      ]),
    )
    .execute();

/** Pictures of referrals, or of all referrals of a partner. */
export const listReferralFiles = (
  db: Db,
  {
    referralIds,
    partnerId = '',
  }: { referralIds: readonly string[]; partnerId?: string | undefined },
) =>
  db
    .selectFrom('referral_files')
    .innerJoin('referrals', 'referrals.id', 'referral_files.referral_id')
    .select(['referral_files.id', 'referral_files.size'])
    .where((is) =>
      is.or([
        is('referrals.id', 'in', ['', ...referralIds]),
        is('referrals.partner_id', '=', partnerId),
      ]),
    )
    .execute();

/** Photos of the questions about examinations. */
export const listQuestionFiles = (db: Db, checkupIds: readonly string[]) =>
  db
    .selectFrom('question_files')
    .innerJoin('checkup_questions', 'checkup_questions.id', 'question_files.question_id')
    .select(['question_files.id', 'question_files.size'])
    .where('checkup_questions.checkup_id', 'in', ['', ...checkupIds])
    .execute();

/** The name of a person in appointments of a referral, a reservation or a patient. */
export async function anonymizeAppointments(
  tx: Db,
  column: 'referral_id' | 'reservation_id' | 'patient_id',
  { id, called }: { id: string; called: string },
): Promise<void> {
  const changes = { name: called, phone: '', phone_key: null, email: null, channels: '' };
  await tx.updateTable('appointments').set(changes).where(column, '=', id).execute();
}

/** The row stays, so that its code is never given again. */
export async function anonymizePatient(
  tx: Db,
  id: string,
  { called, at }: { called: string; at: string },
): Promise<void> {
  await tx
    .updateTable('patients')
    .set({
      first_name: called,
      last_name: '',
      father_name: '',
      birth_date: null,
      sex: null,
      phone: '',
      phone_key: null,
      email: '',
      national_id: null,
      national_id_hash: null,
      note: '',
      erased_at: at,
      name_key: searchKey(called),
    })
    .where('id', '=', id)
    .execute();
}

export async function anonymizeReferral(tx: Db, id: string, called: string): Promise<void> {
  await tx
    .updateTable('referrals')
    .set({
      first_name: called,
      last_name: '',
      father_name: '',
      birth_date: null,
      sex: null,
      phone: '',
      question: '',
      pregnancy: null,
      name_key: searchKey(called),
    })
    .where('id', '=', id)
    .execute();
  await tx
    .updateTable('referral_history')
    .set({ reason: '' })
    .where('referral_id', '=', id)
    .where('reason', '!=', 'checkup-deleted')
    .execute();
}

export async function removeReferralFiles(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('referral_files').where('id', 'in', ids).execute();
}

/** Reports and questions of examinations: what was signed cannot be changed, so it goes. Returns the ids of the reports. */
export async function removeReports(tx: Db, checkupIds: readonly string[]): Promise<string[]> {
  const ids = ['', ...checkupIds];
  const questions = tx.selectFrom('checkup_questions').select('id').where('checkup_id', 'in', ids);
  await tx.deleteFrom('question_files').where('question_id', 'in', questions).execute();
  await tx.deleteFrom('checkup_questions').where('checkup_id', 'in', ids).execute();
  const reports = tx.deleteFrom('diagnostic_reports').where('checkup_id', 'in', ids);
  const removed = (await reports.returning('id').execute()).map(({ id }) => id);
  await removeReportIndex(tx, removed);
  return removed;
}
