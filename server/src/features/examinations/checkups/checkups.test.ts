import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type {
  Checkup,
  CheckupList,
  CheckupStatus,
  OwnCheckupList,
} from '@deqiq/contract/examinations/checkups.ts';
import type { UnseenResults } from '@deqiq/contract/examinations/results.ts';
import { newWorld, someDicom } from '@deqiq/testkit/world.ts';

const URL = '/api/admin/checkups';
const MERGE = `${URL}/merge-chunks`;
type Saved = { checkup: Checkup; message: string };

test('an uploaded X-ray becomes a completed checkup that its partner sees and opens', async (t) => {
  const { admin, visitor, signedInPartner } = await newWorld(t);
  const { partner, client } = await signedInPartner();
  const bytes = someDicom(5_000);
  const fileId = await admin.upload(bytes, 'panoram.dcm');
  const { checkup, message } = (
    await admin.post(URL, {
      partner: partner._id,
      firstName: ' Nigar ',
      lastName: 'Hüseynova',
      name: 'Panoram rentgen',
      startDate: '2026-11-20',
      xrayFiles: [{ fileId, fileName: 'panoram.dcm' }],
    })
  ).ok<Saved>();
  assert.equal(message, 'Müayinə uğurla əlavə edildi');
  assert.equal(checkup.firstName, 'Nigar');
  assert.equal(checkup.status, 'completed');
  assert.equal(checkup.startDate, '2026-11-20T00:00:00.000Z');
  assert.equal(checkup.endDate, null);

  const { checkups } = (await client.get('/api/partner/misc/checkups')).ok<OwnCheckupList>();
  assert.deepEqual(checkups[0]?.xrayFiles, ['panoram.dcm']);
  const [link] = checkups[0]?.xrayFileLinks ?? [];
  assert.equal(link?.size, bytes.length);
  assert.equal(link?.contentType, 'application/dicom');
  const opened = await visitor.get(link?.url ?? '');
  assert.deepEqual(opened.response.rawPayload, bytes);
});

test('forms are understood in every way they are sent', async (t) => {
  const { admin, addPartner } = await newWorld(t);
  const partner = (await addPartner())._id;
  const send = async (as: 'json' | 'text' | 'form') => {
    const fileId = await admin.upload(someDicom(), 'a.dcm');
    const list = [{ fileId, fileName: 'a.dcm', totalChunks: '1' }];
    const body = { partner, firstName: 'Nigar', lastName: 'Hüseynova' };
    const asText = { ...body, xrayFiles: JSON.stringify(list) };
    if (as === 'form') return admin.form('POST', URL, asText);
    return admin.post(URL, as === 'json' ? { ...body, xrayFiles: list } : asText);
  };
  for (const as of ['json', 'text', 'form'] as const)
    assert.deepEqual((await send(as)).ok<Saved>().checkup.xrayFiles, ['a.dcm']);
});

test('missing fields are listed in the order of the screen', async (t) => {
  const { admin, addPartner } = await newWorld(t);
  const partner = (await addPartner())._id;
  const fileId = await admin.upload(someDicom(), 'a.dcm');
  const whole = {
    partner,
    firstName: 'Nigar',
    lastName: 'Hüseynova',
    xrayFiles: [{ fileId, fileName: 'a.dcm' }],
  };
  const cases: [object, string][] = [
    [{ partner: '' }, 'Partner seçin'],
    [{ partner: randomUUID() }, 'Partner seçin'],
    [{ firstName: '  ' }, 'Ad və soyad daxil edin'],
    [{ lastName: '' }, 'Ad və soyad daxil edin'],
    [{ xrayFiles: [] }, 'Ən az 1 rentgen faylı seçin'],
    [{ xrayFiles: '[]' }, 'Ən az 1 rentgen faylı seçin'],
    [{ xrayFiles: '[{' }, 'The list of files is not valid JSON'],
    [{ startDate: '2026-13-01' }, 'Düzgün tarix daxil edin'],
    [{ status: 'lost' }, 'Düzgün status seçin'],
  ];
  for (const [change, message] of cases)
    assert.equal((await admin.post(URL, { ...whole, ...change })).refused(400).message, message);
  assert.equal((await admin.get(URL)).ok<CheckupList>().checkups.length, 0);
  (await admin.post(URL, whole)).ok();
});

test('the same create sent twice makes one checkup; the same upload elsewhere is a conflict', async (t) => {
  const { admin, addPartner } = await newWorld(t);
  const partner = (await addPartner())._id;
  const fileId = await admin.upload(someDicom(), 'a.dcm');
  const body = {
    partner,
    firstName: 'Nigar',
    lastName: 'Hüseynova',
    xrayFiles: [{ fileId, fileName: 'a.dcm' }],
  };
  const first = (await admin.post(URL, body)).ok<Saved>();
  const second = (await admin.post(URL, body)).ok<Saved>();
  assert.equal(second.checkup._id, first.checkup._id);
  (await admin.post(URL, { ...body, firstName: 'Aysel' })).refused(409);
  assert.equal((await admin.get(URL)).ok<CheckupList>().pagination.totalItems, 1);
});

