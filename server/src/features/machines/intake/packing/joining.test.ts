import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import type { CheckupList, FoundCheckup } from '@deqiq/contract/examinations/checkups.ts';
import type { DeletionList } from '@deqiq/contract/examinations/deletions.ts';
import type { TokenAnswer } from '@deqiq/contract/machines/devices.ts';
import type { FoundStudy, IntakeStudy, StudyAnswer } from '@deqiq/contract/machines/intake.ts';
import { ctSlice } from '@deqiq/samples/dicom/ct-slice.ts';
import { passQuietMinute } from '@deqiq/testkit/dicom/pack-studies.ts';
import { sendByStow } from '@deqiq/testkit/dicom/stow.ts';
import { untilTrue } from '@deqiq/testkit/jobs/queues.ts';
import { newWorld } from '@deqiq/testkit/world.ts';
import { openArchive } from '../../../../platform/media/child/derive/archive.ts';
import { bufferSource } from '../../../../platform/media/child/input.ts';

const STUDY = '2.25.31';
const SIDE = 16;

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const newSlice = (instance: number, { study = STUDY, value = instance } = {}) =>
  ctSlice({
    width: SIDE,
    height: SIDE,
    instance,
    position: [0, 0, instance],
    pixels: new Uint16Array(SIDE * SIDE).fill(value),
    series: `${study}.1`,
    more: [{ tag: 0x0020_000d, vr: 'UI', value: study }],
  });

const slices = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => newSlice(from + index));

/** A clinic with a CBCT machine, an examination that waits for it, and mail. */
async function newClinic(t: TestContext) {
  const settings = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'info@clinic.example' };
  const world = await newWorld(t, { runsJobs: true, settings });
  const { admin, visitor, db } = world;
  const { _id: device, token } = await addDevice();
  const { partner, client } = await world.signedInPartner();
  const { _id: checkup } = await world.addCheckup({ partner: partner._id });

  async function addDevice() {
    const fields = { name: 'Vatech', kind: 'cbct' };
    const answer = (await admin.post('/api/admin/devices', fields)).ok<TokenAnswer>();
    return { _id: answer.device._id, token: answer.token };
  }

  const send = async (files: readonly Buffer[]) =>
    (await sendByStow(visitor, files, { token })).ok();

  async function findStudy(study = STUDY): Promise<IntakeStudy> {
    const rows = db.selectFrom('intake_studies').select('id').where('study_uid', '=', study);
    const { id } = await rows.executeTakeFirstOrThrow();
    return (await admin.get(`/api/admin/intake/${id}`)).ok<FoundStudy>().study;
  }

  /** Lets a quiet minute pass; another study wakes the worker. */
  async function pack(state: string): Promise<IntakeStudy> {
    const wake = () => send([newSlice(1, { study: '2.25.99', value: 5 })]);
    await passQuietMinute(db, STUDY, { wake, state });
    return findStudy();
  }

  const assign = async (study: IntakeStudy) => {
    const path = `/api/admin/intake/${study._id}/assign`;
    return (await admin.post(path, { checkup })).ok<StudyAnswer>().study;
  };

  /** The file of the CBCT as the doctor gets it. */
  async function findVolumes() {
    const own = (await client.get('/api/partner/misc/checkups')).ok<CheckupList>().checkups;
    const links = own.find(({ _id }) => _id === checkup)?.xrayFileLinks ?? [];
    return links.filter(({ name }) => name.startsWith('CT'));
  }

  async function readHashes(url: string): Promise<string[]> {
    const { files } = await openArchive(bufferSource((await client.get(url)).response.rawPayload));
    for (const file of files) file.verify();
    return files.map((file) => hash(file.open().read(0, file.size))).sort();
  }

  return {
    ...world,
    client,
    partner,
    checkup,
    device,
    send,
    findStudy,
    pack,
    assign,
    findVolumes,
    readHashes,
  };
}

