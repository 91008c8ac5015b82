import type { Db } from '../../../../platform/db/tables.ts';
import { isStored, objectOfInstance } from '../instances.repo.ts';

/** An instance and where its bytes are. */
export interface StoredInstance {
  readonly id: string;
  readonly study_id: string;
  readonly sha256: string;
  readonly size: number;
  readonly file_offset: number;
  readonly object_id: string;
}

/** An instance that has arrived, and the one of its study and SOP Instance UID that came first, unless its bytes are gone. */
export interface Comparison {
  readonly arrived: StoredInstance;
  readonly first: StoredInstance | undefined;
}

/** undefined where the instance is not compared any more. */
export async function find(db: Db, id: string): Promise<Comparison | undefined> {
  const stored = db
    .selectFrom('intake_instances')
    .select(['id', 'study_id', 'sop_uid', 'sha256', 'size', 'file_offset'])
    .select(objectOfInstance.as('object_id'));
  const undecided = stored.where('id', '=', id).where('is_undecided', '=', 1);
  const arrived = await undecided.executeTakeFirst();
  if (!arrived) return undefined;
  const first = await stored
    .where('study_id', '=', arrived.study_id)
    .where('sop_uid', '=', arrived.sop_uid)
    .where('is_conflict', '=', 0)
    .where(isStored)
    .executeTakeFirst();
  return { arrived, first };
}

/** The instance stays a conflict. */
export async function decide(tx: Db, id: string): Promise<void> {
  await tx.updateTable('intake_instances').set({ is_undecided: 0 }).where('id', '=', id).execute();
}
