import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GiftAnswer } from '@deqiq/contract/office/gifts.ts';
import type { OwnPaymentList } from '@deqiq/contract/office/payments.ts';
import { assertBooked } from '@deqiq/testkit/databases/ledger.ts';
import { askForGift, changePoints, readFigures } from '@deqiq/testkit/http/points.ts';
import { newWorld } from '@deqiq/testkit/world.ts';

const URL = '/api/partner/misc/demand-payment';

test('the catalogue has four gifts, a point each', async (t) => {
  const { signedInPartner } = await newWorld(t);
  const { client } = await signedInPartner();
  const { gifts } = (await client.get('/api/partner/misc/gifts')).ok<{
    gifts: { name: string; cost: number }[];
  }>();
  assert.deepEqual(
    gifts.map((gift) => gift.name),
    ['Qələm', 'Dəftər', 'Çanta', 'Üçü birlikdə'],
  );
  assert.deepEqual(new Set(gifts.map((gift) => gift.cost)), new Set([1]));
});

test('a request takes a point at once and waits for staff', async (t) => {
  const now = Date.parse('2026-11-20T07:15:57.123Z');
  const { admin, signedInPartner, db } = await newWorld(t, { now: () => now });
  const { partner, client } = await signedInPartner();
  (await changePoints(admin, partner._id, 2.5)).ok();

  const { payment, balance, message } = (
    await askForGift(client, { gift: 'bag' })
  ).ok<GiftAnswer>();

  assert.equal(balance, 1.5);
  assert.equal(message, 'Hədiyyə sorğunuz qəbul edildi');
  assert.deepEqual(payment, {
    _id: payment._id,
    amount: 1,
    status: 'pending',
    gift: 'bag',
    date: '2026-11-20T07:15:57.123Z',
  });
  assert.equal((await readFigures(admin, partner._id)).balance, 1.5);
  const row = await db
    .selectFrom('ledger')
    .selectAll()
    .where('reason', '=', 'gift')
    .executeTakeFirst();
  assert.deepEqual(
    [row?.payment_id, row?.role, row?.person_id, row?.amount_qepik],
    [payment._id, 'partner', partner._id, -100],
  );
  const audited = await db
    .selectFrom('audit')
    .select(['action', 'person_id'])
    .where('object_id', '=', payment._id)
    .execute();
  assert.deepEqual(
    audited.map((entry) => ({ ...entry })),
    [{ action: 'create', person_id: partner._id }],
  );
  await assertBooked(db);
});

test('an empty body is enough, with any Content-Type', async (t) => {
  const { admin, signedInPartner, db } = await newWorld(t);
  const { partner, client } = await signedInPartner();
  (await changePoints(admin, partner._id, 20)).ok();
  const method = 'POST' as const;
  const json = { 'content-type': 'application/json' };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  for (const request of [
    { method, url: URL },
    { method, url: URL, headers: { ...json, 'content-length': '0' } },
    { method, url: URL, headers: json, payload: '' },
    { method, url: URL, headers: json, payload: '{}' },
    { method, url: URL, headers: json, payload: 'null' },
    { method, url: URL, headers: json, payload: '{"gift":null,"amount":-5,"partner":"x"}' },
    { method, url: URL, headers: form, payload: 'gift=' },
  ]) {
    const { payment } = (await client.send(request)).ok<GiftAnswer>();
    assert.deepEqual([payment.amount, payment.gift], [1, null]);
  }
  assert.equal((await readFigures(admin, partner._id)).balance, 13);
  await assertBooked(db);
});

test('without enough points nothing changes, and the message contains the balance', async (t) => {
  const { admin, signedInPartner, db } = await newWorld(t);
  const { partner, client } = await signedInPartner();
  const refusal = async () => (await askForGift(client)).refused(409).message;
  assert.equal(await refusal(), 'Kifayət qədər xal yoxdur. Lazımdır: 1, sizdə: 0');
  (await changePoints(admin, partner._id, 0.99)).ok();
  assert.equal(await refusal(), 'Kifayət qədər xal yoxdur. Lazımdır: 1, sizdə: 0,99');
  (await changePoints(admin, partner._id, -3)).ok();
  assert.equal(await refusal(), 'Kifayət qədər xal yoxdur. Lazımdır: 1, sizdə: -3');
  const own = (await client.get('/api/partner/misc/payments')).ok<OwnPaymentList>();
  assert.deepEqual(own.payments, []);
  (await changePoints(admin, partner._id, 1)).ok();
  assert.equal((await askForGift(client)).ok<GiftAnswer>().balance, 0);
  await assertBooked(db);
});

test('a gift that is not in the catalogue costs nothing', async (t) => {
  const { admin, signedInPartner } = await newWorld(t);
  const { partner, client } = await signedInPartner();
  (await changePoints(admin, partner._id, 5)).ok();
  for (const gift of ['car', 7, [], {}, 'constructor'])
    assert.equal((await askForGift(client, { gift })).refused(400).message, 'Düzgün hədiyyə seçin');
  (
    await client.send({
      method: 'POST',
      url: URL,
      payload: '[',
      headers: { 'content-type': 'application/json' },
    })
  ).refused(400);
  assert.equal((await readFigures(admin, partner._id)).balance, 5);
});

test('only the partner sees its requests, ten per page, newest first', async (t) => {
  const { admin, signedInPartner, db } = await newWorld(t);
  const mine = await signedInPartner();
  const other = await signedInPartner();
  (await changePoints(admin, mine.partner._id, 11)).ok();
  for (let count = 0; count < 10; count += 1) (await askForGift(mine.client)).ok();
  const url = '/api/partner/misc/payments';
  const { etag } = (await mine.client.get(url)).response.headers;
  const poll = () => mine.client.get(url, { 'if-none-match': etag });
  assert.equal((await poll()).status, 304);
  const { payment } = (await askForGift(mine.client, { gift: 'pen' })).ok<GiftAnswer>();

  const { payments, pagination } = (await poll()).ok<OwnPaymentList>();

  assert.deepEqual(payments[0], payment);
  assert.equal(payments.length, 10);
  assert.deepEqual(pagination, {
    currentPage: 1,
    totalPages: 2,
    totalItems: 11,
    itemsPerPage: 10,
    hasNextPage: true,
    hasPrevPage: false,
  });
  const theirs = (await other.client.get(url)).ok<OwnPaymentList>();
  assert.deepEqual([theirs.payments, theirs.pagination.totalItems], [[], 0]);
  await assertBooked(db);
});

test('strangers and staff ask for no gifts', async (t) => {
  const { admin, visitor } = await newWorld(t);
  for (const [who, status] of [
    [visitor, 401],
    [admin, 403],
  ] as const) {
    (await askForGift(who)).refused(status);
    (await who.get('/api/partner/misc/gifts')).refused(status);
    (await who.get('/api/partner/misc/payments')).refused(status);
  }
});
