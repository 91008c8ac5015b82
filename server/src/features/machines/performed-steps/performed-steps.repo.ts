import type { Insertable } from 'kysely';
import { findPatientRoots, listMergedPatients } from '../../../platform/db/patient-records.ts';
import type { ReferralStatus } from '../../../platform/db/tables/referrals/referrals.ts';
import type { Db, Tables } from '../../../platform/db/tables.ts';

type Steps = Tables['performed_steps'];
type StepStatus = Insertable<Steps>['status'];

/** States of referrals whose examination has not been made. */
const OPEN: readonly ReferralStatus[] = ['accepted', 'booked', 'arrived', 'missed'];

/** False where the step exists already. */
export async function insert(tx: Db, row: Insertable<Steps>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('performed_steps')
    .values(row)
    .onConflict((conflict) => conflict.column('sop_uid').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function findStatus(db: Db, sopUid: string): Promise<StepStatus | undefined> {
  const row = db.selectFrom('performed_steps').select('status').where('sop_uid', '=', sopUid);
  return (await row.executeTakeFirst())?.status;
}

/** Ends a step in progress; false where there is none. */
export async function advance(
  tx: Db,
  sopUid: string,
  changes: { readonly status: StepStatus; readonly ended_at: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('performed_steps')
    .set(changes)
    .where('sop_uid', '=', sopUid)
    .where('status', '=', 'IN PROGRESS')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Removes the steps that were created before an instant (ISO text). */
export async function removeBefore(db: Db, at: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('performed_steps')
    .where('created_at', '<', at)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export interface Examination {
  readonly id: string;
  readonly seq: number;
  readonly patient_id: string | null;
}

/** Examinations by their numbers. */
export const listExaminations = (db: Db, seqs: readonly number[]): Promise<Examination[]> =>
  seqs.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('checkups')
        .select(['id', 'seq', 'patient_id'])
        .where('seq', 'in', seqs)
        .execute();

/** A patient's record by its number. */
export const findPatient = (db: Db, seq: number) =>
  db.selectFrom('patients').select(['id', 'seq']).where('seq', '=', seq).executeTakeFirst();

/** The id of the record into which a record was merged, or its own. */
export const findRoot = async (db: Db, id: string): Promise<string | undefined> =>
  (await findPatientRoots(db, [id])).get(id)?.id;

/** The examinations of a patient's open referrals, at most two. */
export async function listOpen(db: Db, patientId: string): Promise<Examination[]> {
  return db
    .selectFrom('referrals')
    .innerJoin('checkups', 'checkups.id', 'referrals.checkup_id')
    .select(['checkups.id', 'checkups.seq', 'checkups.patient_id'])
    .where('referrals.patient_id', 'in', await listMergedPatients(db, patientId))
    .where('referrals.status', 'in', OPEN)
    .limit(2)
    .execute();
}
