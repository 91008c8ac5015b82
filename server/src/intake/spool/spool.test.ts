import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@deqiq/testkit/dicom/intake.ts';
import { openSpool } from './spool.ts';
import { SpoolFullError, TooLargeError } from './spool-writer.ts';

/** Adds 10,000 bytes to the spool in the folder that is its argument. */
const ADD = `
  import { openSpool } from '${new URL('./spool.ts', import.meta.url)}';
  const spool = await openSpool(process.argv[1]);
  await spool.add({ aeTitle: 'PANO', address: '127.0.0.1' }, [Buffer.alloc(5_000), Buffer.alloc(5_000)]);`;

test('an X-ray of which the disk takes only a part is not acknowledged', async (t) => {
  const folder = await temporaryFolder(t);
  // 16 blocks of 512 bytes: the system takes 3,192 bytes of the second chunk, and reports no error.
  const limited = ['-c', 'ulimit -f 16 && exec "$0" "$@"', process.execPath];
  const run = spawnSync('sh', [...limited, '--input-type=module', '-e', ADD, folder]);
  assert.match(run.stderr.toString(), /EFBIG/);
  for (const name of ['incoming', 'waiting']) assert.deepEqual(readdirSync(join(folder, name)), []);
});

test('the bytes of an X-ray are synced before it has its name, and this before it is acknowledged', async (t) => {
  const folder = await temporaryFolder(t);
  const spool = await openSpool(folder);
  const probe = await open(folder);
  const handles: FileHandle = Object.getPrototypeOf(probe);
  await probe.close();
  const waiting: number[] = [];
  for (const name of ['datasync', 'sync'] as const) {
    const { [name]: sync } = handles;
    t.mock.method(handles, name, function count(this: FileHandle) {
      waiting.push(readdirSync(join(folder, 'waiting')).length);
      return sync.call(this);
    });
  }
  await spool.add(panoramic, xray());
  assert.deepEqual(waiting, [0, 1]);
});

test('an X-ray that the server refused leaves the spool after 30 days', async (t) => {
  const spool = await openSpool(await temporaryFolder(t));
  async function* bytes() {
    yield Buffer.from('x');
  }
  await spool.reject(await spool.add({ aeTitle: 'PANO', address: '127.0.0.1' }, bytes()));
  const day = 24 * 60 * 60_000;
  assert.equal(await spool.removeOldRejected(Date.now() + 29 * day), 0);
  assert.equal(await spool.countRejected(), 1);
  // The time of a file has fractions of a millisecond that the clock lacks.
  assert.equal(await spool.removeOldRejected(Date.now() + 30 * day + 1), 1);
  assert.equal(await spool.countRejected(), 0);
});

const cbct = { aeTitle: 'CBCT', address: '10.0.0.1' };
const panoramic = { aeTitle: 'PANO', address: '10.0.0.2' };

async function* xray(length = 1_000) {
  yield Buffer.alloc(length);
}

/** A volume with room for 100 X-rays. */
async function measureFree(folder: string): Promise<number> {
  let free = 100_000;
  for (const name of ['waiting', 'rejected'])
    for (const file of readdirSync(join(folder, name)))
      free -= statSync(join(folder, name, file)).size;
  return free;
}

type Opened = Awaited<ReturnType<typeof openSpool>>;

async function fill(spool: Opened, sender: typeof cbct): Promise<number> {
  for (let count = 0; ; count += 1)
    try {
      await spool.add(sender, xray());
    } catch (error) {
      assert.ok(error instanceof SpoolFullError);
      return count;
    }
}

test('one machine never fills the spool, also not after a restart or under other titles', async (t) => {
  const folder = await temporaryFolder(t);
  assert.equal(await fill(await openSpool(folder, { measureFree }), cbct), 67);
  const spool = await openSpool(folder, { measureFree });
  assert.equal(await fill(spool, cbct), 0);
  assert.equal(await fill(spool, { ...cbct, aeTitle: 'OTHER' }), 14);
  assert.ok((await fill(spool, panoramic)) > 10);
});

test('X-rays that have left the spool make room for others of their machine', async (t) => {
  const spool = await openSpool(await temporaryFolder(t), { measureFree });
  await fill(spool, cbct);
  const [refused = '', sent = ''] = await spool.list();
  await spool.reject(refused);
  assert.equal(await fill(spool, cbct), 0);
  await spool.remove(sent);
  assert.equal(await fill(spool, cbct), 1);
});

test('an X-ray without end is cut at the limit of the server, and leaves nothing', async (t) => {
  const folder = await temporaryFolder(t);
  const spool = await openSpool(folder, { maxFile: 999 });
  await assert.rejects(spool.add(cbct, xray()), TooLargeError);
  assert.deepEqual(readdirSync(join(folder, 'incoming')), []);
  assert.match(await spool.add(cbct, xray(999)), /CBCT/);
});
