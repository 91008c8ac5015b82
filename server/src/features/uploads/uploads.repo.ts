import type { Db } from '../../platform/db/tables.ts';

/** Which of these ids have a row: those files belong to a checkup, or to a deleted one. */
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
  return new Set([...(await findLiveFiles(db, ids)), ...deleted.map((row) => row.id)]);
}

/** Which of these ids belong to a checkup that is not deleted. */
export async function findLiveFiles(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('checkup_files').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map((row) => row.id));
}

/** Files whose rows were removed for good, and whose bytes may still be there. */
export async function listRemovedFiles(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('removed_files').select('id').execute();
  return rows.map((row) => row.id);
}

/** The bytes of a removed file are gone. */
export async function forgetRemovedFile(db: Db, id: string): Promise<void> {
  await db.deleteFrom('removed_files').where('id', '=', id).execute();
}

/** Whether a checkup has taken this upload over. */
export async function isClaimed(db: Db, adminId: string, fileId: string): Promise<boolean> {
  const claim = await db
    .selectFrom('upload_claims')
    .select('stored_id')
    .where('admin_id', '=', adminId)
    .where('file_id', '=', fileId)
    .executeTakeFirst();
  return claim !== undefined;
}

/** Removes claims made before this moment, and returns how many. */
export async function removeClaims(db: Db, before: string): Promise<number> {
  const removed = await db
    .deleteFrom('upload_claims')
    .where('created_at', '<', before)
    .executeTakeFirst();
  return Number(removed.numDeletedRows);
}
