import assert from 'node:assert/strict';
import { test } from 'node:test';
import type {
  PartnerStats,
  PartnerStatsList,
  PartnerStatsOverview,
} from '@deqiq/contract/office/partner-stats.ts';
import type { Client } from '@deqiq/testkit/client.ts';
import { assertBooked } from '@deqiq/testkit/databases/ledger.ts';
import { newWorld } from '@deqiq/testkit/world.ts';
import { monthStart } from './partner-stats.service.ts';

const URL = '/api/admin/partner-stats';
type Changed = { partner: PartnerStats; message: string };

const changeBalance = (admin: Client, id: string, balance: unknown, action: string) =>
  admin.patch(`${URL}/balance/${id}`, { balance, action });

const changePatients = (admin: Client, id: string, count: unknown, action: string) =>
  admin.patch(`${URL}/patients/${id}`, { count, action });

test('the list shows the figures of live partners, newest first, twenty a page', async (t) => {
  const { admin, addPartner, db } = await newWorld(t);
  const gone = await addPartner({ firstName: 'Gedən' });
  for (let count = 0; count < 20; count += 1) await addPartner({ firstName: `Ad${count}` });
  const newest = await addPartner({ firstName: 'Səbinə', lastName: 'Quliyeva', clinicName: '' });
  (await admin.delete(`/api/admin/partners/${gone._id}`)).ok();
  (await changeBalance(admin, newest._id, 12.5, 'add')).ok();

  const list = (await admin.get(URL)).ok<PartnerStatsList>();

  assert.equal(list.totalPages, 2);
  assert.equal(list.partners.length, 20);
  assert.deepEqual(list.partners[0], {
    _id: newest._id,
    name: 'Səbinə Quliyeva',
    firstName: 'Səbinə',
    lastName: 'Quliyeva',
    email: newest.email,
    phone: newest.phone,
    clinicName: '',
    balance: 12.5,
    sendedPatientsCount: 0,
    createdAt: newest.createdAt,
  });
  const second = (await admin.get(`${URL}?page=2`)).ok<PartnerStatsList>();
  assert.deepEqual(
    second.partners.map((partner) => partner.firstName),
    ['Ad0'],
  );
  assert.deepEqual((await admin.get(`${URL}?page=9`)).ok<PartnerStatsList>().partners, []);
  for (const bad of ['page=0', 'page=x', 'limit=101'])
    (await admin.get(`${URL}?${bad}`)).refused(400);
  const found = (await admin.get(`${URL}?fullName=SEBINE%20qul`)).ok<PartnerStatsList>();
  assert.deepEqual([found.partners.length, found.totalPages], [1, 1]);
  await assertBooked(db);
});

test('one partner is returned; an unknown or deleted one is 404', async (t) => {
  const { admin, addPartner } = await newWorld(t);
  const { _id } = await addPartner();
  const { partner } = (await admin.get(`${URL}/${_id}`)).ok<{ partner: PartnerStats }>();
  assert.deepEqual(partner, (await admin.get(URL)).ok<PartnerStatsList>().partners[0]);
  (await admin.delete(`/api/admin/partners/${_id}`)).ok();
  for (const id of [_id, 'nobody', '%25']) {
    (await admin.get(`${URL}/${id}`)).refused(404);
    (await changeBalance(admin, id, 1, 'add')).refused(404);
    (await changePatients(admin, id, 1, 'set')).refused(404);
    (await admin.patch(`${URL}/reset/${id}`)).refused(404);
  }
});

test('a balance is set, raised and lowered, also below zero, to the qəpik', async (t) => {
  const { admin, addPartner, db } = await newWorld(t);
  const { _id } = await addPartner();
  const steps: [unknown, string, number][] = [
    [10, 'set', 10],
    [0.1, 'add', 10.1],
    [0.2, 'add', 10.3],
    ['12.35', 'subtract', -2.05],
    ['1,15', 'set', 1.15],
    ['-3,5', 'set', -3.5],
    [0, 'set', 0],
    [1_000_000, 'add', 1_000_000],
  ];
  for (const [balance, action, expected] of steps) {
    const { partner, message } = (await changeBalance(admin, _id, balance, action)).ok<Changed>();
    assert.equal(partner.balance, expected);
    assert.equal(message, 'Balans uğurla yeniləndi');
  }
  const form = { balance: '0.01', action: 'subtract' };
  const answer = await admin.form('PATCH', `${URL}/balance/${_id}`, form);
  assert.equal(answer.ok<Changed>().partner.balance, 999_999.99);
  await assertBooked(db);
});

