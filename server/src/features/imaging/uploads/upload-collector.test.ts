import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as after } from 'node:timers/promises';
import type { UploadState } from '@deqiq/contract/imaging/uploads.ts';
import { newWorld } from '@deqiq/testkit/world.ts';
import type { Log } from '../../../platform/storage/garbage-collector.ts';
import { sweepRegularly } from '../../../platform/storage/regular-sweeps.ts';
import { putObject } from '../../../platform/storage/small-objects.ts';
import type { Area, LostArea, Storage } from '../../../platform/storage/storage.ts';
import { HOUR } from '../../../platform/time.ts';
import { uploadCollector } from './upload-collector.ts';

function newLog() {
  const errors: string[] = [];
  const log: Log = { info: () => {}, error: (_about, message) => errors.push(message) };
  return { log, errors };
}

async function keysOf(storage: Storage, area: Area | LostArea = 'files') {
  const keys: string[] = [];
  for await (const { key } of storage.list(area)) keys.push(key);
  return keys.sort();
}

describe('the sweeper', () => {
  test('removes unfinished uploads after 24 hours, not before', async (t) => {
    const { admin, db, imaging, storage } = await newWorld(t);
    const { log } = newLog();
    await admin.sendChunk('unfinished', 0, Buffer.from('x'));
    const in23 = uploadCollector({ db, imaging, storage, now: () => Date.now() + 23 * HOUR });
    assert.equal(await in23(log), 0);
    const in25 = uploadCollector({ db, imaging, storage, now: () => Date.now() + 25 * HOUR });
    assert.equal(await in25(log), 1);
    assert.deepEqual(await keysOf(storage), []);
    const state = await admin.get('/api/admin/checkups/uploads/unfinished');
    assert.equal(state.ok<UploadState>().size, 0);
    (await admin.sendChunk('unfinished', 0, Buffer.from('x'))).ok();
  });

  test('sets finished files without a row aside for 30 days, and keeps those of a checkup', async (t) => {
    const { addCheckup, db, imaging, storage } = await newWorld(t);
    const { log, errors } = newLog();
    await addCheckup();
    const keys = await keysOf(storage);
    const id = randomUUID();
    await putObject(storage, `files/${id}`, Buffer.from('nobody took me'));
    const sweep = (hours: number) =>
      uploadCollector({ db, imaging, storage, now: () => Date.now() + hours * HOUR })(log);
    assert.equal(await sweep(25), 1);
    assert.deepEqual(await keysOf(storage), keys);
    assert.deepEqual(await keysOf(storage, 'lost/files'), [`lost/files/${id}`]);
    assert.deepEqual(errors, []);
    assert.equal(await sweep(30 * 24 - 1), 0);
    assert.equal(await sweep(30 * 24 + 1), 1);
    assert.deepEqual(await keysOf(storage, 'lost/files'), []);
  });

  test('keeps old bytes for 30 days from the sweep that sets them aside', async (t) => {
    const { dataDir, db, storage, imaging } = await newWorld(t);
    const id = randomUUID();
    await putObject(storage, `files/${id}`, Buffer.from('of another year'));
    const longAgo = new Date(Date.now() - 365 * 24 * HOUR);
    await utimes(join(dataDir, 'objects/files', id), longAgo, longAgo);
    const sweep = uploadCollector({ db, imaging, storage, now: Date.now });
    assert.equal(await sweep(newLog().log), 1);
    assert.equal(await sweep(newLog().log), 0);
    assert.deepEqual(await keysOf(storage, 'lost/files'), [`lost/files/${id}`]);
  });

  test('restores files set aside as soon as a row references them', async (t) => {
    const { addCheckup, db, storage, visitor, imaging } = await newWorld(t);
    const checkup = await addCheckup();
    const [key = ''] = await keysOf(storage);
    const id = key.slice('files/'.length);
    const rows = await db.selectFrom('checkup_files').selectAll().execute();
    await db.deleteFrom('checkup_files').execute();
    const sweep = uploadCollector({ db, imaging, storage, now: () => Date.now() + 25 * HOUR });
    assert.equal(await sweep(newLog().log), 1);
    (await visitor.get(checkup.xrayFileLinks[0]?.url ?? '')).refused(404);
    await db.insertInto('checkup_files').values(rows).execute();
    await sweep(newLog().log);
    assert.deepEqual(await keysOf(storage), [`files/${id}`]);
    assert.equal((await visitor.get(checkup.xrayFileLinks[0]?.url ?? '')).status, 200);
  });

  test('removes the bytes of permanently deleted rows, wherever they are stored', async (t) => {
    const { addCheckup, db, imaging, storage } = await newWorld(t);
    await addCheckup();
    const keys = await keysOf(storage);
    for (const key of ['files/a', 'files/b'] as const)
      await putObject(storage, key, Buffer.from('x'));
    await storage.setAside('files/b', Date.now() + HOUR);
    await db
      .insertInto('removed_files')
      .values(['a', 'b'].map((id) => ({ id, removed_at: new Date().toISOString() })))
      .execute();
    await uploadCollector({ db, imaging, storage, now: Date.now })(newLog().log);
    assert.deepEqual(await keysOf(storage), keys);
    assert.deepEqual(await keysOf(storage, 'lost/files'), []);
    assert.deepEqual(await db.selectFrom('removed_files').selectAll().execute(), []);
  });

  test('keeps the files of a deleted checkup', async (t) => {
    const { addCheckup, admin, db, imaging, storage } = await newWorld(t);
    const checkup = await addCheckup();
    const files = await keysOf(storage);
    (await admin.delete(`/api/admin/checkups/${checkup._id}`)).ok();
    const now = () => Date.now() + 29 * 24 * HOUR;
    assert.equal(await uploadCollector({ db, imaging, storage, now })(newLog().log), 0);
    assert.deepEqual(await keysOf(storage), files);
  });

  test('removes previews of former versions after a day', async (t) => {
    const { addCheckup, db, imaging, storage } = await newWorld(t);
    await addCheckup();
    const [file] = await keysOf(storage);
    await putObject(storage, `previews/${file?.slice('files/'.length)}`, Buffer.from('preview'));
    const now = () => Date.now() + 25 * HOUR;
    assert.equal(await uploadCollector({ db, imaging, storage, now })(newLog().log), 1);
    assert.deepEqual(await keysOf(storage, 'previews'), []);
  });

  test('touches nothing when most files have no row, as with the wrong database', async (t) => {
    const { addCheckup, db, imaging, storage } = await newWorld(t);
    const { log, errors } = newLog();
    await addCheckup();
    for (let n = 0; n < 21; n += 1)
      await putObject(storage, `files/${randomUUID()}`, Buffer.from('x'));
    const sweep = uploadCollector({ db, imaging, storage, now: () => Date.now() + 25 * HOUR });
    assert.equal(await sweep(log), 0);
    assert.equal((await keysOf(storage)).length, 22);
    assert.equal(errors.length, 1);
  });

  test('never removes a file that is finished again during the sweep', async (t) => {
    const { db, imaging, storage } = await newWorld(t);
    await putObject(storage, 'files/late', Buffer.from('x'));
    // Everything the sweeper listed was old; the object is finished once more before it is removed.
    const aged: Storage = {
      ...storage,
      async *list(area) {
        for await (const entry of storage.list(area)) yield { ...entry, touchedAt: 0 };
        if (area === 'files') await storage.finish('files/late');
      },
    };
    await uploadCollector({ db, imaging, storage: aged, now: () => Date.now() + 23 * HOUR })(
      newLog().log,
    );
    assert.deepEqual(await keysOf(storage), ['files/late']);
  });
});

