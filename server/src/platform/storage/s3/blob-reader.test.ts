import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import { newFolder } from '@deqiq/testkit/folders.ts';
import { readBlobs } from './blob-reader.ts';
import type { BlobStore } from './blob-store.ts';

test('the copy for another process is whole where the disk accepts less than a write', async (t) => {
  const spool = await newFolder(t);
  const bytes = randomBytes(CHUNK_SIZE + 9);
  const get: BlobStore['get'] = async (_name, { start, end }) => bytes.subarray(start, end);
  const list = {
    name: 'files/one',
    size: bytes.length,
    crc32: crc32(bytes),
    sealed: 'one',
    chunks: [],
  };
  const store = { get } as unknown as BlobStore;
  const probe = await open(join(spool, 'probe'), 'w');
  const FileHandle = Object.getPrototypeOf(probe);
  await probe.close();
  const write = FileHandle.write;
  t.mock.method(
    FileHandle,
    'write',
    function (this: unknown, data: Buffer, from = 0, length = data.length, position?: number) {
      return write.call(this, data, from, Math.ceil(length / 2), position);
    },
  );
  const object = readBlobs({ store, list, refresh: async () => list, spool });
  assert.ok((await readFile(await object.file())).equals(bytes));
  await object.close();
});
