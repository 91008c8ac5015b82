import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import type {
  Checkup,
  OwnCheckupList,
  PatientDoubt,
} from '@deqiq/contract/examinations/checkups.ts';
import type { DeletionList } from '@deqiq/contract/examinations/deletions.ts';
import type { UnseenResults } from '@deqiq/contract/examinations/results.ts';
import type { AuditLogEntry } from '@deqiq/contract/operations/audit.ts';
import { dicomFile } from '@deqiq/samples/dicom/file.ts';
import { untilTrue } from '@deqiq/testkit/jobs/queues.ts';
import { ADMIN } from '@deqiq/testkit/logins.ts';
import { newWorld } from '@deqiq/testkit/world.ts';
import { zipSync } from 'fflate';

interface Named {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly birthDate?: string;
  readonly sex?: 'F' | 'M';
  readonly id?: string;
}

const ILHAM = { firstName: 'İlham', lastName: 'Iğdırlı' };
const ORXAN = { firstName: 'Orxan', lastName: 'Quliyev', birthDate: '2001-04-07' };

function xray({ firstName = 'Ilham', lastName = 'IGDIRLI', ...patient }: Named = {}): Buffer {
  const about = { id: patient.id ?? '1', birthDate: '1980-02-03', sex: 'M' as const, ...patient };
  return dicomFile({
    modality: 'PX',
    date: '2026-11-20',
    time: '10:30:00',
    description: randomUUID(),
    width: 8,
    height: 8,
    frames: [new Uint16Array(64)],
    spacing: [0.1, 0.1],
    institution: 'Dəqiq',
    patient: { firstName, lastName, ...about },
  });
}

interface Answer {
  readonly checkup: Checkup;
  readonly patientDoubt?: PatientDoubt;
}

async function newClinic(t: TestContext, options: Parameters<typeof newWorld>[1] = {}) {
  const world = await newWorld(t, {
    ...options,
    settings: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@b.az' },
  });
  const { admin } = world;
  const { partner, client } = await world.signedInPartner();
  const upload = async (bytes: Buffer, fileName = 'a.dcm') => ({
    fileId: await admin.upload(bytes, fileName),
    fileName,
  });
  const create = async (bytes: Buffer, more: object = {}, fileName = 'a.dcm') => {
    const body = { partner: partner._id, ...ILHAM, xrayFiles: [await upload(bytes, fileName)] };
    return (await admin.post('/api/admin/checkups', { ...body, ...more })).ok<Answer>();
  };
  const merge = async ({ _id: checkupId }: Checkup, bytes?: Buffer, more: object = {}) => {
    const files = bytes ? [await upload(bytes, 'b.dcm')] : [];
    const body = { checkupId, ...ILHAM, files, ...more };
    return (await admin.post('/api/admin/checkups/merge-chunks', body)).ok<Answer>();
  };
  const confirm = async ({ _id }: Checkup) =>
    (await admin.post(`/api/admin/checkups/${_id}/confirm-patient`)).ok<Answer>();
  const readOwn = async () => {
    const { checkups } = (await client.get('/api/partner/misc/checkups')).ok<OwnCheckupList>();
    return checkups.map(({ status, xrayFiles }) => [status, ...xrayFiles]);
  };
  const countMessages = async () =>
    (await world.db.selectFrom('outbox_events').select('id').execute()).length;
  const find = async ({ _id }: Checkup) =>
    (await admin.get(`/api/admin/checkups/${_id}`)).ok<Answer>().checkup;
  return {
    ...world,
    client,
    partner,
    upload,
    create,
    merge,
    confirm,
    readOwn,
    countMessages,
    find,
  };
}

test('an X-ray of another patient waits for a confirmation and is invisible until then', async (t) => {
  const { admin, client, create, confirm, readOwn, countMessages } = await newClinic(t);
  const { checkup, patientDoubt } = await create(xray(ORXAN));
  assert.equal(checkup.status, 'pending');
  assert.deepEqual(patientDoubt, {
    file: 'a.dcm',
    name: 'Orxan Quliyev',
    birthDate: '2001-04-07',
    sex: 'M',
  });
  assert.deepEqual(checkup.xrayFiles, ['a.dcm'], 'staff see it');
  assert.deepEqual([await readOwn(), await countMessages()], [[['pending']], 0]);

  const confirmed = await confirm(checkup);
  assert.deepEqual([confirmed.checkup.status, confirmed.patientDoubt], ['completed', undefined]);
  assert.deepEqual([await readOwn(), await countMessages()], [[['completed', 'a.dcm']], 1]);
  const { checkups } = (await client.get('/api/partner/misc/checkups')).ok<OwnCheckupList>();
  const shown = checkups[0]?.xrayFileLinks[0]?.imaging;
  assert.deepEqual([shown?.otherPatient, shown?.birthDate], ['Orxan Quliyev', '2001-04-07']);
  await confirm(checkup);
  assert.equal(await countMessages(), 1, 'a repeated confirmation tells nobody again');
  const audit = await admin.get('/api/admin/audit?action=confirm-patient');
  const [entry, ...others] = audit.ok<{ entries: AuditLogEntry[] }>().entries;
  assert.deepEqual(
    [entry?.person, entry?.objectId, others],
    [ADMIN.username, confirmed.checkup.xrayFileLinks[0]?.id, []],
  );
});

