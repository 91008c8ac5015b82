import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { CheckupList } from '@deqiq/contract/examinations/checkups.ts';
import type { DeletionList } from '@deqiq/contract/examinations/deletions.ts';
import type { TokenAnswer } from '@deqiq/contract/machines/devices.ts';
import type { FoundStudy, IntakeStudy } from '@deqiq/contract/machines/intake.ts';
import {
  type EncodedSlice,
  encodedSlice,
  LOSSLESS,
  WORDS,
} from '@deqiq/samples/dicom-variants/encoded-slice.ts';
import { passQuietMinute } from '@deqiq/testkit/dicom/pack-studies.ts';
import { sendByStow } from '@deqiq/testkit/dicom/stow.ts';
import { untilTrue } from '@deqiq/testkit/jobs/queues.ts';
import { newWorld, sharedDerivers } from '@deqiq/testkit/world.ts';
import { DecoderFailure } from '../../../../platform/media/decoder-errors.ts';
import type { DecoderPool } from '../../../../platform/media/pool/decoder-pool.ts';
import { COMPARE_INSTANCE } from './comparison.ts';

let studies = 0;

function newUid(): string {
  studies += 1;
  return `2.25.88.${studies}`;
}

/** A clinic with machines. `onHash` runs before a decoder hashes an instance. */
async function newClinic(t: TestContext, onHash = async (_instance: string) => {}) {
  const { run, stats, pids, close } = sharedDerivers;
  const runHooked: DecoderPool['run'] = async (kind, params, input, options) => {
    if (kind === 'hash-dicom') await onHash(options.client);
    return run(kind, params, input, options);
  };
  const world = await newWorld(t, {
    runsJobs: true,
    settings: { INTAKE_AUTO_ASSIGN: 'on' },
    derivers: { run: runHooked, stats, pids, close },
  });
  const { admin, visitor, db } = world;

  async function newMachine() {
    const fields = { name: 'Vatech', kind: 'cbct' };
    const { token } = (await admin.post('/api/admin/devices', fields)).ok<TokenAnswer>();
    return async (...files: Buffer[]) => (await sendByStow(visitor, files, { token })).status;
  }

  const send = await newMachine();

  async function findStudy(study: string): Promise<IntakeStudy> {
    const rows = db.selectFrom('intake_studies').select('id').where('study_uid', '=', study);
    const { id } = await rows.executeTakeFirstOrThrow();
    return (await admin.get(`/api/admin/intake/${id}`)).ok<FoundStudy>().study;
  }

  /** Another study wakes the worker. */
  const wake = async () => void (await send(await encodedSlice({ study: newUid() })));
  const jobs = db.selectFrom('jobs').select('id').where('kind', '=', COMPARE_INSTANCE);

  return {
    ...world,
    send,
    /** An examination, and its code. */
    async newExamination() {
      const { _id: checkup } = await world.addCheckup();
      const list = (await admin.get('/api/admin/checkups')).ok<CheckupList>().checkups;
      return { checkup, accession: list.find(({ _id }) => _id === checkup)?.code ?? '' };
    },
    /** Lets the next attempt of each comparison be due. */
    async skipBackoff() {
      const past = new Date(0).toISOString();
      const waiting = db.updateTable('jobs').set({ run_at: past }).where('lease_token', 'is', null);
      await waiting.where('kind', '=', COMPARE_INSTANCE).execute();
      await wake();
    },
    newMachine,
    findStudy,
    wake,
    /** Lets a quiet minute pass. */
    async pack(study: string, state = 'waiting') {
      await passQuietMinute(db, study, { wake, state });
      return findStudy(study);
    },
    /** Until every instance is compared. */
    whenCompared: () => untilTrue(async () => (await jobs.execute()).length === 0),
    /** Ids of the objects of instances and files. */
    listObjects: async () =>
      (await Array.fromAsync(world.storage.list('files'))).map(({ key }) => key).sort(),
  };
}

test('an image that comes again in another transfer syntax is the same image', async (t) => {
  const clinic = await newClinic(t);
  const { send, findStudy, whenCompared, listObjects } = clinic;
  const { checkup, accession } = await clinic.newExamination();
  const study = newUid();
  assert.equal(await send(await encodedSlice({ study, accession })), 200);
  const objects = await listObjects();
  for (const syntax of LOSSLESS)
    assert.equal(await send(await encodedSlice({ study, accession, syntax })), 200, syntax);
  await whenCompared();
  const { instances, conflicts } = await findStudy(study);
  assert.deepEqual([instances, conflicts], [1, []]);
  await untilTrue(async () => (await listObjects()).length === objects.length);
  const assigned = await clinic.pack(study, 'assigned');
  assert.equal(assigned.assignment?.checkupId, checkup);
});

