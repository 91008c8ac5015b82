/** Run by disk.test.ts on a volume of 8 MiB: fills it, then frees space and continues. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import { isDiskFull } from '../../../errors.ts';
import { readObject } from '../../small-objects.ts';
import { openDiskStorage } from '../disk.ts';

const volume = process.argv[2] ?? '';
const bytes = randomBytes(2 * CHUNK_SIZE + 1_000_000);
const chunk = (number: number) => bytes.subarray(number * CHUNK_SIZE, (number + 1) * CHUNK_SIZE);

const storage = await openDiskStorage(volume);
const filler = join(volume, 'filler');
await writeFile(filler, Buffer.alloc(3.5 * 1024 * 1024));
await storage.write('files/one', 0, chunk(0));
await storage.write('files/one', 1, chunk(1));

for (let again = 0; again < 3; again += 1)
  await assert.rejects(storage.write('files/one', 2, chunk(2)), isDiskFull);
const state = await storage.inspect('files/one');
assert.deepEqual(state && !state.finished && state.chunks, [0, 1]);
assert.equal((await stat(join(volume, 'files/one.part'))).size, 2 * CHUNK_SIZE);
await assert.rejects(storage.write('files/two', 0, chunk(0)), isDiskFull);
assert.deepEqual((await readdir(join(volume, 'files'))).sort(), ['one.map', 'one.part']);

await rm(filler);
await storage.write('files/one', 2, chunk(2));
assert.deepEqual(await storage.finish('files/one'), { size: bytes.length, crc32: crc32(bytes) });
assert.ok((await readObject(storage, 'files/one')).equals(bytes));
await storage.close();
