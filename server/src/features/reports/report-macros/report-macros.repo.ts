import type { Db, ReportMacroRow } from '../../../platform/db/tables.ts';

/** Those of an author, by their names. */
export const list = (db: Db, authorId: string): Promise<ReportMacroRow[]> =>
  db
    .selectFrom('report_macros')
    .selectAll()
    .where('author_id', '=', authorId)
    .orderBy('name_key')
    .execute();

export async function insert(tx: Db, row: ReportMacroRow): Promise<void> {
  await tx.insertInto('report_macros').values(row).execute();
}

type Owned = Pick<ReportMacroRow, 'id' | 'author_id'>;

/** False where the author has none with this id. */
export async function update(
  tx: Db,
  { id, author_id }: Owned,
  changes: Pick<ReportMacroRow, 'name' | 'name_key' | 'text'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('report_macros')
    .set(changes)
    .where('id', '=', id)
    .where('author_id', '=', author_id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function remove(tx: Db, { id, author_id }: Owned): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('report_macros')
    .where('id', '=', id)
    .where('author_id', '=', author_id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
