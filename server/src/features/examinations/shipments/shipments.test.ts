import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { CheckupList, OwnCheckupList } from '@deqiq/contract/examinations/checkups.ts';
import type { DeletionList } from '@deqiq/contract/examinations/deletions.ts';
import { type ShipmentAnswer, shipmentFailure } from '@deqiq/contract/examinations/shipments.ts';
import * as shipmentMessages from '@deqiq/messages/examinations/shipments.js';
import type { Client } from '@deqiq/testkit/client.ts';
import { pauseTransaction, untilBlocked } from '@deqiq/testkit/databases/paused-transaction.ts';
import { picture } from '@deqiq/testkit/documents/pictures.ts';
import { untilTrue } from '@deqiq/testkit/jobs/queues.ts';
import { newWorld, someDicom } from '@deqiq/testkit/world.ts';
import { sql } from 'kysely';
import sharp from 'sharp';

const URL = '/api/partner/misc/create-checkup';
const ONLY_PICTURES = 'Xəta: Yalnız şəkil faylları (PNG, JPG, WEBP) qəbul edilir';
const NO_FILE = 'Xəta: Zəhmət olmasa bir fayl seçin';

const resting = ({ dataDir }: { dataDir: string }) => readdir(join(dataDir, 'objects/files'));

const ship = async (client: Client, file: Awaited<ReturnType<typeof picture>>) =>
  (await client.form('POST', URL, { file })).ok<ShipmentAnswer>();

test('a picture a partner sends becomes a checkup that waits for staff', async (t) => {
  const world = await newWorld(t);
  const { partner, client } = await world.signedInPartner();
  const { checkup } = await ship(client, await picture({ name: 'resept.png' }));
  const { fileLinks, createdAt, ...rest } = checkup;
  assert.deepEqual(rest, {
    _id: checkup._id,
    firstName: '',
    lastName: '',
    partner: { _id: partner._id, firstName: partner.firstName, lastName: partner.lastName },
    name: 'Göndəriş',
    description: '',
    startDate: null,
    endDate: null,
    files: ['resept.png'],
    xrayFiles: [],
    xrayFileLinks: [],
    status: 'pending',
  });
  const own = (await client.get('/api/partner/misc/checkups')).ok<OwnCheckupList>();
  assert.equal(own.checkups[0]?._id, checkup._id);
  const all = (await world.admin.get('/api/admin/checkups')).ok<CheckupList>();
  assert.equal(all.checkups[0]?._id, checkup._id);
  const lines = await world.db
    .selectFrom('audit')
    .select(['action', 'role'])
    .where('object_id', '=', checkup._id)
    .execute();
  assert.deepEqual({ ...lines[0] }, { action: 'create', role: 'partner' });
  assert.deepEqual(await resting(world), [
    (await world.db.selectFrom('checkup_files').select('id').executeTakeFirstOrThrow()).id,
  ]);
});

test('staff get its pixels without the location', async (t) => {
  const { admin, visitor, signedInPartner } = await newWorld(t, { runsJobs: true });
  const { client } = await signedInPartner();
  const photo = await picture({ format: 'jpeg', width: 300, height: 200 }, (image) =>
    image
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSMapDatum: 'GPSMARK' } })
      .withMetadata({ orientation: 6 }),
  );
  assert.ok((await sharp(photo.bytes).metadata()).exif);
  await ship(client, photo);
  const { checkups } = (await admin.get('/api/admin/checkups')).ok<CheckupList>();
  const [link] = checkups[0]?.fileLinks ?? [];
  const { response } = await visitor.get(link?.url ?? '');
  assert.equal(response.headers['content-type'], 'image/jpeg');
  const { width, height, format, orientation } = await sharp(response.rawPayload).metadata();
  assert.deepEqual([width, height, format, orientation], [300, 200, 'jpeg', 6]);
  const raw = (bytes: Uint8Array) => sharp(bytes).raw().toBuffer();
  assert.ok((await raw(response.rawPayload)).equals(await raw(photo.bytes)));
  assert.ok(photo.bytes.includes('GPSMARK'));
  assert.equal(response.rawPayload.includes('GPSMARK'), false);
  const derived = async () =>
    (await admin.get('/api/admin/checkups')).ok<CheckupList>().checkups[0]?.fileLinks[0];
  await untilTrue(async () => (await derived())?.previewUrl !== undefined);
  const preview = await visitor.get((await derived())?.previewUrl ?? '');
  const shown = await sharp(preview.response.rawPayload).metadata();
  assert.deepEqual([shown.width, shown.height, shown.format], [200, 300, 'webp']);
});

