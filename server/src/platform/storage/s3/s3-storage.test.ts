import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, describe, test } from 'node:test';
import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import { openFreshDatabase } from '@deqiq/testkit/databases/fresh-database.ts';
import {
  newS3Location,
  newS3Storage,
  s3Credentials,
} from '@deqiq/testkit/object-store/new-s3-storage.ts';
import { sql } from 'kysely';
import { AppError, isUnavailable } from '../../errors.ts';
import type { JobHandler } from '../../jobs/job.ts';
import { HOUR } from '../../time.ts';
import { DamagedBytesError } from '../checked-object.ts';
import { readHead, readObject } from '../small-objects.ts';
import { storageContract } from '../storage.contract.ts';
import type { Storage } from '../storage.ts';
import { type BlobStore, openBlobStore } from './blob-store.ts';
import { totalSize } from './manifest.repo.ts';
import { s3Storage } from './s3-storage.ts';

const endings: (() => Promise<void> | void)[] = [];
const ending = { after: (work: () => Promise<void> | void) => void endings.push(work) };
after(async () => {
  for (const end of endings) await end();
});

storageContract('object store', async () => {
  const { db } = await openFreshDatabase(ending);
  return (await newS3Storage(ending, db)).storage;
});

/** Two nodes with one database and one bucket, and a clock that the test moves. */
async function newNodes() {
  const { db } = await openFreshDatabase(ending);
  let time = Date.now();
  const clocks = { now: () => time, databaseNow: () => time };
  const { storage: first, blobs, spool, location } = await newS3Storage(ending, db, clocks);
  const { storage: second } = await newS3Storage(ending, db, { ...clocks, location });
  const names = () => Array.fromAsync(blobs.list(), ({ name }) => name);
  const advance = (milliseconds: number) => {
    time += milliseconds;
    return time;
  };
  return { db, first, second, blobs, spool, location, names, advance };
}

/** Runs the sealing of everything that needs it; `meanwhile` runs before the result is recorded. */
async function sealAll(
  { db, first }: Awaited<ReturnType<typeof newNodes>>,
  meanwhile: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  const requested: string[] = [];
  let handler: JobHandler<object> | undefined;
  first.maintenance.attach({
    handle: (_kind, registered) => {
      handler = registered as unknown as JobHandler<object>;
    },
    enqueue: async (_tx, { subject }) => void requested.push(subject),
  });
  await first.maintenance.sweep();
  for (const subject of requested) {
    const job = { id: '1', kind: 'seal-object', subject, payload: {}, attempt: 1 };
    const effects = await handler?.run(job, new AbortController().signal);
    await meanwhile();
    if (effects) await db.transaction().execute(effects);
  }
}

const write = async (storage: Storage, bytes: Buffer, key: `files/${string}` = 'files/one') => {
  for (let number = 0; number * CHUNK_SIZE < bytes.length; number += 1)
    await storage.write(
      key,
      number,
      bytes.subarray(number * CHUNK_SIZE, (number + 1) * CHUNK_SIZE),
    );
};

describe('several nodes', () => {
  test('chunks of one upload that arrive at two nodes become one object', async () => {
    const { first, second } = await newNodes();
    const bytes = randomBytes(5 * CHUNK_SIZE + 7);
    await Promise.all(
      [4, 0, 5, 2, 1, 3].map((number) =>
        (number % 2 ? first : second).write(
          'files/one',
          number,
          bytes.subarray(number * CHUNK_SIZE, (number + 1) * CHUNK_SIZE),
        ),
      ),
    );
    const results = await Promise.all([first.finish('files/one'), second.finish('files/one')]);
    assert.deepEqual(results[0], results[1]);
    assert.ok((await readObject(second, 'files/one')).equals(bytes));
  });

  test('the same chunk sent to both at once is stored once', async () => {
    const nodes = await newNodes();
    const bytes = randomBytes(9_000);
    const [one, two] = await Promise.allSettled([
      nodes.first.write('files/one', 0, bytes),
      nodes.second.write('files/one', 0, bytes),
    ]);
    assert.deepEqual([one.status, two.status], ['fulfilled', 'fulfilled']);
    await nodes.second.finish('files/one');
    assert.ok((await readObject(nodes.first, 'files/one')).equals(bytes));
    nodes.advance(25 * HOUR);
    await nodes.first.maintenance.sweep();
    assert.equal((await nodes.names()).length, 1);
  });
});

