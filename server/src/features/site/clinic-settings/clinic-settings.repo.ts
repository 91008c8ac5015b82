import { isUniqueViolation } from '../../../platform/db/errors.ts';
import type { Db, Tables } from '../../../platform/db/tables.ts';

const MAX_LISTED = 50;

export const findNewest = (db: Db) =>
  db
    .selectFrom('clinic_settings')
    .select(['version', 'settings'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();

export const find = (db: Db, version: number) =>
  db
    .selectFrom('clinic_settings')
    .select(['version', 'settings'])
    .where('version', '=', version)
    .executeTakeFirst();

/** Newest first, with the names of their authors. */
export const listVersions = (db: Db) =>
  db
    .selectFrom('clinic_settings')
    .leftJoin('admins', 'admins.id', 'clinic_settings.saved_by')
    .select(['version', 'saved_at', 'admins.username'])
    .orderBy('version', 'desc')
    .limit(MAX_LISTED)
    .execute();

/** Whether a version has this picture: its file is there as long as the version is. */
export async function hasPicture(db: Db, file: string): Promise<boolean> {
  const found = await db
    .selectFrom('clinic_settings')
    .select('version')
    .where('settings', 'like', `%"${file}"%`)
    .limit(1)
    .execute();
  return found.length > 0;
}

/** False where another request has saved this version. */
export async function insert(tx: Db, row: Tables['clinic_settings']): Promise<boolean> {
  try {
    await tx.insertInto('clinic_settings').values(row).execute();
    return true;
  } catch (error) {
    if (isUniqueViolation(error, 'clinic_settings', 'version')) return false;
    throw error;
  }
}