test('staff fill it in, add X-rays, and it is completed', async (t) => {
  const { admin, signedInPartner } = await newWorld(t);
  const { client } = await signedInPartner();
  const { checkup } = await ship(client, await picture());
  const fileId = await admin.upload(someDicom(), 'panoram.dcm');
  (
    await admin.post('/api/admin/checkups/merge-chunks', {
      checkupId: checkup._id,
      firstName: 'Nigar',
      lastName: 'Hüseynova',
      files: [{ fileId, fileName: 'panoram.dcm' }],
    })
  ).ok();
  const own = (await client.get('/api/partner/misc/checkups')).ok<OwnCheckupList>();
  assert.deepEqual(own.checkups[0]?.xrayFiles, ['panoram.dcm']);
  assert.deepEqual(own.checkups[0]?.files, ['picture.png']);
  assert.equal(own.checkups[0]?.status, 'completed');
});

test('png, jpg, jpeg and webp are accepted, with extensions in any case', async (t) => {
  const { signedInPartner } = await newWorld(t);
  const { client } = await signedInPartner();
  for (const [format, name] of [
    ['png', 'a.PNG'],
    ['jpeg', 'b.jpg'],
    ['jpeg', 'c.JPEG'],
    ['webp', 'd.e.webp'],
  ] as const) {
    const { checkup } = await ship(client, await picture({ format, name }));
    assert.deepEqual(checkup.files, [name]);
  }
});

test('anything else is refused in the words of the screen, and nothing stays', async (t) => {
  const world = await newWorld(t);
  const { client } = await world.signedInPartner();
  const png = await picture();
  const gif = await picture({ format: 'gif' });
  const refused = async (status: number, message: string | RegExp, parts: object) => {
    const body = (await client.form('POST', URL, { ...parts })).refused(status);
    assert.match(body.message, typeof message === 'string' ? literally(message) : message);
    assert.equal(body.fields?.[0]?.path, 'file');
  };
  await refused(400, NO_FILE, {});
  await refused(400, NO_FILE, { file: 'a.png' });
  await refused(400, NO_FILE, { file: { fileName: '', bytes: Buffer.alloc(0) } });
  await refused(400, /^Xəta: .*yalnız bir fayl/, { file: [png, png] });
  await refused(415, ONLY_PICTURES, { file: gif });
  await refused(415, ONLY_PICTURES, { file: { fileName: 'a.dcm', bytes: someDicom() } });
  await refused(415, ONLY_PICTURES, { file: { fileName: 'a.svg', bytes: Buffer.from('<svg/>') } });
  await refused(415, /^Xəta: /, { file: { fileName: 'a.png', bytes: gif.bytes } });
  await refused(415, /^Xəta: /, { file: { fileName: 'a.png', bytes: Buffer.alloc(0) } });
  await refused(415, /^Xəta: /, { file: { ...png, bytes: png.bytes.subarray(0, 90) } });
  await refused(413, /15 MB/, { file: { ...png, bytes: Buffer.alloc(15 * 1024 * 1024 + 1) } });
  const huge = await picture({ width: 10_000, height: 6_001 });
  await refused(413, /60 meqapiksel/, { file: huge });
  assert.equal((await client.post(URL, {})).refused(400).message, NO_FILE);
  const own = (await client.get('/api/partner/misc/checkups')).ok<OwnCheckupList>();
  assert.deepEqual(own.checkups, []);
  assert.deepEqual(await resting(world), []);
});

test('only partners send pictures', async (t) => {
  const { visitor, admin } = await newWorld(t);
  (await visitor.form('POST', URL, { file: await picture() })).refused(401);
  (await admin.form('POST', URL, { file: await picture() })).refused(403);
});

test('its bytes outlive the deletion of its checkup, so that it can be restored', async (t) => {
  const world = await newWorld(t);
  const { client } = await world.signedInPartner();
  const { checkup } = await ship(client, await picture());
  const stored = await resting(world);
  (await world.admin.delete(`/api/admin/checkups/${checkup._id}`)).ok();
  assert.deepEqual(await resting(world), stored);
});

test('a shipment that cannot be written down leaves no bytes', async (t) => {
  const world = await newWorld(t);
  const { client } = await world.signedInPartner();
  await sql`alter table checkup_files rename to elsewhere`.execute(world.db);
  (await client.form('POST', URL, { file: await picture() })).refused(500);
  assert.deepEqual(await resting(world), []);
  assert.deepEqual(await world.db.selectFrom('checkups').select('id').execute(), []);
});

test('the screen shows the message once', () => {
  assert.equal(shipmentFailure(), 'Xəta: Bir xəta baş verdi');
  assert.equal(shipmentFailure('Sorğu oxuna bilmədi'), 'Xəta: Sorğu oxuna bilmədi');
  assert.equal(shipmentFailure(NO_FILE), NO_FILE);
});

const literally = (text: string) => new RegExp(`^${text.replace(/[()]/g, '\\$&')}$`);

