import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { crc32 } from 'node:zlib';
import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import { AppError } from '../errors.ts';
import { putObject, readObject } from './small-objects.ts';
import type { Storage, StorageKey, StoredEntry } from './storage.ts';

/** The tests of every implementation of the port. `open` returns a new, empty store. */
export function storageContract(name: string, open: () => Promise<Storage>): void {
  const key: StorageKey = 'files/one';
  const withStorage = (work: (storage: Storage) => Promise<void>) => async () => {
    const storage = await open();
    try {
      await work(storage);
    } finally {
      await storage.close();
    }
  };

  describe(`${name}: chunks`, () => {
    test(
      'that arrive in any order become one object, byte for byte',
      withStorage(async (storage) => {
        const bytes = randomBytes(2 * CHUNK_SIZE + 12_345);
        assert.equal(await storage.write(key, 2, chunkOf(bytes, 2)), 1);
        assert.equal(await storage.write(key, 0, chunkOf(bytes, 0)), 2);
        assert.equal(await storage.write(key, 1, chunkOf(bytes, 1)), 3);
        const whole = { size: bytes.length, crc32: crc32(bytes) };
        assert.deepEqual(await storage.inspect(key), {
          finished: false,
          chunks: [0, 1, 2],
          ...whole,
        });
        assert.deepEqual(await storage.finish(key), whole);
        assert.deepEqual(await storage.inspect(key), { finished: true, size: bytes.length });
        assert.ok((await readObject(storage, key)).equals(bytes));
      }),
    );

    test(
      'written concurrently are all stored',
      withStorage(async (storage) => {
        const bytes = randomBytes(4 * CHUNK_SIZE);
        await Promise.all([3, 1, 0, 2].map((n) => storage.write(key, n, chunkOf(bytes, n))));
        await storage.finish(key);
        assert.ok((await readObject(storage, key)).equals(bytes));
      }),
    );

    test(
      'written twice change nothing, and other bytes replace them',
      withStorage(async (storage) => {
        const old = randomBytes(CHUNK_SIZE);
        const fresh = randomBytes(CHUNK_SIZE);
        await storage.write(key, 0, old);
        assert.equal(await storage.write(key, 0, old), 1);
        await storage.write(key, 1, randomBytes(5_000));
        await storage.write(key, 1, Buffer.from('short'));
        assert.equal(await storage.write(key, 0, fresh), 2);
        const expected = Buffer.concat([fresh, Buffer.from('short')]);
        assert.deepEqual(await storage.finish(key), {
          size: expected.length,
          crc32: crc32(expected),
        });
        assert.ok((await readObject(storage, key)).equals(expected));
      }),
    );

    test(
      'with a gap, or a short one before the last, are rejected and stay',
      withStorage(async (storage) => {
        const bytes = randomBytes(3 * CHUNK_SIZE);
        await storage.write(key, 0, chunkOf(bytes, 0));
        await storage.write(key, 2, chunkOf(bytes, 2));
        await assert.rejects(storage.finish(key), refusal(400));
        await assert.rejects(storage.open(key), refusal(404));
        await storage.write(key, 1, Buffer.from('short'));
        await assert.rejects(storage.finish(key), refusal(400));
        const state = await storage.inspect(key);
        assert.ok(state && !state.finished);
        assert.deepEqual(
          [state.chunks, state.crc32, state.size],
          [[0, 1, 2], undefined, 2 * CHUNK_SIZE + 5],
        );
        await storage.write(key, 1, chunkOf(bytes, 1));
        assert.equal((await storage.finish(key)).crc32, crc32(bytes));
      }),
    );

    test(
      'never written are unknown',
      withStorage(async (storage) => {
        assert.equal(await storage.inspect(key), undefined);
        await assert.rejects(storage.finish(key), refusal(404));
        await assert.rejects(storage.open(key), refusal(404));
        assert.equal(await storage.remove(key), false);
      }),
    );

    test(
      'can be read before they are finished, when all are stored',
      withStorage(async (storage) => {
        const bytes = randomBytes(CHUNK_SIZE + 10);
        await storage.write(key, 0, chunkOf(bytes, 0));
        await storage.write(key, 1, chunkOf(bytes, 1));
        assert.ok((await readObject(storage, key)).equals(bytes));
      }),
    );

    test(
      'changed after an inspection are not finished',
      withStorage(async (storage) => {
        await storage.write(key, 0, Buffer.from('looked at'));
        const looked = { size: 9, crc32: crc32('looked at') };
        await storage.write(key, 0, Buffer.from('replaced!'));
        await assert.rejects(storage.finish(key, looked), refusal(409));
        await storage.write(key, 0, Buffer.from('looked at'));
        assert.deepEqual(await storage.finish(key, looked), looked);
      }),
    );
  });

  describe(`${name}: a finished object`, () => {
    test(
      'is finished again with the same result',
      withStorage(async (storage) => {
        await storage.write(key, 0, Buffer.from('whole'));
        const first = await storage.finish(key);
        assert.deepEqual(await storage.finish(key), first);
        await assert.rejects(storage.finish(key, { size: 5, crc32: 1 }), refusal(409));
      }),
    );

    test(
      'accepts only the bytes it has',
      withStorage(async (storage) => {
        const bytes = randomBytes(CHUNK_SIZE + 100);
        await storage.write(key, 0, chunkOf(bytes, 0));
        await storage.write(key, 1, chunkOf(bytes, 1));
        await storage.finish(key);
        assert.equal(await storage.write(key, 1, chunkOf(bytes, 1)), 2);
        await assert.rejects(storage.write(key, 1, randomBytes(100)), refusal(409));
        await assert.rejects(storage.write(key, 2, randomBytes(100)), refusal(409));
        await assert.rejects(storage.write(key, 1, chunkOf(bytes, 1).subarray(1)), refusal(409));
        assert.ok((await readObject(storage, key)).equals(bytes));
      }),
    );

    test(
      'is read from any position, and returns 0 at its end',
      withStorage(async (storage) => {
        await putObject(storage, key, Buffer.from('0123456789'));
        const object = await storage.open(key);
        const into = Buffer.alloc(4);
        assert.equal(object.size, 10);
        assert.equal(await object.read(into, 8), 2);
        assert.equal(into.toString('latin1', 0, 2), '89');
        assert.equal(await object.read(into, 3), 4);
        assert.equal(into.toString('latin1'), '3456');
        assert.equal(await object.read(into, 10), 0);
        assert.equal(await object.read(into, 99), 0);
        await object.close();
      }),
    );

    test(
      'is a file for another process while it is open',
      withStorage(async (storage) => {
        const bytes = randomBytes(CHUNK_SIZE + 5);
        await putObject(storage, key, bytes);
        const object = await storage.open(key);
        assert.ok((await readFile(await object.file())).equals(bytes));
        await object.close();
      }),
    );

    test(
      'stays readable while it is open, also after it is removed',
      withStorage(async (storage) => {
        await putObject(storage, key, Buffer.from('here to stay'));
        const object = await storage.open(key);
        assert.equal(await storage.remove(key), true);
        const into = Buffer.alloc(12);
        assert.equal(await object.read(into, 0), 12);
        assert.equal(into.toString(), 'here to stay');
        await object.close();
        await assert.rejects(storage.open(key), refusal(404));
      }),
    );

    test(
      'is replaced by another one, larger than a chunk or not',
      withStorage(async (storage) => {
        await putObject(storage, key, randomBytes(CHUNK_SIZE * 2 + 1));
        await putObject(storage, key, Buffer.from('small'));
        assert.equal((await readObject(storage, key)).toString(), 'small');
      }),
    );
  });

  describe(`${name}: the store`, () => {
    test(
      'lists its objects by area',
      withStorage(async (storage) => {
        await putObject(storage, 'files/done', Buffer.from('x'));
        await storage.write('files/half', 0, Buffer.from('x'));
        await putObject(storage, 'previews/done', Buffer.from('y'));
        const states = async (area: 'files' | 'previews' | 'pictures') =>
          (await listed(storage, area)).map((entry) => [entry.key, entry.finished]);
        assert.deepEqual(await states('files'), [
          ['files/done', true],
          ['files/half', false],
        ]);
        assert.deepEqual(await states('previews'), [['previews/done', true]]);
        assert.deepEqual(await states('pictures'), []);
        const arriving = await listed(storage, 'files', 'unfinished');
        assert.deepEqual(
          arriving.map((entry) => [entry.key, entry.finished, entry.size]),
          [['files/half', false, 1]],
        );
      }),
    );

    test(
      'removes only objects untouched since a moment',
      withStorage(async (storage) => {
        const keys: StorageKey[] = ['files/half', 'files/done'];
        for (const some of keys) await storage.write(some, 0, Buffer.from('x'));
        await storage.finish('files/done');
        for (const some of keys) {
          assert.equal(await storage.remove(some, Date.now() - 60_000), false);
          assert.equal(await storage.remove(some, Date.now() + 60_000), true);
        }
        assert.deepEqual(await listed(storage, 'files'), []);
      }),
    );

    test(
      'starts again under a removed key',
      withStorage(async (storage) => {
        await storage.write(key, 0, Buffer.from('first'));
        await storage.remove(key);
        await storage.write(key, 0, Buffer.from('second'));
        await storage.finish(key);
        assert.equal((await readObject(storage, key)).toString(), 'second');
      }),
    );

    test(
      'reports its space',
      withStorage(async (storage) => {
        const { size, available } = await storage.space();
        assert.ok(size > 0 && available > 0 && available <= size);
      }),
    );

    test(
      'rejects keys of another form',
      withStorage(async (storage) => {
        for (const bad of [
          'files/../x',
          'files/a/b',
          'files/',
          'other/a',
          'files/a\0',
          'files/a.part',
        ])
          await assert.rejects(
            storage.write(bad as StorageKey, 0, Buffer.from('x')),
            /storage key/,
          );
      }),
    );
  });
}

const chunkOf = (bytes: Buffer, number: number) =>
  bytes.subarray(number * CHUNK_SIZE, (number + 1) * CHUNK_SIZE);

const refusal = (status: number) => (error: unknown) =>
  error instanceof AppError && error.status === status;

async function listed(
  storage: Storage,
  area: 'files' | 'previews' | 'pictures',
  which?: 'unfinished',
) {
  const entries: StoredEntry[] = [];
  for await (const entry of storage.list(area, which)) entries.push(entry);
  return entries.sort((a, b) => a.key.localeCompare(b.key));
}
