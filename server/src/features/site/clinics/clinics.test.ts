import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pictureUrl } from '@deqiq/contract/imaging/pictures.ts';
import type { Clinic, ClinicList, PublicClinics } from '@deqiq/contract/site/clinics.ts';
import type { FormParts } from '@deqiq/testkit/client.ts';
import { picture, storedPictures } from '@deqiq/testkit/documents/pictures.ts';
import { newWorld, type World } from '@deqiq/testkit/world.ts';

const URL = '/api/admin/clinics';
const PUBLIC = '/api/misc/clinics';
const details = { title: 'Ağ Diş', phone: '+994 12 555 44 33', instagram: '@agdis' };

type Saved = { clinic: Clinic; message: string };

async function addClinic({ admin }: World, overrides: FormParts = {}): Promise<Clinic> {
  const form = { ...details, image: await picture(), ...overrides };
  return (await admin.form('POST', URL, form)).ok<Saved>().clinic;
}

test('staff add a clinic, and visitors see it first, in Bakı', async (t) => {
  const world = await newWorld(t);
  await addClinic(world);
  const image = await picture({ format: 'jpeg', name: 'klinika.JPG' });
  const form = { ...details, title: 'Dəqiq Diş', image };
  const { clinic, message } = (await world.admin.form('POST', URL, form)).ok<Saved>();
  assert.equal(message, 'Klinik uğurla əlavə edildi');
  assert.deepEqual(Object.keys(clinic), [
    '_id',
    'title',
    'phone',
    'location',
    'instagram',
    'imageUrl',
  ]);
  assert.equal(clinic.location, 'Bakı, Azərbaycan');
  const { clinics } = (await world.visitor.get(PUBLIC)).ok<PublicClinics>();
  assert.deepEqual(clinics[0], clinic);
  assert.deepEqual((await world.admin.get(`${URL}/${clinic._id}`)).ok(), { clinic });
  const shown = await world.visitor.get(pictureUrl('clinic', clinic.imageUrl));
  assert.equal(shown.status, 200);
});

test('the first failing field is the message, in the order of the form', async (t) => {
  const world = await newWorld(t);
  const image = await picture();
  const refused = async (parts: FormParts) =>
    (await world.admin.form('POST', URL, parts)).refused(400);
  const { title, phone, instagram } = details;
  assert.equal((await refused({ image })).message, 'Please enter a title');
  assert.equal(
    (await refused({ title: ' ', phone, instagram, image })).message,
    'Please enter a title',
  );
  assert.equal((await refused({ title, image })).message, 'Please enter a phone number');
  assert.equal((await refused({ title, phone })).message, 'Please enter an instagram link');
  assert.equal((await refused(details)).message, 'Please upload a clinic image');
  assert.equal(
    (await refused({ ...details, image: 'x.png' })).message,
    'Please upload a clinic image',
  );
  const nothing = (await world.admin.post(URL, {})).refused(400);
  assert.deepEqual(
    nothing.fields?.map((field) => field.path),
    ['title', 'phone', 'instagram', 'image'],
  );
  assert.deepEqual(await storedPictures(world), []);
});

test('an edit changes the sent fields and removes the file of a replaced picture', async (t) => {
  const world = await newWorld(t);
  const before = await addClinic(world);
  const url = `${URL}/${before._id}`;
  const named = (await world.admin.form('PATCH', url, { title: 'Yeni ad' })).ok<Saved>();
  assert.equal(named.message, 'Klinik məlumatları uğurla yeniləndi');
  assert.deepEqual(named.clinic, { ...before, title: 'Yeni ad' });
  assert.deepEqual((await world.admin.patch(url, { phone: '1' })).ok<Saved>().clinic.phone, '1');

  const image = await picture({ width: 100 });
  const shown = (await world.admin.form('PATCH', url, { ...details, image })).ok<Saved>().clinic;
  assert.notEqual(shown.imageUrl, before.imageUrl);
  (await world.visitor.get(pictureUrl('clinic', before.imageUrl))).refused(404);
  assert.equal((await storedPictures(world)).length, 1);

  const blank = await world.admin.form('PATCH', url, { title: '', image });
  assert.equal(blank.refused(400).message, 'Please enter a title');
  const unchanged = await world.admin.form('PATCH', url, { ...details, image: '' });
  assert.deepEqual(unchanged.ok<Saved>().clinic, shown);
  const broken = { fileName: 'a.png', bytes: Buffer.from('not even looked at') };
  (await world.admin.form('PATCH', `${URL}/nobody`, { image: broken })).refused(404);
  assert.equal((await storedPictures(world)).length, 1);
});

test('a clinic is deleted once, with its picture', async (t) => {
  const world = await newWorld(t);
  const clinic = await addClinic(world);
  const url = `${URL}/${clinic._id}`;
  assert.equal((await world.admin.delete(url)).ok<Saved>().message, 'Klinik uğurla silindi');
  (await world.admin.delete(url)).refused(404);
  (await world.admin.get(url)).refused(404);
  (await world.admin.patch(url, details)).refused(404);
  (await world.visitor.get(pictureUrl('clinic', clinic.imageUrl))).refused(404);
  assert.deepEqual((await world.visitor.get(PUBLIC)).ok<PublicClinics>().clinics, []);
  assert.deepEqual(await storedPictures(world), []);
});

