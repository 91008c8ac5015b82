import type { Db, IntakeInstanceRow } from '../../../../platform/db/tables.ts';
import { isStored } from '../instances.repo.ts';

export type StoredInstance = Pick<
  IntakeInstanceRow,
  'sop_uid' | 'sop_class_uid' | 'is_conflict' | 'is_undecided'
>;

/** The instances of these SOP Instance UIDs whose bytes exist. */
export async function listStored(db: Db, sopUids: readonly string[]): Promise<StoredInstance[]> {
  if (sopUids.length === 0) return [];
  return db
    .selectFrom('intake_instances')
    .select(['sop_uid', 'sop_class_uid', 'is_conflict', 'is_undecided'])
    .where('sop_uid', 'in', sopUids)
    .where(isStored)
    .execute();
}
