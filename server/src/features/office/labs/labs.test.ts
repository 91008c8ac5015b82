import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Lab, LabList, OwnLabList } from '@deqiq/contract/office/labs.ts';
import { newWorld, type World } from '@deqiq/testkit/world.ts';

const URL = '/api/admin/labs';
const OWN = '/api/partner/misc/labs';

interface Answer {
  lab: Lab;
  message: string;
}

const form = (partner: string) => ({
  title: 'Sirkonium tac',
  partner,
  startDate: '2026-11-20',
  endDate: '2026-11-27',
});

async function addLab(
  { admin, addPartner }: World,
  overrides: Partial<ReturnType<typeof form>> = {},
) {
  const partner = overrides.partner ?? (await addPartner())._id;
  return (await admin.post(URL, { ...form(partner), ...overrides })).ok<Answer>().lab;
}

/** The orders with an audit row of this action. */
async function audited({ db }: World, action: string) {
  const rows = await db
    .selectFrom('audit')
    .select('object_id')
    .where('object', '=', 'lab')
    .where('action', '=', action)
    .execute();
  return rows.map((row) => row.object_id);
}

test('staff add an order by form data; it waits, and is first in the list', async (t) => {
  const world = await newWorld(t);
  const { admin, addPartner } = world;
  await addLab(world);
  const partner = await addPartner({ firstName: 'Rəşad', lastName: 'Əliyev' });
  const { lab, message } = (await admin.form('POST', URL, form(partner._id))).ok<Answer>();
  assert.equal(message, 'Labs uğurla əlavə edildi');
  assert.deepEqual(lab, {
    _id: lab._id,
    title: 'Sirkonium tac',
    partner: { _id: partner._id, firstName: 'Rəşad', lastName: 'Əliyev' },
    startDate: '2026-11-20T00:00:00.000Z',
    endDate: '2026-11-27T00:00:00.000Z',
    status: 'pending',
  });
  const list = (await admin.get(URL)).ok<LabList>();
  assert.deepEqual(list.labs[0], lab);
  assert.deepEqual(Object.keys(list).toSorted(), ['labs', 'totalPages']);
  assert.equal(list.totalPages, 1);
  assert.deepEqual(await audited(world, 'create'), [list.labs[1]?._id, lab._id]);
});

test('adding and editing refuse a missing field in their own words', async (t) => {
  const world = await newWorld(t);
  const { admin } = world;
  const lab = await addLab(world);
  const cases: [string, string, string][] = [
    ['title', 'Zəhmət olmasa başlıq daxil edin', 'Zəhmət olmasa başlığı daxil edin'],
    ['partner', 'Zəhmət olmasa partner seçin', 'Zəhmət olmasa partner seçin'],
    ['startDate', 'Zəhmət olmasa başlanğıc tarixini seçin', 'Başlanğıc tarixi boş ola bilməz'],
    ['endDate', 'Zəhmət olmasa bitiş tarixini seçin', 'Bitmə tarixi boş ola bilməz'],
  ];
  for (const [field, add, edit] of cases) {
    for (const value of [undefined, '', '  ', null, 7]) {
      const body = { ...form(lab.partner._id), [field]: value };
      assert.equal((await admin.post(URL, body)).refused(400).message, add);
      assert.equal((await admin.put(`${URL}/${lab._id}`, body)).refused(400).message, edit);
    }
  }
  const empty = (await admin.post(URL, {})).refused(400);
  assert.deepEqual(
    empty.fields?.map((field) => field.path),
    ['title', 'partner', 'startDate', 'endDate'],
  );
  const nobody = { ...form(lab.partner._id), partner: 'nobody' };
  for (const answer of [
    await admin.post(URL, nobody),
    await admin.put(`${URL}/${lab._id}`, nobody),
  ])
    assert.deepEqual(answer.refused(400).fields, [
      { path: 'partner', message: 'Zəhmət olmasa partner seçin' },
    ]);
  assert.equal((await admin.get(URL)).ok<LabList>().labs.length, 1);
});

test('an order may end before it starts: this is not checked', async (t) => {
  const world = await newWorld(t);
  const lab = await addLab(world, { startDate: '2026-11-20', endDate: '2026-11-01' });
  assert.equal(lab.endDate, '2026-11-01T00:00:00.000Z');
});

test('an edit by JSON changes the fields and leaves the status', async (t) => {
  const world = await newWorld(t);
  const { admin, addPartner } = world;
  const lab = await addLab(world);
  (await admin.patch(`${URL}/${lab._id}/status`, { status: 'completed' })).ok();
  const other = await addPartner({ firstName: 'Zaur' });
  const body = { ...form(other._id), title: 'Şəffaf kapa', startDate: lab.startDate };
  const { lab: edited, message } = (await admin.put(`${URL}/${lab._id}`, body)).ok<Answer>();
  assert.equal(message, 'Labs uğurla yeniləndi');
  assert.equal(edited.title, 'Şəffaf kapa');
  assert.equal(edited.partner.firstName, 'Zaur');
  assert.equal(edited.startDate, lab.startDate);
  assert.equal(edited.status, 'completed');
  const found = (await admin.get(`${URL}?name=seffaf`)).ok<LabList>();
  assert.deepEqual(found.labs, [edited]);
  assert.deepEqual((await admin.get(`${URL}?name=sirkonium`)).ok<LabList>().labs, []);
});