test('concurrent edits and deletions leave exactly the files of existing rows', async (t) => {
  const world = await newWorld(t);
  const remaining = await addClinic(world);
  const gone = await addClinic(world);
  const image = await picture();
  const edits = Array.from({ length: 4 }, () => [
    world.admin.form('PATCH', `${URL}/${remaining._id}`, { image }),
    world.admin.form('PATCH', `${URL}/${gone._id}`, { image }),
    world.admin.delete(`${URL}/${gone._id}`),
  ]).flat();
  const answers = await Promise.all(edits);
  // One person has three pictures at work at most.
  assert.ok(answers.every(({ status }) => [200, 404, 503].includes(status)));
  const { clinics } = (await world.visitor.get(PUBLIC)).ok<PublicClinics>();
  const files = clinics.map(({ imageUrl }) => imageUrl.replace('.webp', '-480'));
  assert.deepEqual(await storedPictures(world), files);
  const rows = await world.db.selectFrom('pictures').select('id').execute();
  assert.deepEqual(
    rows.map(({ id }) => `${id}.webp`),
    clinics.map(({ imageUrl }) => imageUrl),
  );
});

test('the list has pages of ten, searches by title and folds letters', async (t) => {
  const world = await newWorld(t);
  for (const title of ['Şəfa Klinikası', 'İnci Dental', 'Çinar']) await addClinic(world, { title });
  const list = async (query: string) => (await world.admin.get(`${URL}?${query}`)).ok<ClinicList>();
  const titles = async (name: string) =>
    (await list(new URLSearchParams({ name }).toString())).clinics.map(({ title }) => title);
  assert.deepEqual(await titles(''), ['Çinar', 'İnci Dental', 'Şəfa Klinikası']);
  assert.deepEqual(await titles('KLINIK sef'), ['Şəfa Klinikası']);
  assert.deepEqual(await titles('inci'), ['İnci Dental']);
  assert.deepEqual(await titles('c'), ['Çinar']);
  assert.deepEqual(await titles('%'), []);
  const second = await list('page=2&limit=2');
  assert.deepEqual(Object.keys(second), ['clinics', 'totalPages']);
  assert.deepEqual([second.clinics.length, second.totalPages], [1, 2]);
  assert.deepEqual(await list('page=9'), { clinics: [], totalPages: 1 });
  for (const bad of ['page=0', 'limit=101', 'limit=x'])
    (await world.admin.get(`${URL}?${bad}`)).refused(400);
  const { clinics } = await list('name=inci');
  (await world.admin.patch(`${URL}/${clinics[0]?._id}`, { title: 'Mirvari' })).ok();
  assert.deepEqual(await titles('inci'), []);
  assert.deepEqual(await titles('mirvari'), ['Mirvari']);
});

test('a page has ten by default, and visitors receive all', async (t) => {
  const world = await newWorld(t);
  for (let count = 0; count < 12; count += 1) await addClinic(world);
  const list = (await world.admin.get(URL)).ok<ClinicList>();
  assert.deepEqual([list.clinics.length, list.totalPages], [10, 2]);
  assert.equal((await world.visitor.get(PUBLIC)).ok<PublicClinics>().clinics.length, 12);
});

test('an unchanged poll is 304, and any change ends that', async (t) => {
  const world = await newWorld(t);
  const { _id } = await addClinic(world);
  for (const [client, url, phone] of [
    [world.admin, URL, '2'],
    [world.visitor, PUBLIC, '3'],
  ] as const) {
    const { etag } = (await client.get(url)).response.headers;
    const poll = () => client.get(url, { 'if-none-match': etag });
    assert.equal((await poll()).status, 304);
    (await world.admin.patch(`${URL}/${_id}`, { phone })).ok();
    (await poll()).ok();
  }
});

test('every change is written down', async (t) => {
  const world = await newWorld(t);
  const { _id } = await addClinic(world);
  (await world.admin.patch(`${URL}/${_id}`, { phone: '2' })).ok();
  (await world.admin.delete(`${URL}/${_id}`)).ok();
  const rows = await world.db
    .selectFrom('audit')
    .select(['action', 'object', 'role', 'result'])
    .where('object_id', '=', _id)
    .orderBy('at')
    .orderBy('id')
    .execute();
  assert.deepEqual(
    rows.map((row) => Object.values(row).join(' ')).toSorted(),
    ['change', 'create', 'delete'].map((action) => `${action} clinic admin ok`),
  );
});

test('strangers and partners change nothing, and see the public list alone', async (t) => {
  const world = await newWorld(t);
  const { _id } = await addClinic(world);
  const { client } = await world.signedInPartner();
  const form = { ...details, image: await picture() };
  for (const [who, status] of [
    [world.visitor, 401],
    [client, 403],
  ] as const) {
    (await who.get(PUBLIC)).ok();
    (await who.get(URL)).refused(status);
    (await who.get(`${URL}/${_id}`)).refused(status);
    (await who.form('POST', URL, form)).refused(status);
    (await who.form('PATCH', `${URL}/${_id}`, form)).refused(status);
    (await who.delete(`${URL}/${_id}`)).refused(status);
  }
  assert.equal((await storedPictures(world)).length, 1);
});
