import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { openFreshDatabase } from '@deqiq/testkit/databases/fresh-database.ts';
import { epointKeys, epointStandIn } from '@deqiq/testkit/providers/payment-providers.ts';
import { randomFrom } from '@deqiq/testkit/random.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/tables.ts';
import { epointPage } from '../../../platform/payment-pages/epoint.ts';
import type { PaymentEvent } from '../../../platform/payment-pages/payment-page.ts';
import { depositsService } from './deposits.service.ts';

const EVENTS = Number(process.env.DEPOSIT_EVENTS ?? 2_000);
const NOW = Date.parse('2026-11-27T07:00:00.000Z');
const AMOUNT = 2_050;

async function newAppointment(db: Db): Promise<string> {
  const id = randomUUIDv7();
  const device = randomUUIDv7();
  await sql`insert into devices (id, name, kind, ae_title, addresses, host, created_at, created_by)
    values (${device}, 'CBCT', 'cbct', '', '', '', '2026-01-01', 'x')`.execute(db);
  await sql`insert into appointments (id, device_id, starts_at, ends_at, status, name, phone, created_at)
    values (${id}, ${device}, '2026-12-01T06:00:00.000Z', '2026-12-01T06:30:00.000Z', 'booked', 'Nigar',
      '050', '2026-11-20')`.execute(db);
  return id;
}

async function newClinic(t: TestContext) {
  const { db } = await openFreshDatabase(t);
  const provider = epointStandIn();
  await provider.server.start();
  t.after(() => provider.server.stop());
  const page = epointPage({ ...epointKeys, url: provider.server.url, timeout: 2_000 });
  const deposits = depositsService({ db, page, now: () => NOW });
  const appointment = await newAppointment(db);
  let last = 0;
  async function begin() {
    last += 1;
    const started = await deposits.begin(appointment, {
      order: String(10_000_000 + last),
      amount: AMOUNT,
      description: 'Depozit',
      language: 'az',
      successUrl: 'https://deqiq.example/ok',
      failureUrl: 'https://deqiq.example/no',
      callbackUrl: 'https://deqiq.example/callback',
    });
    return String(started.kind === 'redirect' && started.url.split('/').at(-1));
  }
  /** The person pays, and the callback arrives. */
  async function pay() {
    const id = await begin();
    const result = await page.readCallback(provider.finish(id, 'success'));
    assert.ok(result.kind === 'event');
    assert.equal(await deposits.book(result.event), 'booked');
    return { id, event: result.event };
  }
  return { db, provider, deposits, appointment, begin, pay };
}

test('a payment is booked once, however often its callback arrives', async (t) => {
  const { deposits, pay, db } = await newClinic(t);
  const { event } = await pay();
  assert.equal(await deposits.book(event), 'repeated');
  assert.equal(await deposits.book({ ...event, transaction: 'another' }), 'unexpected');
  assert.equal(await deposits.book({ ...event, amount: 1 }), 'unexpected');
  assert.equal(await deposits.book({ ...event, order: '99999999' }), 'unknown');
  assert.deepEqual(await deposits.reconcile(), { sum: '0.00', owed: '20.50', differences: [] });
  assert.equal((await db.selectFrom('deposit_ledger').select('seq').execute()).length, 2);
});

test('a declined card may be followed by a payment, and not the other way round', async (t) => {
  const { deposits, pay, begin, provider } = await newClinic(t);
  const id = await begin();
  const order = provider.payments.get(id)?.order ?? '';
  const event = { order, transaction: id, amount: AMOUNT } as const;
  assert.equal(await deposits.book({ ...event, status: 'declined' }), 'booked');
  assert.equal(await deposits.book({ ...event, status: 'paid' }), 'booked');
  assert.equal(await deposits.book({ ...event, status: 'declined' }), 'repeated');
  await pay();
  assert.equal((await deposits.reconcile()).owed, '41.00');
});

