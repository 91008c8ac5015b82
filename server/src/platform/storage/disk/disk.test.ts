import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  mkdtemp,
  open,
  readdir,
  readFile,
  readlink,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, describe, test } from 'node:test';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import { AppError } from '../../errors.ts';
import { readObject } from '../small-objects.ts';
import { storageContract } from '../storage.contract.ts';
import type { Storage } from '../storage.ts';
import { RECORD_SIZE } from './chunk-map.ts';
import { openDiskStorage } from './disk.ts';

const folders: string[] = [];
after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'deqiq-storage-'));
  folders.push(folder);
  return folder;
}

storageContract('disk', async () => openDiskStorage(await newFolder()));

/** A store, the paths of its object files/one, and a way to open it again as after a restart. */
async function newDisk() {
  const folder = await newFolder();
  const path = join(folder, 'files/one');
  const storage = await openDiskStorage(folder);
  const restarted = async (work: (storage: Storage) => Promise<void>) => {
    await storage.close();
    const next = await openDiskStorage(folder);
    await work(next);
    await next.close();
  };
  return { storage, restarted, path, part: `${path}.part`, map: `${path}.map` };
}

async function chunksOf(storage: Storage) {
  const state = await storage.inspect('files/one');
  return state && !state.finished ? state.chunks : undefined;
}

describe('after the process died', () => {
  test('a torn record at the end of a map is ignored, and the next one is readable', async () => {
    const { storage, restarted, map } = await newDisk();
    const bytes = randomBytes(2 * CHUNK_SIZE);
    await storage.write('files/one', 0, bytes.subarray(0, CHUNK_SIZE));
    await storage.write('files/one', 1, bytes.subarray(CHUNK_SIZE));
    await truncate(map, 2 * RECORD_SIZE - 5);
    await restarted(async (next) => {
      assert.deepEqual(await chunksOf(next), [0]);
      await next.write('files/one', 1, bytes.subarray(CHUNK_SIZE));
      await next.close();
      assert.deepEqual(await chunksOf(next), [0, 1]);
      await next.finish('files/one');
      assert.ok((await readObject(next, 'files/one')).equals(bytes));
    });
  });

  test('a damaged record ends a map, and records after it never come back', async () => {
    const { storage, restarted, map } = await newDisk();
    for (const number of [0, 1, 2])
      await storage.write('files/one', number, randomBytes(CHUNK_SIZE));
    const file = await open(map, 'r+');
    await file.write(randomBytes(4), 0, 4, RECORD_SIZE + 8);
    await file.close();
    const fresh = randomBytes(CHUNK_SIZE);
    await restarted(async (next) => {
      assert.deepEqual(await chunksOf(next), [0]);
      await next.write('files/one', 2, fresh);
    });
    await restarted(async (next) => assert.deepEqual(await chunksOf(next), [0, 2]));
  });

  test('an invalid map is an upload without chunks', async () => {
    const { restarted, map, part } = await newDisk();
    await writeFile(map, randomBytes(1_000));
    await writeFile(part, randomBytes(1_000));
    await restarted(async (next) => {
      assert.deepEqual(await chunksOf(next), []);
      await next.write('files/one', 0, Buffer.from('fresh'));
      await next.finish('files/one');
      assert.equal((await readObject(next, 'files/one')).toString(), 'fresh');
    });
  });

  test('a chunk whose bytes never reached the disk is missing', async () => {
    const { storage, restarted, part } = await newDisk();
    await storage.write('files/one', 0, randomBytes(CHUNK_SIZE));
    await storage.write('files/one', 1, randomBytes(CHUNK_SIZE));
    await truncate(part, CHUNK_SIZE + 4_096);
    await restarted(async (next) => assert.deepEqual(await chunksOf(next), [0]));
  });

  test('in the middle of replacing a chunk, no record matches the wrong bytes', async () => {
    const { storage, restarted, map, part } = await newDisk();
    await storage.write('files/one', 0, Buffer.alloc(CHUNK_SIZE, 'a'));
    await storage.write('files/one', 0, Buffer.alloc(CHUNK_SIZE, 'b'));
    const records = await readFile(map);
    assert.equal(records.length, 3 * RECORD_SIZE, 'kept, taken back, kept');
    await truncate(map, 2 * RECORD_SIZE);
    await restarted(async (next) => assert.deepEqual(await chunksOf(next), []));
    // Without the record that takes back, only the checksum tells.
    await writeFile(map, records.subarray(0, RECORD_SIZE));
    assert.equal((await readFile(part)).toString('latin1', 0, 1), 'b');
    await restarted(async (next) => assert.deepEqual(await chunksOf(next), []));
  });

  test('between rename and row, finishing again returns the same', async () => {
    const { storage, restarted, map, path } = await newDisk();
    const bytes = randomBytes(CHUNK_SIZE + 77);
    await storage.write('files/one', 0, bytes.subarray(0, CHUNK_SIZE));
    await storage.write('files/one', 1, bytes.subarray(CHUNK_SIZE));
    const records = await readFile(map);
    const first = await storage.finish('files/one');
    await writeFile(map, records); // died before the map was removed
    await restarted(async (next) => {
      assert.deepEqual(await next.inspect('files/one'), { finished: true, size: bytes.length });
      assert.deepEqual(await next.finish('files/one'), first);
      assert.equal(existsSync(map), false);
      assert.ok((await readFile(path)).equals(bytes));
    });
  });

  test('a part without a map starts again', async () => {
    const { storage, restarted, map } = await newDisk();
    await storage.write('files/one', 0, randomBytes(CHUNK_SIZE));
    await rm(map);
    await restarted(async (next) => {
      assert.equal(await next.inspect('files/one'), undefined);
      await next.write('files/one', 0, Buffer.from('new'));
      await next.finish('files/one');
      assert.equal((await readObject(next, 'files/one')).toString(), 'new');
    });
  });

  test('killed with SIGKILL while chunks arrive, every acknowledged chunk is stored', async () => {
    const folder = await newFolder();
    const acknowledged = new Map<number, string>();
    for (let round = 0; round < 3; round += 1) await writeUntilKilled(folder, acknowledged);
    assert.ok(acknowledged.size > 3, 'some chunks were acknowledged');
    const storage = await openDiskStorage(folder);
    const there = new Set(await chunksOf(storage));
    await storage.close();
    const part = await open(join(folder, 'files/one.part'), 'r');
    const bytes = Buffer.alloc(CHUNK_SIZE);
    for (const [number, sha256] of acknowledged) {
      assert.ok(there.has(number), `chunk ${number} was acknowledged`);
      await part.read(bytes, 0, CHUNK_SIZE, number * CHUNK_SIZE);
      assert.equal(createHash('sha256').update(bytes).digest('hex'), sha256);
    }
    await part.close();
  });
});

