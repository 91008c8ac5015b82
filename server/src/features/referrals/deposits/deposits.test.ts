import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { openFreshDatabase } from '@deqiq/testkit/databases/fresh-database.ts';
import { epointCallback, epointKeys } from '@deqiq/testkit/providers/payment-providers.ts';
import { randomFrom } from '@deqiq/testkit/random.ts';
import { sql } from 'kysely';
import { epointPage } from '../../../platform/payment-pages/epoint.ts';
import type { PaymentEvent, PaymentPage } from '../../../platform/payment-pages/payment-page.ts';
import { formatAmount } from '../../../platform/payment-pages/replies.ts';
import { MINUTE } from '../../../platform/time.ts';
import {
  appointmentTimesService,
  TakenError,
} from '../appointment-times/appointment-times.service.ts';
import { depositPaymentsService } from '../deposit-payments/deposit-payments.service.ts';
import { depositsService } from './deposits.service.ts';

const EVENTS = Number(process.env.DEPOSIT_EVENTS ?? 1_500);
const START = Date.parse('2026-11-27T07:00:00.000Z');

type Handler = { run: (job: never, signal: AbortSignal) => Promise<unknown> };

/** A payment at the provider. */
interface CardPayment extends Omit<PaymentEvent, 'status'> {
  state: 'paid' | 'declined' | 'refunded';
}

class KilledError extends Error {}

/** A clinic whose process may end in any transaction, and a provider in memory whose answers may be lost. */
async function newClinic(t: TestContext) {
  const { db } = await openFreshDatabase(t);
  const random = randomFrom(20_261_127);
  let at = START;
  let hasFaults = true;
  const now = () => at;
  const killAtTimes = () => {
    if (hasFaults && random.below(6) === 0) throw new KilledError();
    return Promise.resolve();
  };
  const nothing = () => Promise.resolve();
  const handlers = new Map<string, Handler>();
  const jobs = {
    handle: (kind: string, handler: unknown) => void handlers.set(kind, handler as Handler),
    enqueue: nothing,
  };
  const payments = new Map<string, CardPayment>();
  const page: PaymentPage = {
    ...epointPage({ ...epointKeys, url: 'http://127.0.0.1:9' }),
    begin: ({ order }) => Promise.resolve({ kind: 'redirect', url: '', transaction: `t${order}` }),
    async refund({ transaction }) {
      const payment = payments.get(transaction);
      // A provider may not notice that it pays for a second time.
      assert.equal(payment?.state, 'paid');
      if (hasFaults && random.below(4) === 0)
        return { kind: 'failed', reason: 'unavailable', mayHaveHappened: false };
      payment.state = 'refunded';
      if (hasFaults && random.below(3) === 0)
        return { kind: 'failed', reason: 'timeout', mayHaveHappened: true };
      return { kind: 'refunded' };
    },
    status({ transaction = '' }) {
      const payment = payments.get(transaction);
      if (!payment || (hasFaults && random.below(3) === 0))
        return Promise.resolve({ kind: 'failed', reason: 'timeout', mayHaveHappened: true });
      return Promise.resolve({ kind: 'event', event: { ...payment, status: payment.state } });
    },
  };
  const messages = {
    announceRefund: killAtTimes,
    follow: nothing,
    begin: killAtTimes,
    listFirst: () => [],
    listAgreed: () => [],
  };
  const deposits = depositsService({ db, jobs, page, messages, now });
  const times = appointmentTimesService({
    db,
    jobs,
    messages,
    waiting: { follow: nothing, free: nothing, passOn: nothing },
    deposits,
    isLimited: false,
    now,
  });
  const flow = depositPaymentsService({
    db,
    jobs,
    page,
    deposits,
    times,
    moves: { book: () => Promise.reject(new Error('no referral')) },
    links: { issueForMessage: nothing },
    messages,
    audit: { recordEntry: nothing },
    isLimited: {
      enabled: false,
      limits: { count: () => Promise.reject(new Error('off')) } as never,
    },
    siteUrl: 'https://clinic.example',
    now,
  });
  const device = randomUUIDv7();
  await sql`insert into devices (id, name, kind, ae_title, addresses, host, created_at, created_by)
    values (${device}, 'CBCT', 'cbct', '', '', '', '2026-01-01', 'x')`.execute(db);

  /** Runs what a kill may interrupt. */
  async function attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof KilledError)) throw error;
    }
  }

  async function runRefund(subject: string, number: number): Promise<void> {
    const run = handlers.get('refund-deposit')?.run;
    const job = { subject, attempt: number } as never;
    try {
      const effects = await run?.(job, new AbortController().signal);
      // A process that ends here has refunded, and does not know it.
      if (hasFaults && random.below(4) === 0) return;
      if (typeof effects === 'function') await db.transaction().execute((tx) => effects(tx));
    } catch (error) {
      if (!(error instanceof Error) || !/unavailable|timeout|refuses/.test(error.message))
        if (!(error instanceof KilledError)) throw error;
    }
  }

  return {
    db,
    random,
    now,
    payments,
    deposits,
    times,
    flow,
    device,
    attempt,
    runRefund,
    pass: (milliseconds: number) => {
      at += milliseconds;
    },
    endFaults: () => {
      hasFaults = false;
    },
    callback: (payment: CardPayment, key?: string) => {
      const { order, transaction, amount, state } = payment;
      const status = { paid: 'success', declined: 'failed', refunded: 'returned' }[state];
      const content = { order_id: order, transaction, amount: formatAmount(amount), status };
      return epointCallback(content, key);
    },
  };
}