test('a cancelled appointment gives the deposit back once', async (t) => {
  const { deposits, appointment, pay, provider } = await newClinic(t);
  const { id } = await pay();
  assert.equal(await deposits.refund(appointment), true);
  assert.equal(await deposits.refund(appointment), true);
  assert.equal(provider.payments.get(id)?.state, 'returned');
  assert.deepEqual(await deposits.reconcile(), { sum: '0.00', owed: '0.00', differences: [] });
});

test('a refund whose answer was lost is looked up, not repeated', async (t) => {
  const { deposits, appointment, pay, provider } = await newClinic(t);
  await pay();
  provider.server.conduct = { atAnswer: () => Promise.reject(new Error('hang up')) };
  assert.equal(await deposits.refund(appointment), false);
  assert.equal((await deposits.reconcile()).owed, '20.50');
  provider.server.conduct = {};
  assert.equal(await deposits.refund(appointment), true);
  assert.equal((await deposits.reconcile()).owed, '0.00');
});

test('a deposit is refundable until 24 hours before the appointment', async (t) => {
  const { deposits } = await newClinic(t);
  assert.ok(deposits.isRefundable('2026-11-28T07:00:00.000Z'));
  assert.ok(!deposits.isRefundable('2026-11-28T06:59:59.999Z'));
});

test('entries of the ledger are never changed', async (t) => {
  const { db, pay } = await newClinic(t);
  await pay();
  await assert.rejects(sql`update deposit_ledger set amount = 1`.execute(db), /never changed/);
  await assert.rejects(sql`delete from deposit_ledger`.execute(db), /never changed/);
});

test('events in any order, repeated and wrong, reconcile to 0.00', async (t) => {
  const { db } = await openFreshDatabase(t);
  const page = epointPage({ ...epointKeys, url: 'http://127.0.0.1:9' });
  const deposits = depositsService({ db, page, now: () => NOW });
  const appointment = await newAppointment(db);
  const random = randomFrom(20_261_127);
  const events: PaymentEvent[] = [];
  let owed = 0;
  for (let number = 0; events.length < EVENTS; number += 1) {
    const amount = 100 + random.below(10_000);
    const order = String(10_000_000 + number);
    const transaction = `te${number}`;
    await db
      .insertInto('deposits')
      .values({
        id: randomUUIDv7(),
        appointment_id: appointment,
        order_number: order,
        provider: 'epoint',
        amount,
        status: 'pending',
        transaction_id: null,
        created_at: '2026-11-27',
        paid_at: null,
      })
      .execute();
    const isPaid = random.below(10) > 0;
    const isRefunded = isPaid && random.below(3) === 0;
    const event = { order, transaction, amount };
    const repeat = (status: PaymentEvent['status']) =>
      Array.from({ length: 1 + random.below(3) }, () => ({ ...event, status }));
    events.push(...repeat('pending'), ...(random.below(4) === 0 ? repeat('declined') : []));
    if (isPaid) events.push(...repeat('paid'));
    if (isRefunded) events.push(...repeat('refunded'));
    if (random.below(10) === 0) events.push({ ...event, amount: amount + 1, status: 'paid' });
    if (isPaid && !isRefunded) owed += amount;
  }
  for (let index = events.length - 1; index > 0; index -= 1) {
    const other = random.below(index + 1);
    const moved = events[index] as PaymentEvent;
    events[index] = events[other] as PaymentEvent;
    events[other] = moved;
  }
  const queue = events.values();
  const work = async () => {
    for (const event of queue) await deposits.book(event);
  };
  await Promise.all(Array.from({ length: 8 }, work));
  const { sum, owed: booked, differences } = await deposits.reconcile();
  t.diagnostic(`${events.length} events`);
  assert.deepEqual(
    { sum, booked, differences },
    { sum: '0.00', booked: (owed / 100).toFixed(2), differences: [] },
  );
});