/** Runs a process that writes random chunks and prints them; kills it soon after the fifth. */
async function writeUntilKilled(folder: string, acknowledged: Map<number, string>): Promise<void> {
  const child: ChildProcess = spawn(
    process.execPath,
    [fileURLToPath(new URL('./processes/until-killed.ts', import.meta.url)), folder],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = new Promise<NodeJS.Signals | null>((resolve) =>
    child.once('close', (_code, signal) => resolve(signal)),
  );
  let lines = 0;
  const stdout = child.stdout;
  assert.ok(stdout);
  for await (const line of createInterface({ input: stdout })) {
    const { number, sha256 } = JSON.parse(line) as { number: number; sha256?: string };
    // Announced: its old bytes may go at any moment. Acknowledged: the new ones must be there.
    if (sha256 === undefined) acknowledged.delete(number);
    else acknowledged.set(number, sha256);
    lines += 1;
    if (lines === 12) child.kill('SIGKILL');
  }
  assert.equal(await ended, 'SIGKILL');
}

test('two processes that finish one object at once return the same', async () => {
  const folder = await newFolder();
  const one = await openDiskStorage(folder);
  const two = await openDiskStorage(folder);
  for (let round = 0; round < 40; round += 1) {
    const key = `files/both${round}` as const;
    const bytes = randomBytes(1_000);
    await one.write(key, 0, bytes);
    if (round % 2) await two.inspect(key);
    const [first, second, looked] = await Promise.all([
      one.finish(key),
      two.finish(key),
      two.inspect(key),
    ]);
    assert.deepEqual([first, second], [second, { size: 1_000, crc32: crc32(bytes) }]);
    assert.equal(looked?.size, 1_000);
    assert.ok((await readObject(two, key)).equals(bytes));
  }
  assert.equal((await readdir(join(folder, 'files'))).length, 40);
  await one.close();
  await two.close();
});

test('an object that another process finished and removed is an unknown upload', async () => {
  const folder = await newFolder();
  const one = await openDiskStorage(folder);
  const two = await openDiskStorage(folder);
  const late = { known: 0, unknown: 0 };
  for (let round = 0; round < 200; round += 1) {
    const key = `files/gone${round}` as const;
    await one.write(key, 0, randomBytes(1_000));
    if (round % 2) await two.inspect(key);
    const removing = one.finish(key).then(() => one.remove(key));
    // From 0 to some milliseconds later, so that a fast and a slow disk meet both outcomes.
    for (let waits = (round % 40) ** 2; waits > 0; waits -= 1) await turnOfTheLoop();
    await two.finish(key).then(
      () => (late.known += 1),
      (error: unknown) => {
        assert.ok(error instanceof AppError && error.status === 404, String(error));
        late.unknown += 1;
      },
    );
    await removing;
  }
  assert.ok(late.known > 0 && late.unknown > 0, JSON.stringify(late));
  assert.deepEqual(await readdir(join(folder, 'files')), []);
  await one.close();
  await two.close();
});

test('an upload whose bytes are removed while it is finished is an unknown one', async () => {
  const { storage, part } = await newDisk();
  await storage.write('files/one', 0, randomBytes(1_000));
  await rm(part);
  const unknown = (error: unknown) => error instanceof AppError && error.status === 404;
  await assert.rejects(storage.finish('files/one'), unknown);
  await storage.close();
});

test('an upload that cannot be read leaves no file open: Node ends a process that forgets one', async () => {
  const isOpen = async (path: string) => {
    const descriptors = (await readdir('/proc/self/fd')).map((fd) => `/proc/self/fd/${fd}`);
    const paths = await Promise.allSettled(descriptors.map((each) => readlink(each)));
    return paths.some((each) => each.status === 'fulfilled' && each.value === path);
  };
  // The first one cannot be opened for writing, the second one not be read.
  for (const unreadable of [tmpdir(), '/proc/self/mem']) {
    const { storage, restarted, part, map } = await newDisk();
    await storage.write('files/one', 0, randomBytes(1_000));
    await restarted(async (next) => {
      await rm(part);
      await symlink(unreadable, part);
      await assert.rejects(next.inspect('files/one'), /EISDIR|EIO/);
      assert.equal(await isOpen(map), false);
    });
  }
});

test('two processes on one folder see each other’s chunks, one after the other', async () => {
  const folder = await newFolder();
  const one = await openDiskStorage(folder);
  const two = await openDiskStorage(folder);
  const bytes = randomBytes(3 * CHUNK_SIZE + 5);
  for (const number of [0, 1, 2, 3]) {
    const chunk = bytes.subarray(number * CHUNK_SIZE, (number + 1) * CHUNK_SIZE);
    assert.equal(await (number % 2 ? one : two).write('files/one', number, chunk), number + 1);
  }
  assert.equal((await one.finish('files/one')).crc32, crc32(bytes));
  await assert.rejects(two.write('files/one', 0, randomBytes(CHUNK_SIZE)), /./);
  assert.ok((await readObject(two, 'files/one')).equals(bytes));
  await one.close();
  await two.close();
});

describe('with the disk full', () => {
  const full = (error: unknown) => error instanceof AppError && error.status === 507;
  const left = async (path: string) => readdir(join(path, '..'));

  test('the first chunk leaves nothing behind', async () => {
    const { storage, path, part } = await newDisk();
    await symlink('/dev/full', part);
    await assert.rejects(storage.write('files/one', 0, randomBytes(1_000)), full);
    assert.deepEqual(await left(path), []);
    assert.equal(await storage.write('files/one', 0, Buffer.from('room again')), 1);
    await storage.finish('files/one');
    assert.deepEqual(await left(path), ['one']);
    await storage.close();
  });

  test('a record that cannot be written takes its chunk with it', async () => {
    const { storage, path, map } = await newDisk();
    await symlink('/dev/full', map);
    await assert.rejects(storage.write('files/one', 0, randomBytes(1_000)), full);
    assert.deepEqual(await left(path), []);
    await storage.close();
  });

  test('chunks that the disk lost are no longer listed', async () => {
    const { storage, path, part } = await newDisk();
    // Takes every byte, and cannot be synced.
    await symlink('/dev/null', part);
    await storage.write('files/one', 0, randomBytes(1_000));
    while (await storage.inspect('files/one')) await turnOfTheLoop();
    assert.deepEqual(await left(path), []);
    assert.equal(await storage.write('files/one', 0, Buffer.from('sent again')), 1);
    assert.equal((await storage.finish('files/one')).size, 10);
    await storage.close();
  });

  test('acknowledged chunks stay, and uploads continue once there is space', async (context) => {
    const volume = await newFolder();
    const mount = `mount -t tmpfs -o size=8m none '${volume}' && exec "$0" "$@"`;
    const inside = ['--mount', '--map-root-user', 'sh', '-c', mount];
    const probe = spawnSync('unshare', [...inside, 'true']);
    if (probe.status !== 0)
      return context.skip('this machine does not let us mount a small volume');
    const script = fileURLToPath(new URL('./processes/until-full.ts', import.meta.url));
    const run = spawnSync('unshare', [...inside, process.execPath, script, volume]);
    assert.equal(run.status, 0, run.stderr.toString());
  });
});
