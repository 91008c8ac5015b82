import type { Insertable, Selectable } from 'kysely';
import { compileOnce } from '../../../platform/db/lists/compiled-query.ts';
import type { Db, Tables } from '../../../platform/db/tables.ts';

export type PictureRow = Selectable<Tables['pictures']>;

const byId = compileOnce<{ id: string }, PictureRow>((db, slot) =>
  db.selectFrom('pictures').selectAll().where('id', '=', slot('id')),
);

export async function find(db: Db, id: string): Promise<PictureRow | undefined> {
  const [picture] = await byId(db, { id });
  return picture;
}

/** The ids that have a row. */
export async function findExisting(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('pictures').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map((row) => row.id));
}

export async function insert(
  db: Db,
  rows: readonly Insertable<Tables['pictures']>[],
): Promise<void> {
  if (rows.length > 0) await db.insertInto('pictures').values(rows).execute();
}

export async function remove(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('pictures').where('id', 'in', ids).execute();
}
