import { createHash, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import * as storageMessages from '@deqiq/messages/imaging/storage.js';
import { type DatabaseClock, databaseClock } from '../../db/database-clock.ts';
import type { Db } from '../../db/tables.ts';
import { conflict, invalid, markUnavailable, notFound } from '../../errors.ts';
import { keyedMutex } from '../../queues/concurrency.ts';
import { combineChecksums } from '../disk/chunk-map.ts';
import { assertChecksum } from '../disk/finished-object.ts';
import type {
  Area,
  Checksum,
  LostArea,
  Storage,
  StorageKey,
  StorageMaintenance,
  StoredEntry,
} from '../storage.ts';
import { type BlobList, readBlobs } from './blob-reader.ts';
import type { BlobStore } from './blob-store.ts';
import { storeInventory } from './inventory.ts';
import * as repo from './manifest.repo.ts';
import { mustBeSealed, sealing } from './sealing.ts';
import { storeOwner } from './store-owner.ts';

const KEY = /^(files|previews|derived|pictures|lost\/files|lost\/pictures)\/[A-Za-z0-9_-]{1,100}$/;

/** Milliseconds for which the sum of all sizes is used again. */
const USAGE_CACHE = 5_000;

export interface S3StorageOptions {
  readonly blobs: BlobStore;
  readonly db: Db;
  /** Bytes that all objects together may have. */
  readonly quota: number;
  /** An existing folder for copies that decoders read. */
  readonly spool: string;
  /** Milliseconds since 1970: the time of finished objects. */
  readonly now?: () => number;
  /** Replaces the clock of the database in tests. */
  readonly databaseNow?: () => number;
}

interface Context {
  readonly blobs: BlobStore;
  readonly db: Db;
  readonly clock: DatabaseClock;
  readonly now: () => number;
  readonly requestSealing: (tx: Db, id: string) => Promise<void>;
}

export interface S3Storage extends Storage {
  readonly maintenance: StorageMaintenance;
}

/**
 * Stores bytes in an object store and what they belong to in PostgreSQL. Every chunk is a blob; an object is finished by
 * one transaction and then readable. Large objects are sealed into one blob later. No state is in the process,
 * so chunks of one object may arrive at any node. See docs/decisions/storage.md.
 */
export function s3Storage({ blobs, db, quota, spool, ...options }: S3StorageOptions): S3Storage {
  const { now = Date.now, databaseNow } = options;
  const clock = databaseClock(db, databaseNow);
  const seal = sealing({ blobs, db, clock });
  const context: Context = { blobs, db, clock, now, requestSealing: seal.request };
  // Saves transactions of this process from waiting for each other's locks; the locks decide.
  const mutex = keyedMutex();
  let usage: { readonly at: number; readonly bytes: Promise<number> } | undefined;

  const run = <T>(key: StorageKey, work: () => Promise<T>): Promise<T> => {
    if (!KEY.test(key)) return Promise.reject(new Error('not a storage key'));
    return mutex.run(key, work);
  };

  return {
    maintenance: {
      attach: seal.attach,
      sweep: seal.sweep,
      ...storeInventory({ blobs, db, clock, now }),
      ...storeOwner({ blobs, db }),
    },
    write: (key, number, bytes) => run(key, () => write(context, key, { number, bytes })),
    finish: (key, expected) => run(key, () => finish(context, key, expected)),
    remove: (key, untouchedSince) => run(key, () => remove(context, key, untouchedSince)),
    list: (area, which) => list(db, area, which),

    async inspect(key) {
      const object = await repo.find(db, key);
      if (!object) return undefined;
      if (object.state !== 'open') return { finished: true, size: object.size };
      const chunks = await repo.listChunks(db, object.id);
      return {
        finished: false,
        chunks: chunks.map(({ number }) => number),
        size: chunks.reduce((sum, { length }) => sum + length, 0),
        crc32: findChecksum(chunks)?.crc32,
      };
    },

    async open(key) {
      const object = await repo.find(db, key);
      const found = await locate(db, object);
      if (!object || !found) throw notFound(storageMessages.notFound());
      // By its id: an object that was set aside has another key, and another object may have this one.
      const refresh = async () => (await locate(db, await repo.findById(db, object.id))) ?? found;
      return readBlobs({ store: blobs, list: found, refresh, spool });
    },

    setAside: (key, untouchedSince) =>
      run(key, () =>
        db.transaction().execute(async (tx) => {
          const object = await repo.lock(tx, key);
          if (!object || object.state === 'open' || object.touched_at > untouchedSince)
            return false;
          const lost = await repo.lock(tx, `lost/${key}`);
          if (lost) await removeObject(tx, clock, lost);
          await repo.update(tx, object.id, { key: `lost/${key}`, touched_at: now() });
          return true;
        }),
      ),

    bringBack: (key) =>
      run(key, () =>
        db.transaction().execute(async (tx) => {
          const lost = await repo.lock(tx, `lost/${key}`);
          if (!lost || (await repo.lock(tx, key))) return false;
          await repo.update(tx, lost.id, { key, touched_at: now() });
          return true;
        }),
      ),

    async space() {
      if (!usage || now() - usage.at > USAGE_CACHE)
        usage = { at: now(), bytes: repo.totalSize(db) };
      const bytes = await usage.bytes;
      return { size: quota, available: Math.max(0, quota - bytes) };
    },

    async close() {
      await mutex.whenIdle();
      blobs.close();
    },
  };
}

interface NewChunk {
  readonly number: number;
  readonly bytes: Uint8Array;
}

async function write(context: Context, key: StorageKey, chunk: NewChunk): Promise<number> {
  const { blobs, db, clock, now } = context;
  const { number, bytes } = chunk;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const object = await findOrInsert(context, key);
  const stored = await repo.findChunk(db, object.id, number);
  const isSame = stored?.sha256 === sha256;
  if (object.state !== 'open' && !isSame) throw conflict(storageMessages.finished());
  if (isSame) return repo.countChunks(db, object.id);

  // Its name is new each time: a late removal of an earlier attempt can never meet it.
  const blob = `${object.id}/${number}-${randomUUID()}`;
  await repo.discard(db, clock, { blobs: [blob], delay: repo.WRITE_TIMEOUT });
  await blobs.put(blob, bytes);
  const row = { object_id: object.id, number, length: bytes.length, crc32: crc32(bytes) };
  return db.transaction().execute(async (tx) => {
    const locked = await repo.lock(tx, key);
    // Finished or removed since; the client repeats the request and learns which.
    if (locked?.id !== object.id || locked.state !== 'open')
      throw markUnavailable(new Error('the object changed while a chunk was written'));
    if (!(await repo.retain(tx, clock, blob)))
      throw markUnavailable(new Error('writing a chunk took longer than a day'));
    const replaced = await repo.findChunk(tx, object.id, number);
    if (replaced)
      await repo.discard(tx, clock, { blobs: [replaced.blob], delay: repo.READ_TIMEOUT });
    await repo.putChunk(tx, { ...row, sha256, blob });
    const size = locked.size + bytes.length - (replaced?.length ?? 0);
    await repo.update(tx, object.id, { size, touched_at: now() });
    return repo.countChunks(tx, object.id);
  });
}

async function findOrInsert({ db, now }: Context, key: StorageKey): Promise<repo.StoredObjectRow> {
  const existing = await repo.find(db, key);
  if (existing) return existing;
  const row = { id: randomUUID(), key, state: 'open', size: 0, crc32: null, blob: null } as const;
  await repo.insert(db, { ...row, touched_at: now() });
  const inserted = await repo.find(db, key);
  if (!inserted) throw markUnavailable(new Error('the object was removed while it was created'));
  return inserted;
}

async function finish(
  { db, now, requestSealing }: Context,
  key: StorageKey,
  expected: Checksum | undefined,
): Promise<Checksum> {
  return db.transaction().execute(async (tx) => {
    const object = await repo.lock(tx, key);
    if (!object) throw notFound(storageMessages.unknown());
    if (object.crc32 !== null) {
      const whole = { size: object.size, crc32: object.crc32 };
      assertChecksum(expected, whole);
      await repo.update(tx, object.id, { touched_at: now() });
      return whole;
    }
    const whole = findChecksum(await repo.listChunks(tx, object.id));
    if (!whole) throw invalid('files', storageMessages.incomplete());
    assertChecksum(expected, whole);
    await repo.update(tx, object.id, { ...whole, state: 'complete', touched_at: now() });
    if (mustBeSealed(whole.size)) await requestSealing(tx, object.id);
    return whole;
  });
}

async function remove(
  { db, clock }: Context,
  key: StorageKey,
  untouchedSince: number | undefined,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const object = await repo.lock(tx, key);
    if (!object) return false;
    if (untouchedSince !== undefined && object.touched_at > untouchedSince) return false;
    await removeObject(tx, clock, object);
    return true;
  });
}

