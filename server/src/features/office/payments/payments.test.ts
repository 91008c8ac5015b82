import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OwnPaymentList, Payment, PaymentList } from '@deqiq/contract/office/payments.ts';
import { assertBooked } from '@deqiq/testkit/databases/ledger.ts';
import {
  askForGift,
  changePoints,
  readFigures,
  readPaymentId,
} from '@deqiq/testkit/http/points.ts';
import { newWorld } from '@deqiq/testkit/world.ts';

const URL = '/api/admin/payments';
type Settled = { payment: Payment; message: string };

/** A world in which a partner with two points has requested a gift. */
async function requestedGift(t: Parameters<typeof newWorld>[0]) {
  const world = await newWorld(t);
  const { partner, client } = await world.signedInPartner({ firstName: 'Əfsanə' });
  (await changePoints(world.admin, partner._id, 2)).ok();
  const id = readPaymentId(await askForGift(client, { gift: 'all' }));
  const balance = async () => (await readFigures(world.admin, partner._id)).balance;
  return { ...world, partner, client, id, balance };
}

test('staff see each request with its sender', async (t) => {
  const { admin, partner } = await requestedGift(t);
  const list = (await admin.get(URL)).ok<PaymentList>();
  assert.equal(list.totalPages, 1);
  const { _id, firstName, lastName, clinicName, email, phone } = partner;
  const { _id: id, date, ...payment } = list.payments[0] ?? {};
  assert.ok(id && date);
  assert.deepEqual(payment, {
    amount: 1,
    status: 'pending',
    gift: 'all',
    partner: { _id, firstName, lastName, clinicName, email, phone },
  });
});

test('a confirmed payment is completed and keeps the point', async (t) => {
  const { admin, client, id, balance, db } = await requestedGift(t);
  const { payment, message } = (await admin.patch(`${URL}/confirm/${id}`)).ok<Settled>();
  assert.equal(message, 'Payment confirmed');
  assert.equal(payment.status, 'completed');
  assert.equal(await balance(), 1);
  for (const verb of ['confirm', 'reject']) {
    const again = (await admin.patch(`${URL}/${verb}/${id}`)).refused(409);
    assert.equal(again.message, 'This payment has already been settled');
  }
  assert.equal(await balance(), 1);
  const own = (await client.get('/api/partner/misc/payments')).ok<OwnPaymentList>();
  assert.equal(own.payments[0]?.status, 'completed');
  await assertBooked(db);
});

test('a rejected payment gives the point back, once', async (t) => {
  const { admin, partner, id, balance, db } = await requestedGift(t);
  const { payment, message } = (await admin.patch(`${URL}/reject/${id}`)).ok<Settled>();
  assert.equal(message, 'Payment rejected');
  assert.equal(payment.status, 'rejected');
  assert.equal(await balance(), 2);
  for (const verb of ['confirm', 'reject'])
    (await admin.patch(`${URL}/${verb}/${id}`)).refused(409);
  assert.equal(await balance(), 2);
  const rows = await db.selectFrom('ledger').selectAll().where('payment_id', '=', id).execute();
  assert.deepEqual(
    rows.map((row) => [row.reason, row.role, row.amount_qepik]),
    [
      ['gift', 'partner', -100],
      ['gift-rejected', 'admin', 100],
    ],
  );
  const audited = await db
    .selectFrom('audit')
    .select('action')
    .where('object_id', '=', id)
    .where('role', '=', 'admin')
    .execute();
  assert.deepEqual(
    audited.map((entry) => entry.action),
    ['reject'],
  );
  assert.equal(partner._id, rows[0]?.partner_id);
  await assertBooked(db);
});

test('a refused settlement leaves nothing behind', async (t) => {
  const { admin, id, balance, db } = await requestedGift(t);
  await db
    .insertInto('ledger')
    .columns([
      'partner_id',
      'at',
      'reason',
      'payment_id',
      'amount_qepik',
      'balance_qepik',
      'patients_amount',
      'patients_count',
    ])
    .expression((is) =>
      is
        .selectFrom('ledger')
        .select((row) => [
          'partner_id',
          'at',
          row.val('gift-rejected').as('reason'),
          'payment_id',
          row.lit(0).as('a'),
          'balance_qepik',
          row.lit(0).as('b'),
          'patients_count',
        ])
        .where('payment_id', '=', id),
    )
    .execute();
  (await admin.patch(`${URL}/reject/${id}`)).refused(500);
  assert.equal((await admin.get(URL)).ok<PaymentList>().payments[0]?.status, 'pending');
  assert.equal(await balance(), 1);
  await assertBooked(db);
});

test('a payment stays pending if the point cannot be refunded', async (t) => {
  const { admin, partner, id, db } = await requestedGift(t);
  const full = { balance_qepik: 10_000_000_000 };
  await db.updateTable('partners').set(full).where('id', '=', partner._id).execute();
  (await admin.patch(`${URL}/reject/${id}`)).refused(409);
  assert.equal((await admin.get(URL)).ok<PaymentList>().payments[0]?.status, 'pending');
});