test('creates racing for one upload make one checkup', async (t) => {
  const { admin, addPartner } = await newWorld(t);
  const partner = (await addPartner())._id;
  const fileId = await admin.upload(someDicom(), 'a.dcm');
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      admin.post(URL, {
        partner,
        firstName: `Nigar ${index}`,
        lastName: 'Hüseynova',
        xrayFiles: [{ fileId, fileName: 'a.dcm' }],
      }),
    ),
  );
  assert.deepEqual(answers.map((answer) => answer.status).toSorted(), [
    200,
    ...Array<number>(7).fill(409),
  ]);
  assert.equal((await admin.get(URL)).ok<CheckupList>().pagination.totalItems, 1);
});

test('an edit changes names, leaves absent fields, and numbers a second file of the same name', async (t) => {
  const { admin, addCheckup } = await newWorld(t);
  const before = await addCheckup({ fileName: 'scan.dcm', name: 'KLKT' });
  const fileId = await admin.upload(someDicom(), 'scan.dcm');
  const { checkup, message } = (
    await admin.post(MERGE, {
      checkupId: before._id,
      firstName: 'Aysel',
      lastName: 'Quliyeva',
      files: JSON.stringify([{ fileId, fileName: 'scan.dcm' }]),
    })
  ).ok<Saved>();
  assert.equal(message, 'Müayinə uğurla yeniləndi');
  assert.equal(checkup.firstName, 'Aysel');
  assert.equal(checkup.name, 'KLKT');
  assert.deepEqual(checkup.xrayFiles, ['scan.dcm', 'scan (2).dcm']);
  assert.deepEqual(
    checkup.xrayFileLinks.map((link) => link.name),
    checkup.xrayFiles,
  );
});

test('a file added after a deletion is last', async (t) => {
  const { admin, addCheckup } = await newWorld(t);
  const { _id: checkupId } = await addCheckup({ fileName: 'a.dcm' });
  const names = { firstName: 'Aysel', lastName: 'Quliyeva' };
  const add = async (fileName: string) => {
    const files = [{ fileId: await admin.upload(someDicom(), fileName), fileName }];
    return (await admin.post(MERGE, { checkupId, ...names, files })).ok<Saved>().checkup.xrayFiles;
  };
  await add('z.dcm');
  (await admin.delete(`${URL}/${checkupId}/files/a.dcm`)).ok();
  assert.deepEqual(await add('b.dcm'), ['z.dcm', 'b.dcm']);
});

test('an edit without names is refused, and so is one of nothing', async (t) => {
  const { admin, addCheckup } = await newWorld(t);
  const { _id: checkupId } = await addCheckup();
  const names = { firstName: 'Aysel', lastName: 'Quliyeva' };
  const blank = await admin.post(MERGE, { checkupId, ...names, lastName: ' ' });
  assert.equal(blank.refused(400).message, 'Zəhmət olmasa ad və soyadı daxil edin');
  const gone = await admin.post(MERGE, { checkupId: randomUUID(), ...names, files: [] });
  assert.equal(gone.refused(404).message, 'Müayinə tapılmadı');
});

test('a waiting checkup is completed by its first X-ray, a cancelled one stays cancelled', async (t) => {
  const { admin, addCheckup } = await newWorld(t);
  const { _id: checkupId } = await addCheckup();
  const names = { firstName: 'Aysel', lastName: 'Quliyeva' };
  const edit = async (more: object) =>
    (await admin.post(MERGE, { checkupId, ...names, ...more })).ok<Saved>().checkup.status;
  const file = async () => [
    { fileId: await admin.upload(someDicom(), 'b.dcm'), fileName: 'b.dcm' },
  ];
  assert.equal(await edit({ status: 'pending' }), 'pending');
  assert.equal(await edit({ files: await file() }), 'completed');
  assert.equal(await edit({ status: 'cancelled' }), 'cancelled');
  assert.equal(await edit({ files: await file() }), 'cancelled');
});

test('an X-ray meets the checkup as it is when the upload is finished', async (t) => {
  const { admin, storage, signedInPartner, addCheckup } = await newWorld(t);
  const { partner, client } = await signedInPartner();
  const edit = async ({ _id: checkupId, firstName, lastName }: Checkup, more: object) =>
    (await admin.post(MERGE, { checkupId, firstName, lastName, ...more })).ok<Saved>().checkup;
  /** A checkup whose only X-ray was seen and deleted gets one, and another state while it is finished. */
  const addXray = async ({ before, meanwhile }: Record<'before' | 'meanwhile', CheckupStatus>) => {
    const checkup = await addCheckup({ partner: partner._id, fileName: 'a.dcm' });
    (await client.post(`/api/partner/checkups/${checkup._id}/opened`)).ok();
    (await admin.delete(`${URL}/${checkup._id}/files/a.dcm`)).ok();
    await edit(checkup, { status: before });
    const files = [{ fileId: await admin.upload(someDicom(), 'b.dcm'), fileName: 'b.dcm' }];
    const { finish } = storage;
    const edited: typeof finish = async (...args) => {
      await edit(checkup, { status: meanwhile });
      return finish(...args);
    };
    t.mock.method(storage, 'finish', edited, { times: 1 });
    return edit(checkup, { files });
  };

  const stopped = await addXray({ before: 'pending', meanwhile: 'cancelled' });
  assert.equal(stopped.status, 'cancelled');
  const { _id } = await addXray({ before: 'cancelled', meanwhile: 'completed' });
  const unseen = (await client.get('/api/partner/results/unseen')).ok<UnseenResults>();
  assert.deepEqual(unseen.checkups, [_id]);
});