test('an invalid amount is rejected with its message, and nothing changes', async (t) => {
  const { admin, addPartner, db } = await newWorld(t);
  const { _id } = await addPartner();
  (await changeBalance(admin, _id, 5, 'set')).ok();
  const message = 'Zəhmət olmasa düzgün məbləğ daxil edin';
  const bad = ['', ' ', 'beş', '1e3', '1.234', 0.001, 1e21, null, undefined, true, [], {}, '1 000'];
  for (const balance of [...bad, 1_000_000.01, -1_000_001, 'NaN', 'Infinity', '٣']) {
    const refusal = (await changeBalance(admin, _id, balance, 'set')).refused(400);
    assert.deepEqual(refusal.fields, [{ path: 'balance', message }], String(balance));
    assert.equal(refusal.message, message);
  }
  for (const action of ['', 'SET', 'multiply', 'constructor', undefined]) {
    const refusal = (await admin.patch(`${URL}/balance/${_id}`, { balance: 1, action })).refused(
      400,
    );
    assert.equal(refusal.message, 'Düzgün əməliyyat seçin');
  }
  assert.equal((await admin.patch(`${URL}/balance/${_id}`)).refused(400).message, message);
  assert.equal((await admin.get(URL)).ok<PartnerStatsList>().partners[0]?.balance, 5);
  assert.equal((await ledgerOf(db)).length, 1);
});

test('a balance stays within its bounds', async (t) => {
  const { admin, addPartner, db } = await newWorld(t);
  const { _id } = await addPartner();
  const near = { balance_qepik: 9_999_999_950 };
  await db.updateTable('partners').set(near).where('id', '=', _id).execute();
  (await changeBalance(admin, _id, 0.51, 'add')).refused(409);
  assert.equal(
    (await changeBalance(admin, _id, 0.5, 'add')).ok<Changed>().partner.balance,
    100_000_000,
  );
  await assertBooked(db);
});

test('a patient count is set, raised and lowered, never below zero', async (t) => {
  const { admin, addPartner, db } = await newWorld(t);
  const { _id } = await addPartner();
  for (const [count, action, expected] of [
    [7, 'set', 7],
    ['5', 'add', 12],
    [9, 'subtract', 3],
  ] as const) {
    const { partner, message } = (await changePatients(admin, _id, count, action)).ok<Changed>();
    assert.equal(partner.sendedPatientsCount, expected);
    assert.equal(message, 'Xəstə sayı uğurla yeniləndi');
  }
  const below = (await changePatients(admin, _id, 4, 'subtract')).refused(409);
  assert.equal(below.message, 'Xəstə sayı mənfi ola bilməz. Hazırda: 3');
  (await changePatients(admin, _id, 1_000_000, 'add')).refused(409);
  const message = 'Zəhmət olmasa düzgün say daxil edin';
  for (const count of ['', 'x', -1, '-1', 1.5, '1.0', 1_000_001, 1e10, null, undefined, {}, false])
    assert.equal((await changePatients(admin, _id, count, 'set')).refused(400).message, message);
  assert.equal((await changePatients(admin, _id, 3, 'subtract')).ok<Changed>().partner.balance, 0);
  await assertBooked(db);
});

test('a reset sets both figures to zero in one row', async (t) => {
  const { admin, addPartner, db } = await newWorld(t);
  const { _id } = await addPartner();
  (await changeBalance(admin, _id, -4.2, 'set')).ok();
  (await changePatients(admin, _id, 8, 'set')).ok();
  const { partner } = (await admin.patch(`${URL}/reset/${_id}`)).ok<Changed>();
  assert.deepEqual([partner.balance, partner.sendedPatientsCount], [0, 0]);
  (await admin.patch(`${URL}/reset/${_id}`)).ok();
  const { at: _at, seq: _seq, person_id: _who, ...row } = (await ledgerOf(db))[2] ?? {};
  assert.deepEqual(row, {
    partner_id: _id,
    role: 'admin',
    reason: 'reset',
    payment_id: null,
    amount_qepik: 420,
    balance_qepik: 0,
    patients_amount: -8,
    patients_count: 0,
  });
  await assertBooked(db);
});