test('a shipment may contain the patient’s name and a note', async (t) => {
  const { admin, signedInPartner } = await newWorld(t);
  const { client } = await signedInPartner();
  const details = { firstName: ' Nigar ', lastName: 'Hüseynova', note: '36-cı diş, kanal?' };
  (await client.form('POST', URL, { file: await picture(), ...details })).ok();
  const { checkups } = (await admin.get('/api/admin/checkups?name=huseynova')).ok<CheckupList>();
  const [{ firstName, lastName, description, status } = {} as CheckupList['checkups'][0]] =
    checkups;
  assert.deepEqual(
    [firstName, lastName, description, status],
    ['Nigar', 'Hüseynova', '36-cı diş, kanal?', 'pending'],
  );
  const long = { file: await picture(), note: 'ə'.repeat(5_001) };
  assert.equal((await client.form('POST', URL, long)).refused(400).fields?.[0]?.path, 'note');
});

test('a partner withdraws a shipment that waits; staff see it and can restore it', async (t) => {
  const { admin, db, signedInPartner } = await newWorld(t);
  const { partner, client } = await signedInPartner();
  const { checkup } = await ship(client, await picture());
  const path = `/api/partner/misc/checkups/${checkup._id}`;
  const { client: other } = await signedInPartner();
  (await other.delete(path)).refused(404);
  (await admin.delete(path)).refused(403);
  (await client.delete(path)).ok();
  (await client.delete(path)).refused(404);
  const own = async () =>
    (await client.get('/api/partner/misc/checkups')).ok<OwnCheckupList>().checkups;
  assert.deepEqual(await own(), []);
  const list = await admin.get('/api/admin/checkups/deleted');
  const [deletion] = list.ok<DeletionList>().deletions;
  assert.equal(deletion?.withdrawn, true);
  (await admin.post(`/api/admin/checkups/deleted/${deletion?._id}/restore`)).ok();
  assert.equal((await own())[0]?._id, checkup._id);
  const { role, person_id } = await db
    .selectFrom('audit')
    .select(['role', 'person_id'])
    .where('action', '=', 'withdraw')
    .where('object_id', '=', checkup._id)
    .executeTakeFirstOrThrow();
  assert.deepEqual([role, person_id], ['partner', partner._id]);
});

test('a shipment with X-rays from staff cannot be withdrawn', async (t) => {
  const { admin, signedInPartner } = await newWorld(t);
  const { client } = await signedInPartner();
  const { checkup } = await ship(client, await picture());
  const fileId = await admin.upload(someDicom(), 'panoram.dcm');
  const names = { firstName: 'Nigar', lastName: 'Hüseynova', status: 'pending' };
  const files = [{ fileId, fileName: 'panoram.dcm' }];
  const merge = { checkupId: checkup._id, ...names, files };
  (await admin.post('/api/admin/checkups/merge-chunks', merge)).ok();
  const refused = (await client.delete(`/api/partner/misc/checkups/${checkup._id}`)).refused(409);
  assert.equal(refused.message, shipmentMessages.alreadyAccepted());
});

test('a shipment that receives its first X-ray at the same moment is not withdrawn', {
  skip: process.env.TEST_DATABASE !== 'postgres' && 'SQLite has one writer',
}, async (t) => {
  const { db, signedInPartner } = await newWorld(t);
  const { client } = await signedInPartner();
  const { _id } = (await ship(client, await picture())).checkup;
  const received = await pauseTransaction(db, async (tx) => {
    // Like an edit with a file, which leaves the checkup pending.
    await tx.updateTable('checkups').set({ id: _id }).where('id', '=', _id).execute();
    const sent = tx.selectFrom('checkup_files').selectAll().where('checkup_id', '=', _id);
    const xray = { id: randomUUID(), kind: 'xray' as const, name: 'panoram.dcm' };
    const row = { ...(await sent.executeTakeFirstOrThrow()), ...xray };
    await tx.insertInto('checkup_files').values(row).execute();
  });
  const withdrawn = client.delete(`/api/partner/misc/checkups/${_id}`);
  await untilBlocked(db);
  await received.commit();
  (await withdrawn).refused(409);
});

test('a shipment with X-rays stays, also after staff have deleted them', async (t) => {
  const { admin, signedInPartner } = await newWorld(t);
  const { client } = await signedInPartner();
  const { checkup } = await ship(client, await picture());
  const fileId = await admin.upload(someDicom(), 'panoram.dcm');
  const names = { firstName: 'Nigar', lastName: 'Hüseynova', status: 'completed' };
  const files = [{ fileId, fileName: 'panoram.dcm' }];
  const merge = { checkupId: checkup._id, ...names, files };
  (await admin.post('/api/admin/checkups/merge-chunks', merge)).ok();
  (await admin.delete(`/api/admin/checkups/${checkup._id}/files/panoram.dcm`)).ok();
  (await client.delete(`/api/partner/misc/checkups/${checkup._id}`)).refused(409);
});