describe('sealing', () => {
  test('joins the chunks into one blob; what is being read stays readable', async () => {
    const nodes = await newNodes();
    const bytes = randomBytes(9 * CHUNK_SIZE + 99);
    await write(nodes.first, bytes);
    await nodes.first.finish('files/one');
    const open = await nodes.second.open('files/one');
    const into = Buffer.alloc(1_000);
    await open.read(into, 0);

    await sealAll(nodes);
    assert.equal((await nodes.names()).length, 11);
    nodes.advance(2 * HOUR);
    await nodes.first.maintenance.sweep();

    assert.equal((await nodes.names()).length, 1);
    assert.equal(await open.read(into, 8 * CHUNK_SIZE + 500), 1_000);
    assert.ok(into.equals(bytes.subarray(8 * CHUNK_SIZE + 500, 8 * CHUNK_SIZE + 1_500)));
    assert.ok((await readObject(nodes.second, 'files/one')).equals(bytes));
    assert.equal(await nodes.first.write('files/one', 3, chunk(bytes, 3)), 10);
    await assert.rejects(nodes.first.write('files/one', 3, randomBytes(10)), refusal(409));
  });

  test('finds the bytes of an object that gave its key to another while it was read', async () => {
    const nodes = await newNodes();
    const bytes = randomBytes(9 * CHUNK_SIZE);
    await write(nodes.first, bytes);
    await nodes.first.finish('files/one');
    const reader = await nodes.second.open('files/one');
    await nodes.first.setAside('files/one', nodes.advance(HOUR));
    await write(nodes.first, randomBytes(9 * CHUNK_SIZE));
    await nodes.first.finish('files/one');
    await sealAll(nodes);
    nodes.advance(2 * HOUR);
    await nodes.first.maintenance.sweep();
    const read = await readHead(reader, bytes.length);
    await reader.close();
    assert.ok(read.equals(bytes));
  });

  test('lets the bytes come with few requests, which continue where a connection ended', async () => {
    const nodes = await newNodes();
    const { db, blobs, spool } = nodes;
    const bytes = randomBytes(12 * CHUNK_SIZE + 7);
    await write(nodes.first, bytes);
    await nodes.first.finish('files/one');
    await sealAll(nodes);
    const opened: number[] = [];
    const openRange: BlobStore['openRange'] = async (name, range) => {
      opened.push(range.start);
      const body = await blobs.openRange(name, range);
      return opened.length === 1 ? body.take(20) : body;
    };
    const storage = s3Storage({ db, spool, blobs: { ...blobs, openRange }, quota: 2 ** 40 });
    assert.ok((await readObject(storage, 'files/one')).equals(bytes));
    assert.equal(opened[0], CHUNK_SIZE);
    assert.equal(opened.length, 2);
  });

  test('an object that is removed meanwhile leaves no blob', async () => {
    const nodes = await newNodes();
    await write(nodes.first, randomBytes(5 * CHUNK_SIZE));
    await nodes.first.finish('files/one');
    await sealAll(nodes, () => nodes.second.remove('files/one'));
    await assert.rejects(nodes.first.open('files/one'), refusal(404));
    nodes.advance(25 * HOUR);
    await nodes.first.maintenance.sweep();
    assert.deepEqual(await nodes.names(), []);
  });

  test('small objects stay as they are', async () => {
    const nodes = await newNodes();
    await write(nodes.first, randomBytes(4 * CHUNK_SIZE));
    await nodes.first.finish('files/one');
    await sealAll(nodes);
    assert.equal((await nodes.names()).length, 4);
  });
});

describe('a store that returns other bytes', () => {
  /** Two nodes, the first of which gets a flipped bit from these calls, and a finished object of six chunks. */
  async function newLiar(lies: readonly (keyof typeof LIES)[]) {
    const nodes = await newNodes();
    const bytes = randomBytes(5 * CHUNK_SIZE + 9);
    await write(nodes.second, bytes);
    await nodes.second.finish('files/one');
    const lying = Object.fromEntries(lies.map((call) => [call, LIES[call](nodes.blobs)]));
    const first = s3Storage({ ...nodes, blobs: { ...nodes.blobs, ...lying }, quota: 2 ** 40 });
    return { bytes, nodes, liar: { ...nodes, first } };
  }

  for (const call of ['get', 'putPart'] as const)
    test(`cannot make a wrong X-ray of the chunks when it lies in ${call}`, async () => {
      const { bytes, nodes, liar } = await newLiar([call]);
      await assert.rejects(sealAll(liar), /do not have their SHA-256/);
      nodes.advance(25 * HOUR);
      await nodes.first.maintenance.sweep();
      assert.equal((await nodes.names()).length, 6);
      await sealAll(nodes);
      nodes.advance(2 * HOUR);
      await nodes.first.maintenance.sweep();
      assert.equal((await nodes.names()).length, 1);
      assert.ok((await readObject(nodes.second, 'files/one')).equals(bytes));
    });

  test('gives no reader of the whole its end', async () => {
    const { bytes, nodes, liar } = await newLiar(['get', 'openRange']);
    await assert.rejects(readObject(liar.first, 'files/one'), DamagedBytesError);
    await sealAll(nodes);
    await assert.rejects(readObject(liar.first, 'files/one'), isUnavailable);
    assert.ok((await readObject(nodes.second, 'files/one')).equals(bytes));
  });

  test('gives a decoder no copy, and a command one that it compares itself', async () => {
    const { bytes, liar } = await newLiar(['get']);
    const object = await liar.first.open('files/one');
    await assert.rejects(object.file(), DamagedBytesError);
    assert.equal((await readFile(await object.file(false))).equals(bytes), false);
    await object.close();
  });
});