test('an order keeps its deleted partner, and cannot get another deleted one', async (t) => {
  const world = await newWorld(t);
  const { admin, addPartner } = world;
  const lab = await addLab(world);
  const gone = await addPartner();
  for (const id of [lab.partner._id, gone._id])
    (await admin.delete(`/api/admin/partners/${id}`)).ok();
  const unchanged = await admin.put(`${URL}/${lab._id}`, form(lab.partner._id));
  assert.equal(unchanged.ok<Answer>().lab.partner.deleted, true);
  (await admin.put(`${URL}/${lab._id}`, form(gone._id))).refused(400);
  (await admin.post(URL, form(gone._id))).refused(400);
});

test('a status is pending or completed, and nothing else', async (t) => {
  const world = await newWorld(t);
  const { admin } = world;
  const { _id } = await addLab(world);
  for (const status of ['completed', 'completed', 'pending'] as const) {
    const { lab } = (await admin.patch(`${URL}/${_id}/status`, { status })).ok<Answer>();
    assert.equal(lab.status, status);
  }
  for (const status of ['cancelled', '', undefined, 'PENDING', 1])
    (await admin.patch(`${URL}/${_id}/status`, { status })).refused(400);
  assert.equal((await admin.get(URL)).ok<LabList>().labs[0]?.status, 'pending');
});

test('an order is deleted once', async (t) => {
  const world = await newWorld(t);
  const { admin } = world;
  const lab = await addLab(world);
  const removed = (await admin.delete(`${URL}/${lab._id}`)).ok<Answer>();
  assert.equal(removed.message, 'Laboratoriya uğurla silindi');
  (await admin.delete(`${URL}/${lab._id}`)).refused(404);
  (await admin.put(`${URL}/${lab._id}`, form(lab.partner._id))).refused(404);
  (await admin.patch(`${URL}/${lab._id}/status`, { status: 'completed' })).refused(404);
  assert.deepEqual((await admin.get(URL)).ok<LabList>().labs, []);
  assert.deepEqual(await audited(world, 'delete'), [lab._id]);
});

test('a partner sees only its own orders, newest first', async (t) => {
  const world = await newWorld(t);
  const { signedInPartner } = world;
  const mine = await signedInPartner();
  const other = await signedInPartner();
  for (const title of ['Bir', 'İki', 'Üç'])
    await addLab(world, { title, partner: mine.partner._id });
  await addLab(world, { title: 'Başqası', partner: other.partner._id });
  const first = (await mine.client.get(`${OWN}?limit=2`)).ok<OwnLabList>();
  assert.deepEqual(
    first.labs.map((lab) => lab.title),
    ['Üç', 'İki'],
  );
  assert.deepEqual(first.pagination, {
    currentPage: 1,
    totalPages: 2,
    totalItems: 3,
    itemsPerPage: 2,
    hasNextPage: true,
    hasPrevPage: false,
  });
  const all = (await mine.client.get(OWN)).ok<OwnLabList>();
  assert.equal(all.pagination.itemsPerPage, 10);
  assert.equal((await other.client.get(OWN)).ok<OwnLabList>().labs[0]?.title, 'Başqası');
});

test('twenty to a page for staff; past the last page is empty; nonsense is 400', async (t) => {
  const world = await newWorld(t);
  const { admin, addPartner } = world;
  const partner = (await addPartner())._id;
  for (let n = 0; n < 21; n += 1) await addLab(world, { partner, title: `Sifariş ${n}` });
  const page = async (query: string) => (await admin.get(`${URL}?${query}`)).ok<LabList>();
  assert.equal((await page('')).labs.length, 20);
  assert.equal((await page('')).totalPages, 2);
  assert.equal((await page('page=2')).labs[0]?.title, 'Sifariş 0');
  assert.deepEqual((await page('page=3')).labs, []);
  for (const bad of ['page=0', 'page=x', 'limit=0', 'limit=101'])
    (await admin.get(`${URL}?${bad}`)).refused(400);
});

test('an unchanged poll is 304 until an order or its partner changes', async (t) => {
  const world = await newWorld(t);
  const { admin, signedInPartner } = world;
  const { partner, client } = await signedInPartner();
  const lab = await addLab(world, { partner: partner._id });
  for (const [who, url, status, lastName] of [
    [admin, URL, 'completed', 'Yeni'],
    [client, OWN, 'pending', 'Yenisi'],
  ] as const) {
    const { etag } = (await who.get(url)).response.headers;
    const poll = () => who.get(url, { 'if-none-match': etag });
    assert.equal((await poll()).status, 304);
    (await admin.patch(`${URL}/${lab._id}/status`, { status })).ok();
    const later = (await poll()).response.headers.etag;
    assert.notEqual(later, etag);
    const { birthDate: _, ...details } = partner;
    const renamed = { ...details, lastName, birthDate: '1985-04-12' };
    (await admin.put(`/api/admin/partners/${partner._id}`, renamed)).ok();
    (await who.get(url, { 'if-none-match': later })).ok();
  }
});

test('only staff keep orders', async (t) => {
  const world = await newWorld(t);
  const { visitor, admin, signedInPartner } = world;
  const { partner, client } = await signedInPartner();
  const lab = await addLab(world, { partner: partner._id });
  for (const [who, status] of [
    [visitor, 401],
    [client, 403],
  ] as const) {
    (await who.get(URL)).refused(status);
    (await who.post(URL, form(partner._id))).refused(status);
    (await who.put(`${URL}/${lab._id}`, form(partner._id))).refused(status);
    (await who.patch(`${URL}/${lab._id}/status`, { status: 'completed' })).refused(status);
    (await who.delete(`${URL}/${lab._id}`)).refused(status);
  }
  (await visitor.get(OWN)).refused(401);
  (await admin.get(OWN)).refused(403);
});