test('images that come later join the volume of their examination, and its doctor gets a message', async (t) => {
  const clinic = await newClinic(t);
  await clinic.send(slices(1, 10));
  await clinic.assign(await clinic.pack('waiting'));
  const [first] = await clinic.findVolumes();
  const { etag } = (await clinic.client.get(first?.url ?? '')).response.headers;
  await clinic.send(slices(11, 20));
  await clinic.pack('assigned');

  const [volume, ...others] = await clinic.findVolumes();
  assert.ok(volume && first);
  assert.deepEqual([volume.id, volume.name, others], [first.id, first.name, []]);
  assert.notEqual((await clinic.client.get(first.url)).response.headers.etag, etag);
  assert.deepEqual(await clinic.readHashes(first.url), slices(1, 20).map(hash).sort());
  await untilTrue(async () => {
    const [{ imaging } = volume] = await clinic.findVolumes();
    return imaging.state === 'ready' && imaging.kind === 'volume' && imaging.frames === 20;
  });
  const messages = await clinic.db
    .selectFrom('outbox_events')
    .innerJoin('file_objects', 'file_objects.object_id', 'outbox_events.object_id')
    .select(['recipient', 'file_id', 'added'])
    .where('kind', '=', 'images')
    .execute();
  assert.deepEqual(messages, [{ recipient: clinic.partner._id, file_id: first.id, added: 10 }]);
});

test('a single image of an examination that another one joins stays readable by DICOMweb', async (t) => {
  const clinic = await newClinic(t);
  await clinic.send(slices(1, 1));
  await clinic.assign(await clinic.pack('waiting'));
  const instance = `/dicom-web/studies/${STUDY}/series/${STUDY}.1/instances`;
  const rows = () => clinic.client.get(instance);
  await untilTrue(async () => (await rows()).status === 200);
  const uid = (await rows()).ok<{ '00080018': { Value: string[] } }[]>()[0]?.['00080018'].Value[0];
  const read = async () => {
    const headers = { accept: 'application/dicom; transfer-syntax=*' };
    const answer = await clinic.client.send({ method: 'GET', url: `${instance}/${uid}`, headers });
    return hash(answer.response.rawPayload);
  };
  assert.equal(await read(), hash(newSlice(1)));
  await clinic.send(slices(2, 2));
  await clinic.pack('assigned');
  assert.equal(await read(), hash(newSlice(1)), 'before it is indexed again');
  const [file] = await clinic.findVolumes();
  assert.match(file?.name ?? '', /\.zip$/);
  await untilTrue(async () => (await rows()).ok<unknown[]>().length === 2);
  assert.equal(await read(), hash(newSlice(1)));
});

test('an undo between two parts of a CBCT leaves one volume in the tray', async (t) => {
  const clinic = await newClinic(t);
  await clinic.send(slices(1, 3));
  const assigned = await clinic.assign(await clinic.pack('waiting'));
  await clinic.send(slices(4, 6));
  const path = `/api/admin/intake/${assigned._id}/undo`;
  (await clinic.admin.post(path, { assignment: assigned.assignment?.at })).ok();
  const { files } = await clinic.pack('waiting');
  assert.equal(files.length, 1);
  const { rawPayload } = (await clinic.admin.get(files[0]?.url ?? '')).response;
  assert.equal((await openArchive(bufferSource(rawPayload))).files.length, 6);
  assert.deepEqual(await clinic.findVolumes(), []);
});

test('what arrives again while its examination is deleted is there once when that is restored', async (t) => {
  const clinic = await newClinic(t);
  await clinic.send(slices(1, 3));
  await clinic.assign(await clinic.pack('waiting'));
  (await clinic.admin.delete(`/api/admin/checkups/${clinic.checkup}`)).ok();
  await clinic.send(slices(1, 4));
  const again = await clinic.pack('waiting');
  assert.equal(again.files.length, 1, 'staff see that it has come again');
  const { deletions } = (await clinic.admin.get('/api/admin/checkups/deleted')).ok<DeletionList>();
  (await clinic.admin.post(`/api/admin/checkups/deleted/${deletions[0]?._id}/restore`)).ok();
  const restored = await clinic.findStudy();
  assert.equal(restored.state, 'arriving', 'nothing is offered a second time');
  await clinic.pack('assigned');
  const [volume, ...others] = await clinic.findVolumes();
  assert.deepEqual(others, []);
  assert.deepEqual(await clinic.readHashes(volume?.url ?? ''), slices(1, 4).map(hash).sort());
  const found = (
    await clinic.admin.get(`/api/admin/checkups/${clinic.checkup}`)
  ).ok<FoundCheckup>();
  assert.equal(found.checkup.xrayFileLinks.length, 2);
});