test('the ledger contains who, when and why, and cannot be changed', async (t) => {
  const now = Date.parse('2026-11-20T07:15:57.123Z');
  const { admin, addPartner, db } = await newWorld(t, { now: () => now });
  const { _id } = await addPartner();
  (await changeBalance(admin, _id, 3, 'set')).ok();
  (await changeBalance(admin, _id, 1, 'subtract')).ok();
  const person = await db.selectFrom('admins').select('id').executeTakeFirstOrThrow();
  const row = (await ledgerOf(db))[1];
  assert.deepEqual(
    [row?.at, row?.role, row?.person_id, row?.reason, row?.amount_qepik, row?.balance_qepik],
    ['2026-11-20T07:15:57.123Z', 'admin', person.id, 'balance-subtract', -100, 200],
  );
  await assert.rejects(
    db.updateTable('ledger').set({ amount_qepik: 1 }).execute(),
    /never changed/,
  );
  await assert.rejects(db.deleteFrom('ledger').execute(), /never changed/);
  const audited = await db
    .selectFrom('audit')
    .select(['action', 'object_id', 'person_id'])
    .where('action', 'like', 'balance-%')
    .orderBy('id')
    .execute();
  assert.deepEqual(
    audited.map((entry) => ({ ...entry })),
    ['balance-set', 'balance-subtract'].map((action) => ({
      action,
      object_id: _id,
      person_id: person.id,
    })),
  );
});

test('the overview sums live partners and the changes of this month in Baku', async (t) => {
  // 1 December, 03:59 in Baku, is still 30 November in London.
  let now = Date.parse('2026-11-30T19:59:00Z');
  const { admin, addPartner, db } = await newWorld(t, { now: () => now });
  const first = await addPartner();
  const second = await addPartner();
  const gone = await addPartner();
  const old = { created_at: '2026-11-30T19:59:59.999Z' };
  await db.updateTable('partners').set(old).where('id', '=', first._id).execute();
  const young = { created_at: '2026-11-30T20:00:00.000Z' };
  await db.updateTable('partners').set(young).where('id', '!=', first._id).execute();
  (await changeBalance(admin, first._id, 10, 'set')).ok();
  (await changePatients(admin, first._id, 4, 'set')).ok();
  (await changeBalance(admin, gone._id, 99, 'set')).ok();
  const poll = (etag: string | undefined) =>
    admin.get(`${URL}/overview`, { 'if-none-match': etag });
  const { etag } = (await poll('none')).response.headers;
  assert.equal((await poll(etag)).status, 304);
  now = Date.parse('2026-11-30T20:00:00Z');
  (await poll(etag)).ok();
  (await changeBalance(admin, first._id, 2.5, 'subtract')).ok();
  (await changeBalance(admin, second._id, 1, 'add')).ok();
  (await changePatients(admin, second._id, 6, 'add')).ok();
  (await admin.delete(`/api/admin/partners/${gone._id}`)).ok();

  const { overview } = (await admin.get(`${URL}/overview`)).ok<PartnerStatsOverview>();

  assert.deepEqual(overview, {
    partners: 2,
    balance: 8.5,
    patients: 10,
    thisMonth: { partners: 1, balance: -1.5, patients: 6 },
  });
});

test('without partners the overview is all zeros', async (t) => {
  const { admin } = await newWorld(t);
  const zero = { partners: 0, balance: 0, patients: 0 };
  const { overview } = (await admin.get(`${URL}/overview`)).ok<PartnerStatsOverview>();
  assert.deepEqual(overview, { ...zero, thisMonth: zero });
});

test('a month begins in Baku four hours before it begins in London', () => {
  assert.equal(monthStart(Date.parse('2026-11-30T19:59:59Z')), '2026-10-31T20:00:00.000Z');
  assert.equal(monthStart(Date.parse('2026-11-30T20:00:00Z')), '2026-11-30T20:00:00.000Z');
});

test('an unchanged poll is 304, and any change of figures ends that', async (t) => {
  const { admin, addPartner } = await newWorld(t);
  const { _id } = await addPartner();
  const { etag } = (await admin.get(URL)).response.headers;
  const poll = () => admin.get(URL, { 'if-none-match': etag });
  assert.equal((await poll()).status, 304);
  (await changeBalance(admin, _id, 1, 'add')).ok();
  assert.equal((await poll()).ok<PartnerStatsList>().partners[0]?.balance, 1);
});

test('strangers and partners neither see nor change figures', async (t) => {
  const { visitor, signedInPartner, db } = await newWorld(t);
  const { partner, client } = await signedInPartner();
  for (const [who, status] of [
    [visitor, 401],
    [client, 403],
  ] as const) {
    for (const path of ['', '/overview', `/${partner._id}`])
      (await who.get(`${URL}${path}`)).refused(status);
    (await changeBalance(who, partner._id, 1, 'add')).refused(status);
    (await changePatients(who, partner._id, 1, 'add')).refused(status);
    (await who.patch(`${URL}/reset/${partner._id}`)).refused(status);
  }
  assert.deepEqual(await ledgerOf(db), []);
});

const ledgerOf = async (db: Awaited<ReturnType<typeof newWorld>>['db']) =>
  (await db.selectFrom('ledger').selectAll().orderBy('seq').execute()).map((row) => ({ ...row }));
