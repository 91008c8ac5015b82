import { isUniqueViolation } from '../../../platform/db/errors.ts';
import type { Db, UploadClaimRow } from '../../../platform/db/tables.ts';

export async function findClaims(
  db: Db,
  adminId: string,
  fileIds: readonly string[],
): Promise<UploadClaimRow[]> {
  if (fileIds.length === 0) return [];
  return db
    .selectFrom('upload_claims')
    .selectAll()
    .where('admin_id', '=', adminId)
    .where('file_id', 'in', fileIds)
    .execute();
}

/** Throws an error that isClaimTaken recognises if an upload is already claimed. */
export async function insertClaims(db: Db, rows: readonly UploadClaimRow[]): Promise<void> {
  if (rows.length > 0) await db.insertInto('upload_claims').values(rows).execute();
}

export const isClaimTaken = (error: unknown): boolean =>
  isUniqueViolation(error, 'upload_claims', 'admin_id', 'file_id');
