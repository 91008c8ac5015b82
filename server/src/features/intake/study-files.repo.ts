import { objectIdOf } from '../../platform/db/file-objects.ts';
import type { Db, IntakeFileRow } from '../../platform/db/tables.ts';

/** Rows per statement. */
const BATCH_SIZE = 500;

/** Files of these studies in which no instance is any more. */
export async function listEmptyFiles(db: Db, studyIds: readonly string[]): Promise<string[]> {
  if (studyIds.length === 0) return [];
  const rows = await db
    .selectFrom('intake_files')
    .leftJoin('intake_instances', 'intake_instances.file_id', 'intake_files.id')
    .select('intake_files.id')
    .where('intake_files.study_id', 'in', [...studyIds])
    .where('intake_instances.id', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Replaces files of studies. */
export async function replaceFiles(
  tx: Db,
  { removed, added }: { removed: readonly string[]; added: readonly IntakeFileRow[] },
): Promise<void> {
  for (let from = 0; from < removed.length; from += BATCH_SIZE)
    await tx
      .deleteFrom('intake_files')
      .where('id', 'in', removed.slice(from, from + BATCH_SIZE))
      .execute();
  if (added.length > 0)
    await tx
      .insertInto('intake_files')
      .values([...added])
      .execute();
}

/** A file that instances may join, as it is now. */
export type StoredFile = Pick<IntakeFileRow, 'name' | 'crc32' | 'content_type'> & {
  readonly object_id: string;
};

/** A file of a study or of an examination. */
export async function findFile(db: Db, id: string): Promise<StoredFile | undefined> {
  const columns = ['name', 'crc32', 'content_type', objectIdOf('id').as('object_id')] as const;
  return (
    (await db
      .selectFrom('checkup_files')
      .select(columns)
      .where('id', '=', id)
      .executeTakeFirst()) ??
    (await db.selectFrom('intake_files').select(columns).where('id', '=', id).executeTakeFirst())
  );
}

/** The columns of a file that its bytes determine. */
export type Bytes = Pick<IntakeFileRow, 'size' | 'crc32' | 'content_type'>;

/** A file of a study has other bytes. False where it is in no study, or no longer has the former bytes. */
export async function changeFile(
  tx: Db,
  id: string,
  {
    former,
    bytes,
    name,
  }: { readonly former: number; readonly bytes: Bytes; readonly name: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('intake_files')
    .set({ ...bytes, name })
    .where('id', '=', id)
    .where('crc32', '=', former)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
