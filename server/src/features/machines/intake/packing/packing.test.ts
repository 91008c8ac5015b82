import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TokenAnswer } from '@deqiq/contract/machines/devices.ts';
import { ctSlice } from '@deqiq/samples/dicom/ct-slice.ts';
import { pauseTransaction, untilBlocked } from '@deqiq/testkit/databases/paused-transaction.ts';
import { sendByStow } from '@deqiq/testkit/dicom/stow.ts';
import { newWorld } from '@deqiq/testkit/world.ts';
import * as arrivals from '../arrivals.repo.ts';
import * as instances from '../instances.repo.ts';
import { type PackingDeps, packHandler } from './packing.ts';

const STUDY = '2.25.9';

const slice = (instance: number) =>
  ctSlice({
    width: 16,
    height: 16,
    instance,
    position: [0, 0, instance],
    pixels: new Uint16Array(256).fill(instance),
  });

/** A study of two instances whose quiet minute has passed, and its job, which the test runs. */
async function newStudy(t: Parameters<typeof newWorld>[0]) {
  const world = await newWorld(t);
  const { admin, visitor, db, storage } = world;
  const fields = { name: 'Vatech', kind: 'cbct' };
  const { token } = (await admin.post('/api/admin/devices', fields)).ok<TokenAnswer>();
  (await sendByStow(visitor, [slice(1), slice(2)], { token })).ok();
  const deps = {
    db,
    storage,
    autoAssign: false,
    now: () => Date.now() + 120_000,
    jobs: { enqueue: async () => {} },
    imaging: { request: async () => {} },
  };
  const findStudy = () => db.selectFrom('intake_studies').selectAll().executeTakeFirstOrThrow();
  const { id } = await findStudy();
  const job = { id: '', kind: '', subject: id, payload: {}, attempt: 1, lastError: undefined };
  return {
    world,
    db,
    id,
    findStudy,
    run: (more: object = {}, signal = new AbortController().signal) =>
      packHandler({ ...deps, ...more } as unknown as PackingDeps).run(job, signal),
  };
}

test('an instance that arrives while the study is published is packed later', {
  skip: process.env.TEST_DATABASE !== 'postgres' && 'SQLite has one writer',
}, async (t) => {
  const { db, findStudy, run } = await newStudy(t);
  const publish = await run();
  const { seq: _, ...study } = await findStudy();
  const [first] = await db.selectFrom('intake_instances').selectAll().execute();
  assert.ok(publish && first);
  const arrived = await pauseTransaction(db, async (tx) => {
    const at = new Date().toISOString();
    const arrival = { id: '', modality: 'CT', announced: null, incomplete: null, at };
    await arrivals.renew(tx, await arrivals.lockFirst(tx, study, arrival), arrival);
    await instances.insert(tx, { ...first, id: 'late', sop_uid: `${STUDY}.3`, file_id: null });
  });
  const published = db.transaction().execute((tx) => publish(tx));
  await untilBlocked(db);
  await Promise.all([arrived.commit(), published]);
  assert.equal((await findStudy()).state, 'arriving');
});

test('a study that cannot be packed leaves no part of an archive', async (t) => {
  const { world, run } = await newStudy(t);
  const list = async () =>
    (await Array.fromAsync(world.storage.list('files'))).map(({ key }) => key).sort();
  const before = await list();
  const { storage } = world;
  const finish = () => Promise.reject(new Error('the disk is full'));
  await assert.rejects(run({ storage: { ...storage, finish } }), /full/);
  assert.deepEqual(await list(), before);
});