test('deleting a file by its visible name removes it from the list and ends its link', async (t) => {
  const { admin, visitor, addCheckup } = await newWorld(t);
  const name = 'rəy % "1"/..\\x.txt';
  const checkup = await addCheckup({ fileName: name, bytes: Buffer.from('Rəy') });
  const shown = checkup.xrayFiles[0] ?? '';
  const url = checkup.xrayFileLinks[0]?.url ?? '';
  assert.equal((await visitor.get(url)).status, 200);
  const path = `${URL}/${checkup._id}/files/${encodeURIComponent(shown)}`;
  assert.equal((await admin.delete(path)).ok<Saved>().message, 'Fayl uğurla silindi');
  (await visitor.get(url)).refused(404);
  (await admin.delete(path)).refused(404);
  assert.deepEqual((await admin.get(URL)).ok<CheckupList>().checkups[0]?.xrayFiles, []);
});

test('deleting a checkup removes it from the list and ends its links', async (t) => {
  const { admin, visitor, addCheckup } = await newWorld(t);
  const checkup = await addCheckup();
  assert.equal(
    (await admin.delete(`${URL}/${checkup._id}`)).ok<Saved>().message,
    'Müayinə uğurla silindi',
  );
  (await admin.delete(`${URL}/${checkup._id}`)).refused(404);
  (await visitor.get(checkup.xrayFileLinks[0]?.url ?? '')).refused(404);
  assert.deepEqual((await admin.get(URL)).ok<CheckupList>().checkups, []);
});

test('the list has six paging fields, two lines of disk, and newest first', async (t) => {
  const { admin, addCheckup } = await newWorld(t);
  for (let count = 0; count < 12; count += 1)
    await addCheckup({ firstName: `Ad${count}`, lastName: count === 7 ? 'Şükürova' : 'Quliyeva' });
  const { checkups, pagination, diskInfo } = (await admin.get(URL)).ok<CheckupList>();
  assert.equal(checkups.length, 10);
  assert.equal(checkups[0]?.firstName, 'Ad11');
  assert.deepEqual(pagination, {
    currentPage: 1,
    totalPages: 2,
    totalItems: 12,
    itemsPerPage: 10,
    hasNextPage: true,
    hasPrevPage: false,
  });
  assert.equal(diskInfo.split('\n').length, 2);
  assert.match(diskInfo, /Size.+Avail.+Use%/);
  const found = (await admin.get(`${URL}?name=SUKUR%20ad7`)).ok<CheckupList>();
  assert.deepEqual(
    found.checkups.map((checkup) => checkup.firstName),
    ['Ad7'],
  );
});

test('a partner sees only its own checkups', async (t) => {
  const { addCheckup, signedInPartner, visitor, admin } = await newWorld(t);
  const mine = await signedInPartner();
  const other = await signedInPartner();
  const checkup = await addCheckup({ partner: mine.partner._id });
  const own = '/api/partner/misc/checkups';
  assert.equal((await mine.client.get(own)).ok<OwnCheckupList>().checkups[0]?._id, checkup._id);
  assert.deepEqual((await other.client.get(own)).ok<OwnCheckupList>().checkups, []);
  (await admin.get(own)).refused(403);
  (await visitor.get(own)).refused(401);
  for (const [who, status] of [
    [visitor, 401],
    [mine.client, 403],
  ] as const) {
    (await who.get(URL)).refused(status);
    (await who.post(URL, {})).refused(status);
    (await who.post(MERGE, {})).refused(status);
    (await who.delete(`${URL}/${checkup._id}`)).refused(status);
    (await who.delete(`${URL}/${checkup._id}/files/a`)).refused(status);
  }
});

test('an unchanged poll is 304; an upload into the checkup ends that', async (t) => {
  const { admin, addCheckup } = await newWorld(t);
  const { _id: checkupId } = await addCheckup();
  const { etag } = (await admin.get(URL)).response.headers;
  const poll = () => admin.get(URL, { 'if-none-match': etag });
  assert.equal((await poll()).status, 304);
  const fileId = await admin.upload(someDicom(), 'b.dcm');
  const files = [{ fileId, fileName: 'b.dcm' }];
  (await admin.post(MERGE, { checkupId, firstName: 'A', lastName: 'B', files })).ok();
  (await poll()).ok();
});
