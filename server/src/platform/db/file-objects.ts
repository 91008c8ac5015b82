import { sql } from 'kysely';
import { iso, MINUTE } from '../time.ts';
import type { Db } from './tables.ts';

/** Milliseconds for which the former bytes of a file remain: readers that have found them finish. */
const GRACE = 10 * MINUTE;

/**
 * A column, with its table unless it is `id`: inside the statement below, a name that `file_objects` has too would be that
 * of `file_objects`.
 */
type Column = 'id' | `${string}.${string}`;

/**
 * The id of the object that has the bytes of a file: its own id until it is packed anew. `columns`: the first one with a
 * value has the id of the file.
 */
export const selectObjectId = (...columns: readonly [Column, ...Column[]]) => {
  const [first] = columns;
  const all = sql.join(columns.map((column) => sql.ref(column)));
  // SQLite wants two arguments of coalesce.
  const id = columns.length === 1 ? sql.ref<string>(first) : sql<string>`coalesce(${all})`;
  return sql<string>`coalesce((select object_id from file_objects
    where file_objects.file_id = ${id} and file_objects.obsolete_at is null), ${id})`;
};

export interface NewObject {
  readonly fileId: string;
  readonly objectId: string;
  readonly previous: string;
  /** Images that joined. */
  readonly added: number;
  /** ISO text. */
  readonly at: string;
}

/** In a transaction: a file has its bytes in another object from now on. */
export async function replaceObject(
  tx: Db,
  { fileId, objectId, previous, added, at }: NewObject,
): Promise<void> {
  const row = { file_id: fileId, created_at: at, removed_at: null };
  await tx
    .insertInto('file_objects')
    .values({ ...row, object_id: previous, added: 0, obsolete_at: at })
    .onConflict((conflict) => conflict.column('object_id').doUpdateSet({ obsolete_at: at }))
    .execute();
  await tx
    .insertInto('file_objects')
    .values({ ...row, object_id: objectId, added, obsolete_at: null })
    .execute();
}

/** Objects that no file has any more since the time of grace; their bytes can be removed. */
export async function listObsoleteObjects(db: Db, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('file_objects')
    .select('object_id')
    .where('obsolete_at', '<', iso(now - GRACE))
    .where('removed_at', 'is', null)
    .execute();
  return rows.map((row) => row.object_id);
}

/** Records that the bytes of an obsolete object are removed. */
export async function markObjectRemoved(db: Db, objectId: string, at: string): Promise<void> {
  await db
    .updateTable('file_objects')
    .set({ removed_at: at })
    .where('object_id', '=', objectId)
    .execute();
}

/** All objects that a file has had and that may still exist, without the one of its own id. */
export async function listObjectsOfFile(db: Db, fileId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('file_objects')
    .select('object_id')
    .where('file_id', '=', fileId)
    .execute();
  return rows.map((row) => row.object_id).filter((id) => id !== fileId);
}

/** Removes the rows of a permanently removed file's objects, after their bytes. */
export async function forgetObjects(db: Db, fileId: string): Promise<void> {
  await db.deleteFrom('file_objects').where('file_id', '=', fileId).execute();
}

/** Those of these ids that are objects of files. */
export async function findFileObjects(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('file_objects')
    .select('object_id')
    .where('object_id', 'in', [...ids])
    .where('removed_at', 'is', null)
    .execute();
  return rows.map((row) => row.object_id);
}