test("a deleted partner's payments stay, are found by name, and can be settled", async (t) => {
  const { admin, partner, id, db, addPartner } = await requestedGift(t);
  await addPartner({ firstName: 'Başqa' });
  (await admin.delete(`/api/admin/partners/${partner._id}`)).ok();
  const found = (await admin.get(`${URL}?name=EFSANE`)).ok<PaymentList>();
  assert.equal(found.payments[0]?.partner.deleted, true);
  assert.equal(found.payments[0]?.partner.email, partner.email);
  (await admin.patch(`${URL}/reject/${id}`)).ok();
  const { balance_qepik } = await db
    .selectFrom('ledger')
    .select('balance_qepik')
    .where('reason', '=', 'gift-rejected')
    .executeTakeFirstOrThrow();
  assert.equal(balance_qepik, 200);
  await assertBooked(db);
});

test('a search folds letters and uses the partner’s current name', async (t) => {
  const { admin, partner, client, id, signedInPartner } = await requestedGift(t);
  const other = await signedInPartner({ firstName: 'İlqar', lastName: 'Şükürov' });
  (await changePoints(admin, other.partner._id, 1)).ok();
  const second = readPaymentId(await askForGift(other.client));
  const third = readPaymentId(await askForGift(client));
  const ids = async (name: string) => {
    const query = new URLSearchParams({ name });
    const { payments } = (await admin.get(`${URL}?${query}`)).ok<PaymentList>();
    return payments.map((payment) => payment._id);
  };
  assert.deepEqual(await ids(''), [third, second, id]);
  assert.deepEqual(await ids('efs'), [third, id]);
  assert.deepEqual(await ids('SUKUR ilq'), [second]);
  assert.deepEqual(await ids('i'), [second]);
  assert.deepEqual(await ids('efsane sukurov'), []);
  for (const odd of ['%', '_', "'", '"', '\\', 'ə%', 'a* OR b'])
    assert.deepEqual(await ids(odd), [], odd);
  assert.deepEqual(await ids('zumrud'), []);
  const renamed = { ...partner, firstName: 'Zümrüd' };
  (await admin.put(`/api/admin/partners/${partner._id}`, renamed)).ok();
  assert.deepEqual(await ids('efs'), []);
  assert.deepEqual(await ids('zumrud'), [third, id]);
});

test('pages count from 1 and contain the total', async (t) => {
  const { admin, partner, client, id } = await requestedGift(t);
  (await changePoints(admin, partner._id, 4)).ok();
  for (let count = 0; count < 4; count += 1) (await askForGift(client)).ok();
  const page = async (query: string) => (await admin.get(`${URL}?${query}`)).ok<PaymentList>();
  const third = await page('page=3&limit=2&name=efsane');
  assert.deepEqual([third.payments[0]?._id, third.totalPages], [id, 3]);
  assert.deepEqual((await page('page=4&limit=2')).payments, []);
  assert.equal((await page('name=nobody')).totalPages, 1);
  for (const bad of ['page=0', 'limit=0', 'limit=101', 'page=x'])
    (await admin.get(`${URL}?${bad}`)).refused(400);
});

test('an unchanged poll is 304 until a payment or a name changes', async (t) => {
  const { admin, partner, id } = await requestedGift(t);
  const tag = async () => (await admin.get(URL)).response.headers.etag;
  const poll = (etag: string | undefined) => admin.get(URL, { 'if-none-match': etag });
  const first = await tag();
  assert.equal((await poll(first)).status, 304);
  (await admin.patch(`${URL}/confirm/${id}`)).ok();
  assert.equal((await poll(first)).ok<PaymentList>().payments[0]?.status, 'completed');
  const second = await tag();
  (await admin.put(`/api/admin/partners/${partner._id}`, { ...partner, lastName: 'Yeni' })).ok();
  assert.equal((await poll(second)).ok<PaymentList>().payments[0]?.partner.lastName, 'Yeni');
});

test('unknown payments are 404; strangers and partners settle nothing', async (t) => {
  const { admin, visitor, client, id, db } = await requestedGift(t);
  for (const verb of ['confirm', 'reject']) {
    assert.equal(
      (await admin.patch(`${URL}/${verb}/nothing`)).refused(404).message,
      'Payment not found',
    );
    (await visitor.patch(`${URL}/${verb}/${id}`)).refused(401);
    (await client.patch(`${URL}/${verb}/${id}`)).refused(403);
  }
  (await visitor.get(URL)).refused(401);
  (await client.get(URL)).refused(403);
  assert.equal((await admin.get(URL)).ok<PaymentList>().payments[0]?.status, 'pending');
  await assertBooked(db);
});
