import type { CheckupFileRow, Db, NewCheckupFile } from '../../../../platform/db/tables.ts';

const fileColumns = [
  'id',
  'checkup_id',
  'kind',
  'position',
  'name',
  'size',
  'content_type',
  'crc32',
  'created_at',
  'patient_check',
  'completes_checkup',
] as const;

/** The file names of a checkup, and the position after its last file. */
export async function findFilePositions(db: Db, checkupId: string) {
  const files = await db
    .selectFrom('checkup_files')
    .select(['name', 'position'])
    .where('checkup_id', '=', checkupId)
    .execute();
  const last = files.reduce((highest, { position }) => Math.max(highest, position), -1);
  return { names: files.map(({ name }) => name), next: last + 1 };
}

/** The X-ray files of a checkup, or those of these ids. */
export function listXrays(
  db: Db,
  checkupId: string,
  ids?: readonly string[],
): Promise<CheckupFileRow[]> {
  return db
    .selectFrom('checkup_files')
    .select(fileColumns)
    .where('checkup_id', '=', checkupId)
    .where('kind', '=', 'xray')
    .$if(ids !== undefined, (query) => query.where('id', 'in', ['', ...(ids ?? [])]))
    .execute();
}

/** The checkup of a file; undefined where it is in none. */
export async function findCheckupOfFile(db: Db, fileId: string): Promise<string | undefined> {
  const file = db.selectFrom('checkup_files').select('checkup_id').where('id', '=', fileId);
  return (await file.executeTakeFirst())?.checkup_id;
}

/** False where the file does not have the bytes of this CRC-32. */
export async function changeFile(
  tx: Db,
  id: string,
  former: number,
  changes: Pick<CheckupFileRow, 'size' | 'crc32' | 'content_type' | 'name'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('checkup_files')
    .set(changes)
    .where('id', '=', id)
    .where('crc32', '=', former)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function removeFiles(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('checkup_files').where('id', 'in', ids).execute();
}

/** Rejects duplicate names; callers read findFilePositions while the checkup is locked. */
export async function insertFiles(db: Db, rows: readonly NewCheckupFile[]): Promise<void> {
  if (rows.length > 0) await db.insertInto('checkup_files').values(rows).execute();
}

export function findFileByName(
  db: Db,
  checkupId: string,
  name: string,
): Promise<CheckupFileRow | undefined> {
  return db
    .selectFrom('checkup_files')
    .select(fileColumns)
    .where('checkup_id', '=', checkupId)
    .where('name', '=', name)
    .executeTakeFirst();
}

/** Whether one of these files exists, in a checkup or deleted. */
export async function hasFile(db: Db, ids: readonly string[]): Promise<boolean> {
  const rows = db.selectFrom('file_imaging').select('file_id').where('file_id', 'in', ids);
  return (await rows.executeTakeFirst()) !== undefined;
}