test('no reader of the partner opens an X-ray that waits for a confirmation', async (t) => {
  const { admin, client, visitor, create, find } = await newClinic(t);
  const { checkup } = await create(xray(ORXAN));
  const [link] = (await find(checkup)).xrayFileLinks;
  const file = link?.id ?? '';
  assert.equal((await visitor.get(link?.url ?? '')).status, 200, 'staff open their link');
  const calls = [
    await client.get(`/api/partner/files/${file}/annotations`),
    await client.post(`/api/partner/files/${file}/annotations`, {
      _id: randomUUID(),
      content: { kind: 'window', centre: 1, width: 2 },
    }),
    await client.post(`/api/partner/checkups/${checkup._id}/shares`, { files: [file] }),
  ];
  assert.ok(calls.every(({ status }) => status === 404 || status === 400 || status === 409));
  const found = await client.get('/dicom-web/studies');
  assert.deepEqual(found.status === 204 ? [] : JSON.parse(found.response.body), []);
  assert.equal((await client.get('/api/partner/results/unseen')).ok<UnseenResults>().count, 0);
  (await admin.get(`/api/admin/files/${file}/annotations`)).ok();
});

test('every way in which the partner had opened an X-ray ends when it is held back', async (t) => {
  const clinic = await newClinic(t, { runsJobs: true });
  const { admin, client, visitor, db, create, merge } = clinic;
  const { checkup } = await create(xray());
  const isIndexed = async () =>
    (await db.selectFrom('dicom_instances').select('file_id').execute()).length > 0;
  await untilTrue(isIndexed);
  const { checkups } = (await client.get('/api/partner/misc/checkups')).ok<OwnCheckupList>();
  const [link] = checkups[0]?.xrayFileLinks ?? [];
  const read = async () => [
    (await visitor.get(link?.url ?? '')).status,
    (await client.get(`/api/partner/files/${link?.id}/annotations`)).status,
    (await client.get('/dicom-web/studies')).response.body.includes('0020000D'),
    (await client.post(`/api/partner/checkups/${checkup._id}/shares`, {})).status < 300,
  ];
  assert.deepEqual(await read(), [200, 200, true, true]);
  await merge(checkup, undefined, { firstName: 'Vaqif', lastName: 'Babayev' });
  assert.deepEqual(await read(), [404, 404, false, false]);
  (await admin.get(`/api/admin/files/${link?.id}/annotations`)).ok();
});

test('the calls of the specification attach another patient where staff have confirmed', async (t) => {
  const { create, merge, readOwn, countMessages } = await newClinic(t);
  const yes = { confirmDifferentPatient: true };
  const { checkup, patientDoubt } = await create(xray(ORXAN), yes);
  assert.deepEqual([checkup.status, patientDoubt], ['completed', undefined]);
  await merge(checkup, xray({ lastName: 'Əliyev' }), yes);
  assert.deepEqual(
    [await readOwn(), await countMessages()],
    [[['completed', 'a.dcm', 'b.dcm']], 1],
  );
});

test('a name in another spelling raises no doubt, another birth date or sex does', async (t) => {
  const { create, merge } = await newClinic(t);
  const { checkup, patientDoubt } = await create(xray({ lastName: 'İĞDIRLI' }));
  assert.deepEqual([checkup.status, patientDoubt], ['completed', undefined]);
  assert.equal((await merge(checkup, xray())).patientDoubt, undefined);
  assert.ok((await merge(checkup, xray({ birthDate: '1981-02-03' }))).patientDoubt);
  const other = await create(xray());
  assert.ok((await merge(other.checkup, xray({ sex: 'F' }))).patientDoubt);
});

test('the code of another patient’s examination is a doubt, a number of a machine is none', async (t) => {
  const { create } = await newClinic(t);
  const { checkup } = await create(xray({ firstName: 'Nigar', lastName: 'Ismayilova' }), {
    firstName: 'Nigar',
    lastName: 'İsmayılova',
  });
  assert.ok((await create(xray({ id: checkup.code ?? '' }))).patientDoubt);
  assert.equal((await create(xray({ id: 'P-1007' }))).patientDoubt, undefined);
});

test('a doubtful file in a folder of slices is found, compressed or not', async (t) => {
  const { create } = await newClinic(t);
  const slices = { 'I1.dcm': xray(), 'I2.dcm': xray(ORXAN) };
  for (const level of [0, 9] as const) {
    const zip = Buffer.from(zipSync(slices, { level }));
    const { checkup, patientDoubt } = await create(zip, {}, 'ct.zip');
    assert.deepEqual([checkup.status, patientDoubt?.name], ['pending', 'Orxan Quliyev']);
  }
});

