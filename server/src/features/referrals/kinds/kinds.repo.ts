import type { Insertable, Selectable } from 'kysely';
import type { Db, Tables } from '../../../platform/db/tables.ts';

type Kinds = Tables['examination_kinds'];
export type KindRow = Selectable<Kinds>;
type Details = Omit<Insertable<Kinds>, 'seq' | 'id' | 'created_at' | 'removed_at'>;

/** Kinds that are offered, in the order in which they were added. */
export const list = (db: Db): Promise<KindRow[]> =>
  db
    .selectFrom('examination_kinds')
    .selectAll()
    .where('removed_at', 'is', null)
    .orderBy('seq')
    .execute();

/** Also a removed one. */
export const find = (db: Db, id: string): Promise<KindRow | undefined> =>
  db.selectFrom('examination_kinds').selectAll().where('id', '=', id).executeTakeFirst();

export async function insert(
  tx: Db,
  row: Details & Pick<Insertable<Kinds>, 'id' | 'created_at'>,
): Promise<void> {
  await tx
    .insertInto('examination_kinds')
    .values({ ...row, removed_at: null })
    .execute();
}

/** False where it does not exist, or was removed. */
export async function update(
  tx: Db,
  id: string,
  changes: Partial<Details> & { readonly removed_at?: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('examination_kinds')
    .set(changes)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
