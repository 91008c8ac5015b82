import { sql } from 'kysely';
import type { DatabaseClock } from '../../db/database-clock.ts';
import type { Db, DiscardedBlobRow, StoredChunkRow, StoredObjectRow } from '../../db/tables.ts';

export type { StoredChunkRow, StoredObjectRow };

/** Milliseconds after which a blob that was written, but never recorded, is removed. */
export const WRITE_TIMEOUT = 24 * 60 * 60_000;

/** Milliseconds for which blobs of a removed or replaced object stay for those who are reading it. */
export const READ_TIMEOUT = 60 * 60_000;

/** Rows per page of a listing. */
const PAGE_SIZE = 500;

/** The object under a key; undefined where there is none. */
export function find(db: Db, key: string): Promise<StoredObjectRow | undefined> {
  return db.selectFrom('stored_objects').selectAll().where('key', '=', key).executeTakeFirst();
}

/** The object of this id; another one may have its key by now. */
export function findById(db: Db, id: string): Promise<StoredObjectRow | undefined> {
  return db.selectFrom('stored_objects').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Locks the row until the end of the transaction. */
export function lock(tx: Db, key: string): Promise<StoredObjectRow | undefined> {
  return tx
    .selectFrom('stored_objects')
    .selectAll()
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst();
}

/** Adds an object without chunks, unless the key is in use. */
export async function insert(db: Db, { id, key, touched_at }: StoredObjectRow): Promise<void> {
  await db
    .insertInto('stored_objects')
    .values({ id, key, state: 'open', size: 0, touched_at })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

/** Changes columns of an object; does nothing if it was removed. */
export async function update(
  tx: Db,
  id: string,
  change: Partial<Omit<StoredObjectRow, 'id'>>,
): Promise<void> {
  await tx.updateTable('stored_objects').set(change).where('id', '=', id).execute();
}

/** Marks a complete object as sealed. Returns false if it is no longer complete. */
export async function seal(tx: Db, id: string, blob: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('stored_objects')
    .set({ state: 'sealed', blob })
    .where('id', '=', id)
    .where('state', '=', 'complete')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Removes an object with its chunks. */
export async function remove(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('stored_objects').where('id', '=', id).execute();
}

/** In the order of their numbers. */
export function listChunks(db: Db, objectId: string): Promise<StoredChunkRow[]> {
  return db
    .selectFrom('stored_chunks')
    .selectAll()
    .where('object_id', '=', objectId)
    .orderBy('number')
    .execute();
}

/** A chunk by its number, from 0. */
export function findChunk(
  db: Db,
  objectId: string,
  number: number,
): Promise<StoredChunkRow | undefined> {
  return db
    .selectFrom('stored_chunks')
    .selectAll()
    .where('object_id', '=', objectId)
    .where('number', '=', number)
    .executeTakeFirst();
}

/** The number of recorded chunks of an object. */
export async function countChunks(db: Db, objectId: string): Promise<number> {
  const row = await db
    .selectFrom('stored_chunks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('object_id', '=', objectId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Records a chunk in place of an earlier one with its number. */
export async function putChunk(tx: Db, row: StoredChunkRow): Promise<void> {
  await tx
    .insertInto('stored_chunks')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['object_id', 'number']).doUpdateSet({
        length: row.length,
        crc32: row.crc32,
        sha256: row.sha256,
        blob: row.blob,
      }),
    )
    .execute();
}

/** Lists the objects of an area, one page after the key `after`. */
export function listPage(
  db: Db,
  area: string,
  { after, isUnfinished }: { after: string; isUnfinished: boolean },
): Promise<StoredObjectRow[]> {
  return (
    db
      .selectFrom('stored_objects')
      .selectAll()
      .where('key', '>', after)
      // The character after the slash: the end of the keys that begin with the area.
      .where('key', '<', `${area}0`)
      .$if(isUnfinished, (query) => query.where('state', '=', 'open'))
      .orderBy('key')
      .limit(PAGE_SIZE)
      .execute()
  );
}

/** Bytes of all objects. Reads a few rows, however many objects there are. */
export async function totalSize(db: Db): Promise<number> {
  const row = await db
    .selectFrom('stored_totals')
    .select(({ fn }) => fn.sum<number | null>('bytes').as('size'))
    .executeTakeFirstOrThrow();
  return Number(row.size ?? 0);
}

/** Complete objects of at least so many bytes that are not sealed. */
export function findUnsealed(db: Db, minSize: number): Promise<{ id: string }[]> {
  return db
    .selectFrom('stored_objects')
    .select('id')
    .where('state', '=', 'complete')
    .where('size', '>=', minSize)
    .limit(PAGE_SIZE)
    .execute();
}

/** A blob that an object needs, and its size. */
export interface NeededBlob {
  readonly blob: string;
  readonly key: string;
  readonly size: number;
}

/** The blobs of one page of objects, in the order of the bytes of their names, which begin with the id of the object. */
export async function listNeededBlobs(
  db: Db,
  after: string,
): Promise<{ blobs: NeededBlob[]; last: string | undefined }> {
  const objects = await db
    .selectFrom('stored_objects')
    .select(['id', 'key', 'blob', 'size'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(PAGE_SIZE)
    .execute();
  const keys = new Map(objects.map(({ id, key }) => [id, key]));
  const open = objects.filter(({ blob }) => blob === null).map(({ id }) => id);
  const chunks = open.length === 0 ? [] : await listChunksOf(db, open);
  const blobs = [
    ...objects.flatMap(({ key, blob, size }) => (blob === null ? [] : [{ blob, key, size }])),
    ...chunks.map(({ object_id, blob, length }) => ({
      blob,
      key: keys.get(object_id) ?? '',
      size: length,
    })),
  ];
  return { blobs: blobs.sort((a, b) => (a.blob < b.blob ? -1 : 1)), last: objects.at(-1)?.id };
}

const listChunksOf = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('stored_chunks')
    .select(['object_id', 'blob', 'length'])
    .where('object_id', 'in', ids)
    .execute();

/** Those of the blobs that an object needs now. */
export async function findNeeded(db: Db, blobs: readonly string[]): Promise<Set<string>> {
  if (blobs.length === 0) return new Set();
  const ids = blobs.map((blob) => blob.slice(0, blob.indexOf('/')));
  const rows = await db
    .selectFrom('stored_objects')
    .select('blob')
    .where('id', 'in', ids)
    .where('blob', 'in', blobs)
    .unionAll((union) =>
      union
        .selectFrom('stored_chunks')
        .innerJoin('stored_objects', 'stored_objects.id', 'stored_chunks.object_id')
        .select('stored_chunks.blob')
        .where('object_id', 'in', ids)
        .where('stored_chunks.blob', 'in', blobs)
        .where('stored_objects.blob', 'is', null),
    )
    .execute();
  return new Set(rows.map(({ blob }) => blob ?? ''));
}

/** Those of the blobs that are listed for removal. */
export async function findDiscarded(db: Db, blobs: readonly string[]): Promise<Set<string>> {
  if (blobs.length === 0) return new Set();
  const rows = await db
    .selectFrom('discarded_blobs')
    .select('blob')
    .where('blob', 'in', blobs)
    .execute();
  return new Set(rows.map(({ blob }) => blob));
}

/** Whether there is any object, finished or not. */
export const hasObjects = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('stored_objects').select('id').limit(1).executeTakeFirst()) !== undefined;

/** The number of objects, finished or not. */
export async function countObjects(db: Db): Promise<number> {
  const row = await db
    .selectFrom('stored_objects')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Lists a blob for removal in so many milliseconds, also one that is about to be written. */
export async function discard(
  db: Db,
  clock: DatabaseClock,
  { blobs, delay }: { blobs: readonly string[]; delay: number },
): Promise<void> {
  if (blobs.length === 0) return;
  await db
    .insertInto('discarded_blobs')
    .values(blobs.map((blob) => ({ blob, remove_after: clock(delay) })))
    .onConflict((conflict) =>
      conflict.column('blob').doUpdateSet({ remove_after: sql`excluded.remove_after` }),
    )
    .execute();
}

/** Takes a blob off the list, because a row of the same transaction needs it. Returns false if its time has come. */
export async function retain(tx: Db, clock: DatabaseClock, blob: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('discarded_blobs')
    .where('blob', '=', blob)
    .where('remove_after', '>', clock())
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Records the multipart upload of a blob that is being written. */
export async function setUpload(db: Db, blob: string, uploadId: string): Promise<void> {
  await db
    .updateTable('discarded_blobs')
    .set({ upload_id: uploadId })
    .where('blob', '=', blob)
    .execute();
}

/** Blobs whose time has come: nothing can retain them any more. */
export function findDue(db: Db, clock: DatabaseClock): Promise<DiscardedBlobRow[]> {
  return db
    .selectFrom('discarded_blobs')
    .selectAll()
    .where('remove_after', '<=', clock())
    .orderBy('remove_after')
    .limit(PAGE_SIZE)
    .execute();
}

/** Removes a blob from the list of removals: its bytes are removed. */
export async function forget(db: Db, blob: string): Promise<void> {
  await db.deleteFrom('discarded_blobs').where('blob', '=', blob).execute();
}
