import type { Db, FileImagingRow } from '../../../platform/db/tables.ts';

/** Columns that determine the names of the derived objects of a file. */
export type Generation = Pick<FileImagingRow, 'file_id' | 'generation' | 'summary'>;

/** Removes the row of a file. Returns the columns that determine the names of its derived objects. */
export async function remove(tx: Db, fileId: string): Promise<Generation | undefined> {
  const row = await tx
    .deleteFrom('file_imaging')
    .where('file_id', '=', fileId)
    .returning(['file_id', 'generation', 'summary'])
    .executeTakeFirst();
  // After the other row: a job that is publishing its result writes both.
  await tx.deleteFrom('dicom_headers').where('file_id', '=', fileId).execute();
  return row;
}

/** Which of these `<file id>_<generation>` name the valid derived objects of a file. */
export async function findGenerations(
  db: Db,
  prefixes: readonly string[],
): Promise<ReadonlySet<string>> {
  if (prefixes.length === 0) return new Set();
  const ids = [...new Set(prefixes.map((prefix) => prefix.slice(0, prefix.indexOf('_'))))];
  const rows = await db
    .selectFrom('file_imaging')
    .select(['file_id', 'generation'])
    .where('file_id', 'in', ids)
    .where('generation', 'is not', null)
    .execute();
  const valid = new Set(rows.map((row) => `${row.file_id}_${row.generation}`));
  return new Set(prefixes.filter((prefix) => valid.has(prefix)));
}

/** Ids of the files in these states, except documents, in the order of their creation. */
export async function listIds(
  db: Db,
  states: readonly FileImagingRow['state'][],
): Promise<string[]> {
  const rows = await db
    .selectFrom('file_imaging')
    .select('file_id')
    .where('state', 'in', states)
    .where((row) =>
      row.or([row('kind', 'is', null), row('state', '!=', 'ready'), row('kind', '!=', 'document')]),
    )
    .orderBy('file_id')
    .execute();
  return rows.map((row) => row.file_id);
}

/** Makes every file one without derived objects: they are not part of a backup. */
export async function forgetGenerations(db: Db): Promise<void> {
  await db.updateTable('file_imaging').set({ generation: null }).execute();
}