describe('a write that does not succeed', () => {
  test('because the object is removed while a chunk travels is reported, and leaves no blob', async () => {
    const nodes = await newNodes();
    const put: BlobStore['put'] = async (name, bytes) => {
      await nodes.blobs.put(name, bytes);
      await nodes.second.remove('files/one');
    };
    const slow = s3Storage({ ...nodes, blobs: { ...nodes.blobs, put }, quota: 1 });
    await assert.rejects(slow.write('files/one', 0, Buffer.from('x')), isUnavailable);
    assert.equal(await nodes.first.inspect('files/one'), undefined);
    nodes.advance(25 * HOUR);
    await nodes.first.maintenance.sweep();
    assert.deepEqual(await nodes.names(), []);
  });

  test('because the store is away is a 503, and succeeds when it is back', async () => {
    const { db, first, blobs, spool } = await newNodes();
    let isAway = true;
    const put: BlobStore['put'] = async (name, bytes) => {
      if (!isAway) return blobs.put(name, bytes);
      const endpoint = 'http://127.0.0.1:9';
      const away = await openBlobStore({ ...newS3Location(), endpoint }, s3Credentials());
      await away.put(name, bytes);
    };
    const storage = s3Storage({ db, spool, blobs: { ...blobs, put }, quota: 1 });
    await assert.rejects(storage.write('files/one', 0, Buffer.from('x')), isUnavailable);
    isAway = false;
    assert.equal(await storage.write('files/one', 0, Buffer.from('x')), 1);
    await storage.finish('files/one');
    assert.equal((await readObject(first, 'files/one')).toString(), 'x');
  });
});

describe('rows and blobs', () => {
  const WEEK = 7 * 24 * HOUR;
  /** Sorts before all others. */
  const ORPHAN = `00000000-0000-4000-8000-000000000000/0-${randomUUID()}`;
  const differences = ({ first }: Awaited<ReturnType<typeof newNodes>>) =>
    Array.fromAsync(first.maintenance.compare());

  test('that belong together have no differences, in any state', async () => {
    const nodes = await newNodes();
    await nodes.first.maintenance.claim('this database');
    await write(nodes.first, randomBytes(6 * CHUNK_SIZE));
    await nodes.first.finish('files/one');
    await write(nodes.second, randomBytes(CHUNK_SIZE + 9), 'files/two');
    await nodes.first.write('files/three', 2, randomBytes(CHUNK_SIZE));
    await write(nodes.second, randomBytes(9), 'files/four');
    await nodes.second.remove('files/four');
    assert.deepEqual(await differences(nodes), []);
    await sealAll(nodes);
    nodes.advance(WEEK + HOUR);
    assert.deepEqual(await differences(nodes), []);
  });

  test('a missing blob, a shorter one, and one without a row are found', async () => {
    const nodes = await newNodes();
    for (const key of ['files/one', 'files/two', 'files/three'] as const)
      await write(nodes.first, randomBytes(900), key);
    const [one = '', two = ''] = (await nodes.names()).sort();
    await nodes.blobs.remove(one);
    await nodes.blobs.put(two, Buffer.alloc(899));
    await nodes.blobs.put(ORPHAN, Buffer.from('x'));
    const young = await differences(nodes);
    assert.deepEqual(
      young.map(({ kind, blob }) => [kind, blob]),
      [
        ['missing', one],
        ['size', two],
      ],
    );
    nodes.advance(WEEK + HOUR);
    const orphan = { kind: 'orphan', blob: ORPHAN };
    assert.deepEqual((await differences(nodes))[0], orphan);
  });

  test('orphans are removed a week and an hour later, unless they are most of the store', async () => {
    const nodes = await newNodes();
    await write(nodes.first, randomBytes(900));
    const [existing] = await nodes.names();
    const errors: string[] = [];
    const log = {
      info: () => {},
      error: (_: object, message: string) => void errors.push(message),
    };
    await nodes.blobs.put(ORPHAN, Buffer.from('x'));
    assert.equal(await nodes.first.maintenance.sweepOrphans(log), 0);
    nodes.advance(WEEK + HOUR);
    assert.equal(await nodes.first.maintenance.sweepOrphans(log), 1);
    await nodes.first.maintenance.sweep();
    assert.equal((await nodes.names()).length, 2);
    nodes.advance(2 * HOUR);
    await nodes.first.maintenance.sweep();
    assert.deepEqual(await nodes.names(), [existing]);
    for (let number = 0; number <= 20; number += 1)
      await nodes.blobs.put(`${randomUUID()}/0-${randomUUID()}`, Buffer.from('x'));
    assert.equal(await nodes.first.maintenance.sweepOrphans(log), 0);
    assert.deepEqual(errors, ['most blobs have no row: none is discarded']);
  });

  test('a store below the prefix of another one is left alone', async () => {
    const nodes = await newNodes();
    await write(nodes.first, randomBytes(900));
    const { db } = await openFreshDatabase(ending);
    const location = { ...nodes.location, prefix: `${nodes.location.prefix}trial/` };
    const { storage: inner } = await newS3Storage(ending, db, { location });
    await inner.maintenance.claim('inner');
    await write(inner, randomBytes(900));
    nodes.advance(WEEK + HOUR);
    assert.deepEqual(await differences(nodes), []);
    const log = { info: () => {}, error: () => {} };
    assert.equal(await nodes.first.maintenance.sweepOrphans(log), 0);
  });

  test('a store belongs to the database that used it first', async () => {
    const { first, location } = await newNodes();
    assert.equal(await first.maintenance.claim('one'), 'one');
    assert.equal(await first.maintenance.claim('one'), 'one');
    const { db } = await openFreshDatabase(ending);
    const { storage: foreign } = await newS3Storage(ending, db, { location });
    assert.equal(await foreign.maintenance.claim('two'), 'one');
  });

  test('a store with bytes of an unknown database is not taken', async () => {
    const { first, blobs } = await newNodes();
    await blobs.put('bytes', Buffer.from('x'));
    assert.match(await first.maintenance.claim('one'), /^unknown/);
    assert.equal(await first.maintenance.readOwner(), undefined);
  });
});