test('a DICOM file whose data set is compressed is compared, too', async (t) => {
  const { create } = await newClinic(t);
  const plain = xray(ORXAN);
  const meta = plain.indexOf('1.2.840.10008.1.2.1\0');
  const start = 144 + plain.readUInt32LE(140);
  assert.ok(meta > 0);
  // Deflated Explicit VR Little Endian has three characters more.
  const uid = Buffer.from('1.2.840.10008.1.2.1.99');
  const head = Buffer.concat([plain.subarray(0, meta), uid, plain.subarray(meta + 20, start)]);
  head.writeUInt16LE(22, meta - 2);
  head.writeUInt32LE(head.readUInt32LE(140) + 2, 140);
  const deflated = Buffer.concat([head, deflateRawSync(plain.subarray(start))]);
  assert.equal((await create(deflated)).patientDoubt?.name, 'Orxan Quliyev');
});

test('the same call again returns the same, and confirms where it says so', async (t) => {
  const { admin, partner, upload, countMessages } = await newClinic(t);
  const body = { partner: partner._id, ...ILHAM, xrayFiles: [await upload(xray(ORXAN))] };
  const send = async (more: object = {}) =>
    (await admin.post('/api/admin/checkups', { ...body, ...more })).ok<Answer>();
  const first = await send();
  const second = await send();
  assert.deepEqual(
    [second.checkup._id, second.patientDoubt],
    [first.checkup._id, first.patientDoubt],
  );
  const third = await send({ confirmDifferentPatient: true });
  assert.deepEqual([third.checkup._id, third.checkup.status], [first.checkup._id, 'completed']);
  assert.equal(await countMessages(), 1);
});

test('the status that staff choose outlives the confirmation', async (t) => {
  const { create, merge, confirm } = await newClinic(t);
  const left = await create(xray(ORXAN), { status: 'pending' });
  assert.equal((await confirm(left.checkup)).checkup.status, 'pending');
  const explicit = await create(xray(ORXAN), { status: 'completed' });
  assert.equal(explicit.checkup.status, 'pending');
  const changed = await merge(explicit.checkup, undefined, { status: 'pending' });
  assert.ok(changed.patientDoubt);
  assert.equal((await confirm(explicit.checkup)).checkup.status, 'pending');
  const cancelled = await create(xray(ORXAN), { status: 'cancelled' });
  assert.equal((await confirm(cancelled.checkup)).checkup.status, 'cancelled');
});

test('a doubtful file beside right ones keeps only itself back', async (t) => {
  const { admin, create, merge, readOwn, find } = await newClinic(t);
  const { checkup } = await create(xray());
  assert.equal((await merge(checkup, xray(ORXAN))).checkup.status, 'completed');
  assert.deepEqual(await readOwn(), [['completed', 'a.dcm']]);
  (await admin.delete(`/api/admin/checkups/${checkup._id}/files/b.dcm`)).ok();
  assert.equal((await find(checkup)).patientDoubt, undefined);
  const { deletions } = (await admin.get('/api/admin/checkups/deleted')).ok<DeletionList>();
  (await admin.post(`/api/admin/checkups/deleted/${deletions[0]?._id}/restore`)).ok();
  assert.equal((await find(checkup)).patientDoubt?.file, 'b.dcm', 'a restored file is as it was');
  assert.deepEqual(await readOwn(), [['completed', 'a.dcm']]);
});

test('removing the doubtful file completes what the others would have completed', async (t) => {
  const { admin, partner, upload, find, countMessages } = await newClinic(t);
  const xrayFiles = [await upload(xray()), await upload(xray(ORXAN), 'b.dcm')];
  const body = { partner: partner._id, ...ILHAM, xrayFiles };
  const { checkup } = (await admin.post('/api/admin/checkups', body)).ok<Answer>();
  assert.deepEqual([checkup.status, await countMessages()], ['pending', 0]);
  (await admin.delete(`/api/admin/checkups/${checkup._id}/files/b.dcm`)).ok();
  assert.deepEqual([(await find(checkup)).status, await countMessages()], ['completed', 1]);
});

test('the right name clears a doubt, and a wrong one raises it', async (t) => {
  const { create, merge, readOwn, countMessages } = await newClinic(t);
  const { checkup } = await create(xray(ORXAN));
  const right = { firstName: 'Orxan', lastName: 'Quliyev' };
  const corrected = await merge(checkup, undefined, right);
  assert.deepEqual([corrected.checkup.status, corrected.patientDoubt], ['completed', undefined]);
  assert.deepEqual([await readOwn(), await countMessages()], [[['completed', 'a.dcm']], 1]);
  const wrong = await merge(checkup, undefined, { firstName: 'Vaqif', lastName: 'Babayev' });
  assert.deepEqual([wrong.checkup.status, wrong.patientDoubt?.name], ['pending', 'Orxan Quliyev']);
  assert.deepEqual([await readOwn(), await countMessages()], [[['pending']], 0]);
});
