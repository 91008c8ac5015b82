import type {
  CommitmentAnswer,
  CommitmentQuestion,
  CommitmentState,
  ReferencedInstance,
} from '@deqiq/contract/machines/intake/storage-commitment.ts';
import type { Db } from '../../../../platform/db/tables.ts';
import * as repo from './committed-instances.repo.ts';

/**
 * The state of each instance. A row exists only after its bytes are synced, so a stored row is a promise that a machine may
 * delete its copy.
 */
export async function findCommitted(
  db: Db,
  { instances }: CommitmentQuestion,
): Promise<CommitmentAnswer> {
  const uids = instances.map(({ sopUid }) => sopUid);
  const rows = Map.groupBy(await repo.listStored(db, uids), ({ sop_uid }) => sop_uid);
  return {
    states: instances.map((instance) => findState(instance, rows.get(instance.sopUid) ?? [])),
  };
}

function findState(
  { sopClass }: ReferencedInstance,
  rows: readonly repo.StoredInstance[],
): CommitmentState {
  if (rows.length === 0) return 'missing';
  if (rows.some((row) => row.is_undecided === 1)) return 'undecided';
  if (rows.some((row) => row.is_conflict === 1)) return 'conflict';
  return rows.some((row) => row.sop_class_uid === sopClass) ? 'stored' : 'other-class';
}