test('sweeping stops when the app does, after the sweep under way', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let sweeps = 0;
  let over = 0;
  const { log } = newLog();
  const stop = sweepRegularly(async () => {
    sweeps += 1;
    await after(20);
    over += 1;
    return 0;
  }, log);
  t.mock.timers.tick(HOUR);
  t.mock.timers.tick(HOUR);
  await stop();
  assert.deepEqual([sweeps, over], [1, 1]);
  t.mock.timers.tick(HOUR);
  assert.equal(sweeps, 1);
});

test('nothing is swept for a day after the clock was set forward, and an hour is no such thing', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const clock = { wall: 1_000_000, up: 0 };
  const clocks = { now: () => clock.wall, uptime: () => clock.up };
  let sweeps = 0;
  const sweep = async () => {
    sweeps += 1;
    return 0;
  };
  const stop = sweepRegularly(sweep, newLog().log, clocks);
  const anHour = async (set = 0) => {
    clock.wall += HOUR + set;
    clock.up += HOUR;
    t.mock.timers.tick(HOUR);
    await after(0);
  };
  await anHour();
  await anHour(59_000);
  await anHour(-31 * 24 * HOUR);
  assert.equal(sweeps, 3);
  await anHour(31 * 24 * HOUR);
  for (let hour = 1; hour < 24; hour += 1) await anHour();
  assert.equal(sweeps, 3);
  await anHour();
  assert.equal(sweeps, 4);
  await stop();
});