type Clinic = Awaited<ReturnType<typeof newClinic>>;

/** A held time with a deposit, unless the machine is taken. */
async function hold({ db, random, times, now, device }: Clinic): Promise<string | undefined> {
  const startsAt = new Date(now() + (1 + random.below(400)) * 15 * MINUTE).toISOString();
  const slot = { kind: null, device, startsAt, minutes: 15 };
  const owner = { name: 'Nigar', phone: '' };
  try {
    return await db
      .transaction()
      .execute((tx) => times.hold(tx, owner, slot, 500 + random.below(5_000)));
  } catch (error) {
    if (error instanceof TakenError) return undefined;
    throw error;
  }
}

async function cancel({ db, deposits, times }: Clinic, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const row = await times.lockAppointment(tx, id);
    if (row?.status !== 'booked' && row?.status !== 'held') return;
    if (!deposits.isRefundable(row)) await deposits.retain(tx, id);
    await times.free(tx, row, 'cancelled');
  });
}

const listRefunding = async ({ db }: Clinic): Promise<string[]> =>
  (await db.selectFrom('deposits').select('id').where('status', '=', 'refunding').execute()).map(
    ({ id }) => id,
  );

test('any order of payments, callbacks, cancellations, kills and lost answers reconciles to 0.00', async (t) => {
  const clinic = await newClinic(t);
  const { db, random, payments, deposits, times, flow, attempt, runRefund } = clinic;
  const appointments: string[] = [];
  const orders: { order: string; amount: number }[] = [];
  const callbacks: Record<string, string>[] = [];
  const attempts = new Map<string, number>();
  const pick = <Item>(items: readonly Item[]): Item | undefined =>
    items.at(-1 - random.below(Math.min(items.length, 40) || 1));

  async function begin(): Promise<void> {
    const id = pick(appointments);
    const row = id === undefined ? undefined : await times.find(db, id);
    if (!row || row.held_until === null || row.deposit === null) return;
    await flow.begin(row, 'https://clinic.example/return').catch(() => undefined);
    const stored = (await deposits.listOfAppointment(row.id)).at(-1);
    if (stored) orders.push({ order: stored.order_number, amount: stored.amount });
  }

  function pay(): void {
    const selected = pick(orders);
    if (!selected) return;
    // Sometimes the provider takes the money of one order twice.
    const isAgain = payments.has(`t${selected.order}`);
    if (isAgain && random.below(5) > 0) return;
    const transaction = `t${selected.order}${isAgain ? `-${callbacks.length}` : ''}`;
    const isPaid = random.below(5) > 0;
    // Nor does it always take the requested amount.
    const amount = selected.amount + (random.below(10) === 0 ? 1 : 0);
    const state = isPaid ? 'paid' : 'declined';
    const payment: CardPayment = { ...selected, amount, transaction, state };
    payments.set(transaction, payment);
    callbacks.push(clinic.callback(payment));
  }

  const actions: (() => Promise<void> | void)[] = [
    async () => {
      const id = await hold(clinic);
      if (id !== undefined) appointments.push(id);
    },
    begin,
    begin,
    pay,
    pay,
    () => attempt(() => flow.receive(pick(callbacks) ?? {}, '').catch(ignoreRefusal)),
    () => attempt(() => flow.receive(pick(callbacks) ?? {}, '').catch(ignoreRefusal)),
    async () => {
      const payment = pick([...payments.values()]);
      if (!payment) return;
      const forged = clinic.callback({ ...payment, state: 'refunded' }, 'a guessed key');
      await assert.rejects(flow.receive(forged, ''), { status: 403 });
    },
    async () => {
      const id = pick(appointments);
      if (id !== undefined) await cancel(clinic, id);
    },
    async () => {
      clinic.pass(random.below(4) * MINUTE);
      await times.settle();
    },
    async () => {
      const id = pick(await listRefunding(clinic));
      if (id === undefined) return;
      attempts.set(id, (attempts.get(id) ?? 0) + 1);
      await runRefund(id, attempts.get(id) ?? 1);
    },
  ];
  const began = performance.now();
  for (let count = 0; count < EVENTS; count += 1) await actions[random.below(actions.length)]?.();

  // The provider repeats what was not acknowledged, and the jobs run to their end.
  clinic.endFaults();
  for (const callback of callbacks) await flow.receive(callback, '');
  for (const id of await listRefunding(clinic)) await runRefund(id, 2);
  t.diagnostic(`${EVENTS} events in ${Math.round((performance.now() - began) / 1_000)} s`);

  const rows = await db.selectFrom('deposits').selectAll().execute();
  const states = new Map(rows.map((row) => [row.transaction_id, row]));
  let withProvider = 0;
  for (const { transaction, state, amount } of payments.values()) {
    const status = states.get(transaction)?.status ?? 'none';
    if (state === 'declined') continue;
    assert.ok(
      (state === 'paid' ? ['paid', 'retained'] : ['refunded']).includes(status),
      `${state} ${status}`,
    );
    if (state === 'paid') withProvider += amount;
  }
  const { sum, paid, differences } = await deposits.reconcile();
  assert.deepEqual(
    { sum, paid, differences },
    { sum: '0.00', paid: (withProvider / 100).toFixed(2), differences: [] },
  );
  const booked = await db
    .selectFrom('appointments')
    .leftJoin('deposits', (join) =>
      join
        .onRef('deposits.appointment_id', '=', 'appointments.id')
        .on('deposits.status', '=', 'paid'),
    )
    .select(['appointments.id', 'appointments.status', 'appointments.deposit as requested'])
    .select(['deposits.id as deposit', 'deposits.amount'])
    .execute();
  const withDeposit = booked.filter(({ deposit }) => deposit !== null);
  assert.equal(new Set(withDeposit.map(({ id }) => id)).size, withDeposit.length);
  assert.ok(booked.every(({ status, deposit }) => (status === 'booked') === (deposit !== null)));
  assert.ok(
    booked.every(({ deposit, requested, amount }) => deposit === null || requested === amount),
  );
  const kinds = new Set(rows.map(({ status }) => status));
  for (const status of ['paid', 'retained', 'refunded', 'pending'] as const)
    assert.ok(kinds.has(status), status);
});

/** A callback of which nothing is to be read. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Error) || !('status' in error) || error.status !== 403) throw error;
}

test('entries of the ledger are never changed', async (t) => {
  const { db, device } = await newClinic(t);
  const appointment = randomUUIDv7();
  await sql`insert into appointments (id, device_id, starts_at, ends_at, status, name, phone, created_at)
    values (${appointment}, ${device}, '2026-12-01T06:00:00.000Z', '2026-12-01T06:30:00.000Z', 'booked',
      'Nigar', '050', '2026-11-20')`.execute(db);
  await sql`insert into deposits (id, appointment_id, order_number, provider, amount, status, created_at)
    values ('d', ${appointment}, '100000', 'epoint', 5, 'paid', '2026-11-20')`.execute(db);
  await sql`insert into deposit_ledger (deposit_id, at, reason, account, amount)
    values ('d', '2026-11-20', 'paid', 'card', -5)`.execute(db);
  await assert.rejects(sql`update deposit_ledger set amount = 1`.execute(db), /never changed/);
  await assert.rejects(sql`delete from deposit_ledger`.execute(db), /never changed/);
});