test('the copy for another process is made once, and removed with the last use', async () => {
  const { first, spool } = await newNodes();
  await write(first, Buffer.from('bytes'));
  const object = await first.open('files/one');
  assert.deepEqual(await readdir(spool), []);
  assert.equal(await object.file(), await object.file());
  assert.equal((await readdir(spool)).length, 1);
  await object.close();
  assert.deepEqual(await readdir(spool), []);
});

test('the quota is what all objects together may have', async () => {
  const { db } = await openFreshDatabase(ending);
  const { storage } = await newS3Storage(ending, db, { quota: 10_000 });
  await write(storage, randomBytes(4_000));
  assert.deepEqual(await storage.space(), { size: 10_000, available: 6_000 });
});

function flipBit(bytes: Uint8Array): Buffer {
  const flipped = Buffer.from(bytes);
  flipped.writeUInt8(flipped.readUInt8(7) ^ 1, 7);
  return flipped;
}

const LIES = {
  get:
    (blobs: BlobStore): BlobStore['get'] =>
    async (name, range) =>
      flipBit(await blobs.get(name, range)),
  putPart:
    (blobs: BlobStore): BlobStore['putPart'] =>
    (upload, number, bytes) =>
      blobs.putPart(upload, number, flipBit(bytes)),
  openRange:
    (blobs: BlobStore): BlobStore['openRange'] =>
    async (name, range) =>
      Readable.from([flipBit(await buffer(await blobs.openRange(name, range)))]),
};

test('the total stays exact while nodes write, replace and remove at the same time', async () => {
  const { db, first, second } = await newNodes();
  const work = async (storage: Storage, name: string) => {
    const one = `files/${name}1` as const;
    const two = `files/${name}2` as const;
    await write(storage, randomBytes(CHUNK_SIZE + 7), one);
    await write(storage, randomBytes(900), two);
    await storage.write(two, 0, randomBytes(500));
    await storage.finish(two);
    await storage.remove(one);
  };
  await Promise.all(
    ['a', 'b', 'c'].flatMap((name) => [work(first, name), work(second, `${name}x`)]),
  );
  await second.remove('files/a2');
  assert.equal(await totalSize(db), 5 * 500);
  const { rows } = await sql`select sum(size) as size from stored_objects`.execute(db);
  assert.deepEqual(
    rows.map((row) => ({ ...(row as object) })),
    [{ size: 5 * 500 }],
  );
  // However many objects there are, only the total is read.
  await sql`update stored_totals set bytes = 0`.execute(db);
  assert.equal(await totalSize(db), 0);
});

const chunk = (bytes: Buffer, number: number) =>
  bytes.subarray(number * CHUNK_SIZE, (number + 1) * CHUNK_SIZE);

const refusal = (status: number) => (error: unknown) =>
  error instanceof AppError && error.status === status;