test('what is not certainly the same image is a conflict, and its bytes stay', async (t) => {
  const clinic = await newClinic(t);
  const { send, findStudy, whenCompared } = clinic;
  const changes: Record<string, Omit<EncodedSlice, 'study'>> = {
    'one pixel': { syntax: 'jpegLs', words: WORDS.with(100, 1 + (WORDS[100] ?? 0)) },
    'the name': { syntax: 'implicit', more: [{ tag: 0x0010_0010, vr: 'PN', value: 'Hüseynova' }] },
    'the window': { syntax: 'bigEndian', more: [{ tag: 0x0028_1050, vr: 'DS', value: '41' }] },
    'a private number': { syntax: 'rle', more: [{ tag: 0x0009_1001, vr: 'US', value: 513 }] },
    'the derivation': { syntax: 'implicit', more: [{ tag: 0x0008_2111, vr: 'ST', value: 'A' }] },
    'a missing frame': { syntax: 'jpegLs', more: [{ tag: 0x0028_0008, vr: 'IS', value: '2' }] },
    loss: { syntax: 'jpegBaseline' },
  };
  for (const [name, change] of Object.entries(changes)) {
    const study = newUid();
    await send(await encodedSlice({ study }));
    await clinic.pack(study);
    const file = await encodedSlice({ study, ...change });
    assert.equal(await send(file), name === 'loss' ? 202 : 200);
    await whenCompared();
    const { state, conflicts } = await findStudy(study);
    assert.deepEqual([state, conflicts.length], ['arriving', 1], name);
    const [conflict] = (await clinic.pack(study)).conflicts;
    const object = await clinic.storage.open(`files/${conflict?._id ?? ''}`);
    const bytes = Buffer.alloc(object.size);
    await object.read(bytes, 0);
    await object.close();
    assert.ok(bytes.equals(file), name);
  }
});

test('an image of an assigned study that comes again changes nothing', async (t) => {
  const clinic = await newClinic(t);
  const { send, findStudy, listObjects } = clinic;
  const { accession } = await clinic.newExamination();
  const study = newUid();
  const slices = (syntax: EncodedSlice['syntax'] = 'explicit') =>
    Promise.all([1, 2, 3].map((instance) => encodedSlice({ study, instance, accession, syntax })));
  await send(...(await slices()));
  const assigned = await clinic.pack(study, 'assigned');
  const objects = await listObjects();
  await send(...(await slices('implicit')));
  assert.deepEqual(await findStudy(study), assigned, 'while they are compared');
  await clinic.whenCompared();
  assert.deepEqual(await findStudy(study), assigned);
  await untilTrue(async () => (await listObjects()).length === objects.length);
  assert.deepEqual(await listObjects(), objects);
  const packings = clinic.db.selectFrom('jobs').select('id').where('subject', '=', assigned._id);
  assert.deepEqual(await packings.execute(), []);
});

test('an image that comes in another transfer syntax while its examination is deleted stays in the tray', async (t) => {
  const clinic = await newClinic(t);
  const { admin, send } = clinic;
  const { checkup, accession } = await clinic.newExamination();
  const study = newUid();
  const listFiles = async () => {
    const { checkups } = (await admin.get('/api/admin/checkups')).ok<CheckupList>();
    return checkups.find((each) => each._id === checkup)?.xrayFileLinks.map(({ id }) => id);
  };
  await send(await encodedSlice({ study, accession }));
  await clinic.pack(study, 'assigned');
  const files = await listFiles();
  (await admin.delete(`/api/admin/checkups/${checkup}`)).ok();
  await send(await encodedSlice({ study, syntax: 'implicit' }));
  await clinic.pack(study);
  const { deletions } = (await admin.get('/api/admin/checkups/deleted')).ok<DeletionList>();
  (await admin.post(`/api/admin/checkups/deleted/${deletions[0]?._id}/restore`)).ok();
  const { _id, state, instances, conflicts } = await clinic.findStudy(study);
  assert.deepEqual([state, instances, conflicts], ['waiting', 1, []]);
  assert.deepEqual(await listFiles(), files, 'nothing is attached without staff');
  (await admin.post(`/api/admin/intake/${_id}/aside`)).ok();
});

