import { findFileObjects } from '../../../platform/db/file-objects.ts';
import type { Db } from '../../../platform/db/tables.ts';

/** The ids that belong to a checkup, deleted or not, to a referral or a question, or arrived from a machine. */
export async function findExistingFiles(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const deleted = await db
    .selectFrom('deleted_files')
    .select('id')
    .where('id', 'in', ids)
    .execute();
  const received = await findReceivedFiles(db, ids);
  const attached = await db
    .selectFrom('referral_files')
    .select('id')
    .where('id', 'in', ids)
    .union((from) => from.selectFrom('question_files').select('id').where('id', 'in', ids))
    .execute();
  return new Set([
    ...(await findLiveFiles(db, ids)),
    ...deleted.map((row) => row.id),
    ...received.map((row) => row.id),
    ...attached.map((row) => row.id),
    ...(await findFileObjects(db, ids)),
  ]);
}

/** The ids of files of unassigned studies, and of instances that are in no file yet. */
const findReceivedFiles = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('intake_files')
    .select('id')
    .where('id', 'in', ids)
    .union((from) =>
      from
        .selectFrom('intake_instances')
        .select('id')
        .where('id', 'in', ids)
        .where('file_id', 'is', null),
    )
    .execute();

/** The ids that belong to a checkup that is not deleted. */
async function findLiveFiles(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('checkup_files').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map((row) => row.id));
}

/** Permanently deleted files whose bytes may still exist. */
export async function listRemovedFiles(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('removed_files').select('id').execute();
  return rows.map((row) => row.id);
}

export async function forgetRemovedFile(db: Db, id: string): Promise<void> {
  await db.deleteFrom('removed_files').where('id', '=', id).execute();
}

export async function isClaimed(db: Db, adminId: string, fileId: string): Promise<boolean> {
  const claim = await db
    .selectFrom('upload_claims')
    .select('stored_id')
    .where('admin_id', '=', adminId)
    .where('file_id', '=', fileId)
    .executeTakeFirst();
  return claim !== undefined;
}

/** Removes claims created before an instant and returns their count. */
export async function removeClaims(db: Db, before: string): Promise<number> {
  const removed = await db
    .deleteFrom('upload_claims')
    .where('created_at', '<', before)
    .executeTakeFirst();
  return Number(removed.numDeletedRows);
}
