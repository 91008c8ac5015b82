import type { Db } from '../db/tables.ts';

/** Which of these ids have a row: those files belong to a checkup. */
export async function knownFiles(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('checkup_files').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map((row) => row.id));
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
