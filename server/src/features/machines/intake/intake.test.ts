import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type {
  CheckupList,
  FoundCheckup,
  OwnCheckupList,
} from '@deqiq/contract/examinations/checkups.ts';
import type { UnseenResults } from '@deqiq/contract/examinations/results.ts';
import type { TokenAnswer } from '@deqiq/contract/machines/devices.ts';
import type {
  FoundStudy,
  IntakeList,
  IntakeStudy,
  StudyAnswer,
} from '@deqiq/contract/machines/intake.ts';
import { todayIn } from '@deqiq/contract/shared/time/dates.ts';
import { ctSlice } from '@deqiq/samples/dicom/ct-slice.ts';
import type { Element } from '@deqiq/samples/dicom/elements.ts';
import { passQuietMinute } from '@deqiq/testkit/dicom/pack-studies.ts';
import { sendByStow } from '@deqiq/testkit/dicom/stow.ts';
import { untilTrue } from '@deqiq/testkit/jobs/queues.ts';
import { newWorld } from '@deqiq/testkit/world.ts';
import { openArchive } from '../../../platform/media/child/derive/archive.ts';
import { bufferSource } from '../../../platform/media/child/input.ts';

const SIDE = 16;
const TODAY = todayIn('Asia/Baku');
let studies = 0;

interface Patient {
  readonly name?: string;
  readonly accession?: string;
  readonly birthDate?: string;
}