async function removeObject(
  tx: Db,
  clock: DatabaseClock,
  { id, state, blob }: repo.StoredObjectRow,
): Promise<void> {
  // The chunks of a sealed object are on the list already.
  const chunks = state === 'sealed' ? [] : await repo.listChunks(tx, id);
  const names = [...chunks.map((chunk) => chunk.blob), ...(blob === null ? [] : [blob])];
  await repo.discard(tx, clock, { blobs: names, delay: repo.READ_TIMEOUT });
  await repo.remove(tx, id);
}

/** Where a finished object is, or one whose chunks are complete. */
async function locate(
  db: Db,
  object: repo.StoredObjectRow | undefined,
): Promise<BlobList | undefined> {
  if (!object) return undefined;
  const { key: name, size, crc32: sum, blob: sealed } = object;
  if (sealed !== null && sum !== null) return { name, size, crc32: sum, sealed, chunks: [] };
  const chunks = await repo.listChunks(db, object.id);
  const whole = findChecksum(chunks);
  return whole && { ...whole, name, sealed: undefined, chunks: chunks.map(({ blob }) => blob) };
}

const findChecksum = (chunks: readonly repo.StoredChunkRow[]): Checksum | undefined =>
  combineChecksums(
    new Map(chunks.map(({ number, length, crc32: sum }) => [number, { length, crc32: sum }])),
  );

async function* list(
  db: Db,
  area: Area | LostArea,
  which?: 'unfinished',
): AsyncGenerator<StoredEntry> {
  let after = `${area}/`;
  for (;;) {
    const page = await repo.listPage(db, area, { after, isUnfinished: which === 'unfinished' });
    for (const { key, state, size, touched_at } of page)
      yield { key: key as StorageKey, finished: state !== 'open', touchedAt: touched_at, size };
    const last = page.at(-1);
    if (!last) return;
    after = last.key;
  }
}