test('an image is found in its own file after images have joined another one', async (t) => {
  const clinic = await newClinic(t);
  const { send, findStudy } = clinic;
  const slices = (
    study: string,
    instances: number[],
    syntax: EncodedSlice['syntax'] = 'explicit',
  ) => Promise.all(instances.map((instance) => encodedSlice({ study, instance, syntax })));
  const other = newUid();
  await send(...(await slices(other, [1, 2])));
  await clinic.pack(other);
  await send(...(await slices(other, [3])));
  await clinic.pack(other);
  assert.equal((await findStudy(other)).instances, 3);
  const study = newUid();
  await send(...(await slices(study, [1, 2])));
  await clinic.pack(study);
  await send(...(await slices(study, [1, 2], 'bigEndian')));
  await clinic.whenCompared();
  const { state, instances, conflicts } = await findStudy(study);
  assert.deepEqual([state, instances, conflicts], ['waiting', 2, []]);
});

test('a study does not assign itself while one of its images is compared', async (t) => {
  const gate = Promise.withResolvers<void>();
  const clinic = await newClinic(t, () => gate.promise);
  const { accession } = await clinic.newExamination();
  const study = newUid();
  await clinic.send(await encodedSlice({ study, accession }));
  await clinic.send(await encodedSlice({ study, accession, syntax: 'deflated' }));
  const waiting = await clinic.pack(study, 'arriving');
  await untilTrue(async () => (await clinic.findStudy(study)).files.length === 1);
  assert.deepEqual([waiting.conflicts, (await clinic.findStudy(study)).state], [[], 'arriving']);
  gate.resolve();
  await clinic.whenCompared();
  await clinic.pack(study, 'assigned');
});

test('a decoder that crashes leaves a conflict after three attempts', async (t) => {
  let attempts = 0;
  const clinic = await newClinic(t, async () => {
    attempts += 1;
    throw new DecoderFailure('crash', 'SIGKILL');
  });
  const study = newUid();
  await clinic.send(await encodedSlice({ study }));
  await clinic.send(await encodedSlice({ study, syntax: 'implicit' }));
  await untilTrue(async () => {
    await clinic.skipBackoff();
    return (await clinic.findStudy(study)).conflicts.length === 1;
  });
  assert.equal(attempts, 3);
});

test('an image is kept whose twin is deleted while both are compared', async (t) => {
  const gate = Promise.withResolvers<void>();
  const clinic = await newClinic(t, () => gate.promise);
  const { checkup, accession } = await clinic.newExamination();
  const study = newUid();
  await clinic.send(await encodedSlice({ study, accession }));
  await clinic.pack(study, 'assigned');
  await clinic.send(await encodedSlice({ study, accession, syntax: 'implicit' }));
  (await clinic.admin.delete(`/api/admin/checkups/${checkup}`)).ok();
  gate.resolve();
  await untilTrue(async () => {
    await clinic.skipBackoff();
    return (await clinic.findStudy(study)).conflicts.length === 1;
  });
});

test('100 slices of one machine do not delay the image of another one', async (t) => {
  const gate = Promise.withResolvers<void>();
  const order: string[] = [];
  const clinic = await newClinic(t, (instance) => {
    order.push(instance);
    return gate.promise;
  });
  const cbct = newUid();
  const numbers = Array.from({ length: 100 }, (_, index) => index + 1);
  const volume = (syntax: EncodedSlice['syntax'] = 'explicit') =>
    Promise.all(numbers.map((instance) => encodedSlice({ study: cbct, instance, syntax })));
  await clinic.send(...(await volume()));
  await clinic.send(...(await volume('implicit')));
  const other = await clinic.newMachine();
  const study = newUid();
  await other(await encodedSlice({ study }));
  await other(await encodedSlice({ study, syntax: 'implicit' }));
  const rows = clinic.db.selectFrom('intake_instances').select('id').where('is_undecided', '=', 1);
  const { id } = await rows.where('sop_uid', '=', `${study}.1.1`).executeTakeFirstOrThrow();
  gate.resolve();
  await clinic.whenCompared();
  assert.ok(order.indexOf(id) <= 4, `two instances each, after ${order.indexOf(id)}`);
  const { instances, conflicts } = await clinic.findStudy(cbct);
  assert.deepEqual([instances, conflicts], [100, []]);
});