/** Files of one new study. */
function newStudy({ name = 'Hüseynova^Nigar', accession = '', birthDate = '' }: Patient = {}) {
  studies += 1;
  const study = `2.25.77.${studies}`;
  return {
    study,
    slice: (instance: number, { series = 1, value = 0 } = {}) => {
      const more: Element[] = [
        { tag: 0x0008_0020, vr: 'DA', value: TODAY.replaceAll('-', '') },
        { tag: 0x0008_0050, vr: 'SH', value: accession },
        { tag: 0x0010_0030, vr: 'DA', value: birthDate },
        { tag: 0x0020_000d, vr: 'UI', value: study },
      ];
      return ctSlice({
        width: SIDE,
        height: SIDE,
        instance,
        position: [0, 0, instance],
        more,
        pixels: new Uint16Array(SIDE * SIDE).fill(value),
        patient: name,
        series: `${study}.${series}`,
      });
    },
  };
}

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('studies from a machine', async (t) => {
  const world = await newWorld(t, { runsJobs: true, settings: { INTAKE_AUTO_ASSIGN: 'on' } });
  const { admin, visitor, db } = world;
  const fields = { name: 'Vatech', kind: 'cbct' };
  const { token, device } = (await admin.post('/api/admin/devices', fields)).ok<TokenAnswer>();
  const send = (...files: Buffer[]) => sendByStow(visitor, files, { token });

  const listStudies = async (list = '') =>
    (await admin.get(`/api/admin/intake?limit=100&list=${list}`)).ok<IntakeList>().studies;
  const findStudy = async (study: string): Promise<IntakeStudy> => {
    const row = await db
      .selectFrom('intake_studies')
      .select('id')
      .where('study_uid', '=', study)
      .executeTakeFirstOrThrow();
    return (await admin.get(`/api/admin/intake/${row.id}`)).ok<FoundStudy>().study;
  };
  /** Lets a quiet minute pass for this study; another one wakes the worker. */
  const complete = async (study: string, state = 'waiting') => {
    const wake = async () => (await send(newStudy({ name: 'Başqa^Adam' }).slice(1))).ok();
    await passQuietMinute(db, study, { wake, state });
    return findStudy(study);
  };
  const hasJob = async ({ _id }: IntakeStudy) =>
    (await db.selectFrom('jobs').select('id').where('subject', '=', _id).execute()).length > 0;
  const undo = async (study: IntakeStudy) =>
    post(study, 'undo', { assignment: study.assignment?.at });
  const readFile = async ({ files: [file] }: IntakeStudy, client = visitor) =>
    (await client.get(file?.url ?? '')).response.rawPayload;
  const post = async (study: IntakeStudy, action: string, body = {}) =>
    admin.post(`/api/admin/intake/${study._id}/${action}`, body);

  await t.test(
    'are packed after a quiet minute, with the data sets as they were sent',
    async () => {
      const { study, slice } = newStudy();
      const slices = [3, 1, 2].map((number) => slice(number));
      const answer = (await send(...slices)).ok<Record<string, { Value: unknown[] }>>();
      assert.equal(answer['00081199']?.Value.length, 3);
      const arriving = await findStudy(study);
      assert.deepEqual(
        [arriving.state, arriving.instances, arriving.files, arriving.device?._id],
        ['arriving', 3, [], device._id],
      );
      assert.equal((await post(arriving, 'assign', { checkup: 'x' })).status, 409);
      const waiting = await complete(study);
      assert.deepEqual(
        [waiting.patientName, waiting.modalities, waiting.acquiredOn, waiting.series],
        ['Nigar Hüseynova', 'CT', TODAY, 1],
      );
      assert.deepEqual(
        waiting.files.map(({ name }) => name),
        [`CT ${TODAY}.zip`],
      );
      const { files } = await openArchive(bufferSource(await readFile(waiting)));
      const stored = files.map((file) => hash(file.open().read(0, file.size)));
      assert.deepEqual(
        stored,
        [1, 2, 3].map((number) => hash(slice(number))),
      );
      for (const file of files) file.verify();
      await untilTrue(async () => (await findStudy(study)).files[0]?.imaging.state === 'ready');
      const objects = await Array.fromAsync(world.storage.list('files'));
      // Beside the file there is the study that has woken the worker.
      assert.equal(objects.length, 2, 'the objects of the instances are gone');
    },
  );

  await t.test('a single instance is a file as it is, and a later one joins it', async () => {
    const { study, slice } = newStudy();
    (await send(slice(2))).ok();
    const first = await complete(study);
    assert.equal(first.files[0]?.name, `CT ${TODAY}.dcm`);
    assert.equal(hash(await readFile(first)), hash(slice(2)));
    (await send(slice(1))).ok();
    assert.equal((await findStudy(study)).state, 'arriving');
    assert.equal((await complete(study)).files.length, 1);
    // Of an archive, too.
    (await send(slice(3))).ok();
    const joined = await complete(study);
    const { files } = await openArchive(bufferSource(await readFile(joined)));
    const stored = files.map((file) => hash(file.open().read(0, file.size)));
    assert.deepEqual(
      stored,
      [2, 1, 3].map((number) => hash(slice(number))),
      'those that were there first keep their offsets',
    );
    assert.deepEqual(
      joined.files.map(({ id, name }) => [id, name]),
      [[first.files[0]?.id, `CT ${TODAY}.zip`]],
    );
  });

  await t.test(
    'the same instance is stored once, other data under its UID is kept aside',
    async () => {
      const { study, slice } = newStudy();
      (await send(slice(1))).ok();
      (await send(slice(1))).ok();
      assert.equal((await findStudy(study)).instances, 1);
      assert.equal((await send(slice(1, { value: 7 }))).status, 202);
      assert.equal((await send(slice(1, { value: 7 }))).status, 200);
      const waiting = await complete(study);
      assert.deepEqual([waiting.instances, waiting.conflicts.length], [1, 1]);
      const path = `/api/admin/intake/${waiting._id}/conflicts/${waiting.conflicts[0]?._id}`;
      assert.deepEqual((await admin.delete(path)).ok<StudyAnswer>().study.conflicts, []);
      (await admin.delete(path)).refused(404);
    },
  );

  await t.test('of one image no more than twenty other versions are kept', async () => {
    const { study, slice } = newStudy();
    const versions = Array.from({ length: 24 }, (_, value) => slice(1, { value }));
    assert.equal((await send(...versions)).status, 202);
    assert.equal((await findStudy(study)).conflicts.length, 20);
    const refused = await send(slice(1, { value: 99 }));
    assert.equal(refused.status, 409, 'the intake process sets it aside in its spool');
    assert.equal((await send(slice(1))).status, 200);
  });

  await t.test('an announced study is complete at once', async () => {
    const { study, slice } = newStudy();
    const headers = { 'x-study-instances': '2' };
    (await sendByStow(visitor, [slice(1)], { token, headers })).ok();
    (await sendByStow(visitor, [slice(2)], { token, headers })).ok();
    await untilTrue(async () => (await findStudy(study)).state === 'waiting');
  });

  await t.test('assigning completes the examination, and undoing takes it back', async () => {
    const { partner, client } = await world.signedInPartner();
    const { _id } = await world.addCheckup({ partner: partner._id });
    (await admin.delete(`/api/admin/checkups/${_id}`)).ok();
    const { study, slice } = newStudy();
    (await send(slice(1), slice(2))).ok();
    const waiting = await complete(study);
    const create = { partner: partner._id, firstName: 'Nigar', lastName: 'Hüseynova' };
    const { study: assigned } = (await post(waiting, 'create', create)).ok<StudyAnswer>();
    assert.deepEqual([assigned.state, assigned.files], ['assigned', []]);
    const own = (await client.get('/api/partner/misc/checkups')).ok<OwnCheckupList>().checkups;
    assert.deepEqual(
      [own.length, own[0]?.status, own[0]?.xrayFiles, own[0]?.code],
      [1, 'completed', [`CT ${TODAY}.zip`], undefined],
    );
    assert.equal(own[0]?._id, assigned.assignment?.checkup?._id);
    assert.equal((await client.get(own[0]?.xrayFileLinks[0]?.url ?? '')).status, 200);
    const unseen = async () =>
      (await client.get('/api/partner/results/unseen')).ok<UnseenResults>().count;
    assert.equal(await unseen(), 1);
    (await post(waiting, 'assign', { checkup: own[0]?._id })).refused(409);
    const { study: undone } = (await undo(assigned)).ok<StudyAnswer>();
    assert.deepEqual([undone.state, undone.files.length, undone.assignment], ['waiting', 1, null]);
    assert.equal(await unseen(), 0);
    const left = (await client.get('/api/partner/misc/checkups')).ok<OwnCheckupList>().checkups;
    assert.deepEqual(left, [], 'the examination that was created is deleted');
    (await undo(assigned)).refused(409);
  });

  await t.test('another series of a study follows into the same examination only', async () => {
    const { _id: checkup } = await world.addCheckup();
    const { _id: other } = await world.addCheckup();
    const { study, slice } = newStudy({ name: 'Başqa^Ad' });
    (await send(slice(1))).ok();
    (await post(await complete(study), 'assign', { checkup, confirmDifferentPatient: true })).ok();
    (await send(slice(2, { series: 2 }))).ok();
    const late = await complete(study);
    assert.deepEqual(late.proposals[0]?.checkup._id, checkup);
    assert.ok(late.proposals[0]?.reasons.includes('same-study'));
    (await post(late, 'assign', { checkup: other })).refused(409);
    const { study: joined } = (await post(late, 'assign', { checkup })).ok<StudyAnswer>();
    const found = (await admin.get(`/api/admin/checkups/${checkup}`)).ok<FoundCheckup>().checkup;
    assert.equal(found.xrayFiles.length, 3);
    const { study: undone } = (await undo(joined)).ok<StudyAnswer>();
    assert.equal(undone.files.length, 2);
    const after = (await admin.get(`/api/admin/checkups/${checkup}`)).ok<FoundCheckup>().checkup;
    assert.deepEqual([after.xrayFiles.length, after.status], [1, 'completed']);
  });

  await t.test('an undo leaves what a colleague has done since', async () => {
    const { _id: checkup } = await world.addCheckup();
    const { _id: other } = await world.addCheckup();
    const { study, slice } = newStudy();
    (await send(slice(1))).ok();
    const waiting = await complete(study);
    const { study: aside } = (await post(waiting, 'aside')).ok<StudyAnswer>();
    (await undo(aside)).ok();
    const { study: first } = (await post(waiting, 'assign', { checkup })).ok<StudyAnswer>();
    (await undo(aside)).refused(409);
    (await undo(first)).ok();
    const { study: second } = (await post(waiting, 'assign', { checkup: other })).ok<StudyAnswer>();
    (await undo(first)).refused(409);
    assert.deepEqual((await findStudy(study)).assignment, second.assignment);
  });

  await t.test('a study outlives the examination that it was assigned to', async () => {
    const { _id: checkup } = await world.addCheckup();
    const { _id: other } = await world.addCheckup();
    const { study, slice } = newStudy({ name: 'Başqa^Ad' });
    (await send(slice(1))).ok();
    (await post(await complete(study), 'assign', { checkup, confirmDifferentPatient: true })).ok();
    (await admin.delete(`/api/admin/checkups/${checkup}`)).ok();
    // The machine sends it again.
    (await send(slice(1))).ok();
    const again = await complete(study);
    (await post(again, 'assign', { checkup: other })).refused(409);
    (await undo(again)).ok();
    (await post(again, 'assign', { checkup: other, confirmDifferentPatient: true })).ok();
  });

  await t.test('what staff set aside is hidden until they bring it back', async () => {
    const { study, slice } = newStudy();
    (await send(slice(1))).ok();
    const waiting = await complete(study);
    (await post(waiting, 'aside')).ok();
    (await post(waiting, 'aside')).refused(409);
    const has = async (list: string) =>
      (await listStudies(list)).some(({ studyUid }) => studyUid === study);
    assert.deepEqual([await has('open'), await has('aside')], [false, true]);
    (await post(waiting, 'undo')).ok();
    assert.deepEqual([await has('open'), await has('aside')], [true, false]);
  });

  await t.test(
    'what staff set aside while it arrives is packed once they bring it back',
    async () => {
      const { study, slice } = newStudy();
      (await send(slice(1))).ok();
      (await post(await findStudy(study), 'aside')).ok();
      const aside = await complete(study, 'aside');
      await untilTrue(async () => !(await hasJob(aside)));
      const { study: back } = (await post(aside, 'undo')).ok<StudyAnswer>();
      assert.equal(back.state, 'arriving');
      await untilTrue(async () => (await findStudy(study)).state === 'waiting');
    },
  );

  await t.test(
    'a conflicting instance that is discarded at once leaves nothing to do',
    async () => {
      const { _id: checkup } = await world.addCheckup();
      const { study, slice } = newStudy({ name: 'Başqa^Ad' });
      (await send(slice(1))).ok();
      (
        await post(await complete(study), 'assign', { checkup, confirmDifferentPatient: true })
      ).ok();
      assert.equal((await send(slice(1, { value: 7 }))).status, 202);
      const { _id, conflicts } = await findStudy(study);
      (await admin.delete(`/api/admin/intake/${_id}/conflicts/${conflicts[0]?._id}`)).ok();
      await complete(study, 'assigned');
    },
  );

  await t.test(
    'a code in the accession number assigns the study, unless the name differs or an instance conflicts',
    async () => {
      const { _id } = await world.addCheckup();
      const list = (await admin.get('/api/admin/checkups')).ok<CheckupList>().checkups;
      const { code = '' } = list.find((checkup) => checkup._id === _id) ?? {};
      const right = newStudy({ accession: code.toLowerCase() });
      (await send(right.slice(1))).ok();
      const assigned = await complete(right.study, 'assigned');
      assert.deepEqual([assigned.assignment?.checkupId, assigned.assignment?.by], [_id, null]);
      assert.equal((await send(right.slice(1, { value: 7 }))).status, 202);
      assert.equal((await complete(right.study)).conflicts.length, 1);
      const wrong = newStudy({ accession: code, name: 'Quliyev^Rəşad' });
      (await send(wrong.slice(1))).ok();
      const { proposals } = await complete(wrong.study);
      assert.equal(proposals[0]?.checkup._id, _id);
      assert.equal(proposals[0]?.reasons[0], 'accession');
    },
  );

  await t.test('a study whose assignment staff have undone does not assign itself', async () => {
    const { _id } = await world.addCheckup();
    const list = (await admin.get('/api/admin/checkups')).ok<CheckupList>().checkups;
    const { code = '' } = list.find((checkup) => checkup._id === _id) ?? {};
    const { study, slice } = newStudy({ accession: code });
    (await send(slice(1))).ok();
    (await undo(await complete(study, 'assigned'))).ok();
    (await send(slice(2))).ok();
    await complete(study, 'waiting');
  });

  await t.test(
    'a name is a proposal however the machine spells it, and a date of birth decides',
    async () => {
      const { _id } = await world.addCheckup({ firstName: 'Ləman', lastName: 'Əsgərova' });
      const { study, slice } = newStudy({ name: 'ESGEROVA^LEMAN' });
      (await send(slice(1))).ok();
      const { proposals } = await complete(study);
      assert.deepEqual([proposals[0]?.checkup._id, proposals[0]?.reasons], [_id, ['name', 'time']]);
    },
  );

  await t.test('only devices and staff may send, and a device reads nothing', async () => {
    const { slice } = newStudy();
    const { client } = await world.signedInPartner();
    (await sendByStow(visitor, [slice(1)])).refused(401);
    (await sendByStow(visitor, [slice(1)], { token: `${token}x` })).refused(401);
    (await sendByStow(client, [slice(1)])).refused(403);
    (await sendByStow(admin, [slice(1)])).ok();
    const headers = { authorization: `Bearer ${token}` };
    for (const path of ['/dicom-web/studies', '/api/admin/intake', '/api/admin/devices'])
      (await visitor.get(path, headers)).refused(401);
  });

  await t.test('what is no instance is refused, and the others are stored', async () => {
    const { study, slice } = newStudy();
    assert.equal((await send(Buffer.from('no DICOM'))).status, 409);
    assert.equal((await send(Buffer.alloc(0))).status, 409);
    assert.equal((await send(slice(1), Buffer.from('no DICOM'))).status, 202);
    const other = await sendByStow(visitor, [slice(2)], { token, path: '/2.25.1' });
    assert.equal(other.status, 409);
    const cut = await visitor.send({
      method: 'POST',
      url: '/dicom-web/studies',
      headers: {
        'content-type': 'multipart/related; type="application/dicom"; boundary=b',
        authorization: `Bearer ${token}`,
      },
      payload: Buffer.concat([
        Buffer.from('--b\r\n\r\n'),
        slice(3),
        Buffer.from('\r\n--b\r\n\r\nabc'),
      ]),
    });
    cut.refused(400);
    assert.equal((await findStudy(study)).instances, 2);
    const text = { 'content-type': 'text/plain', authorization: `Bearer ${token}` };
    const wrong = {
      method: 'POST',
      url: '/dicom-web/studies',
      headers: text,
      payload: 'x',
    } as const;
    (await visitor.send(wrong)).refused(415);
  });
});

test('an instance leaves the reserve of the volume free, however long it is', async (t) => {
  const world = await newWorld(t);
  const size = 2 ** 40;
  const side = 1_700;
  // There is space for the first 2 MiB of 5.8 MB.
  const answers = [size];
  t.mock.method(world.storage, 'space', async () => ({ size, available: answers.shift() ?? 0 }));
  const bytes = ctSlice({
    width: side,
    height: side,
    instance: 1,
    position: [0, 0, 1],
    pixels: new Uint16Array(side * side),
  });
  assert.equal((await sendByStow(world.admin, [bytes])).status, 507);
  assert.deepEqual(await Array.fromAsync(world.storage.list('files')), []);
});
