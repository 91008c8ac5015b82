import type { Db, DepositRow } from '../../../platform/db/tables.ts';
import { newId } from '../../../platform/ids.ts';
import type {
  Begun,
  PaymentEvent,
  PaymentOrder,
  PaymentPage,
} from '../../../platform/payment-pages/payment-page.ts';
import { formatAmount } from '../../../platform/payment-pages/replies.ts';
import { HOUR, iso, isoNow } from '../../../platform/time.ts';
import * as repo from './deposits.repo.ts';

interface Deps {
  readonly db: Db;
  readonly page: PaymentPage;
  readonly now: () => number;
  /** A person who cancels so many hours before the appointment gets the deposit back. */
  readonly refundHours?: number;
}

/** `unexpected`: a second payment of a paid order, or another amount; a person has to look at it. */
export type Booking = 'booked' | 'repeated' | 'unknown' | 'unexpected';

const REFUND_HOURS = 24;

/** Deposits of appointments, and the only writer of their ledger. */
export function depositsService({ db, page, now, refundHours = REFUND_HOURS }: Deps) {
  const book = (event: PaymentEvent): Promise<Booking> =>
    db.transaction().execute((tx) => bookEvent(tx, page.provider, event, isoNow(now)));

  return {
    /** Stores the deposit before the person goes to the page, so that no event is about an unknown order. */
    async begin(appointmentId: string, payment: PaymentOrder): Promise<Begun> {
      await repo.insert(db, {
        id: newId(),
        appointment_id: appointmentId,
        order_number: payment.order,
        provider: page.provider,
        amount: payment.amount,
        status: 'pending',
        transaction_id: null,
        created_at: isoNow(now),
        paid_at: null,
      });
      return await page.begin(payment);
    },

    /** Books a verified event. Repeated and reordered ones change nothing twice. */
    book,

    isRefundable: (startsAt: string): boolean => iso(now() + refundHours * HOUR) <= startsAt,

    /**
     * Refunds what was paid for an appointment. Returns whether nothing is left to refund; otherwise it is called again. An
     * uncertain refund is looked up before another attempt.
     */
    async refund(appointmentId: string): Promise<boolean> {
      const paid = await repo.listPaid(db, appointmentId);
      const outcomes = await Promise.all(paid.map((row) => refundOne(page, row)));
      for (const event of outcomes) if (event) await book(event);
      return outcomes.every((event) => event?.status === 'refunded');
    },

    /** In manat: `sum` is 0.00 unless the ledger is broken. `differences` are orders whose entries contradict their state. */
    async reconcile() {
      const { all, owed } = await repo.sumLedger(db);
      const differences = await repo.listDifferences(db);
      return { sum: formatAmount(Number(all)), owed: formatAmount(Number(owed)), differences };
    },
  };
}

async function bookEvent(
  tx: Db,
  provider: string,
  event: PaymentEvent,
  at: string,
): Promise<Booking> {
  const row = await repo.findByOrder(tx, event.order);
  if (row?.provider !== provider) return 'unknown';
  if (row.amount !== event.amount) return 'unexpected';
  if (event.status === 'pending') return 'repeated';
  if (event.status === 'declined')
    return (await repo.advance(tx, row.id, ['pending'], { status: 'declined' }))
      ? 'booked'
      : 'repeated';
  // A refund may arrive before its payment: both are booked then.
  const payment = { status: 'paid', transaction_id: event.transaction, paid_at: at } as const;
  const isPaid = await repo.advance(tx, row.id, ['pending', 'declined'], payment);
  if (isPaid) await repo.appendEntries(tx, { deposit_id: row.id, at, reason: 'paid' }, row.amount);
  const { transaction_id } = (await repo.findByOrder(tx, event.order)) ?? row;
  if (transaction_id !== event.transaction) return 'unexpected';
  if (event.status === 'paid') return isPaid ? 'booked' : 'repeated';
  if (!(await repo.advance(tx, row.id, ['paid'], { status: 'refunded' }))) return 'repeated';
  await repo.appendEntries(tx, { deposit_id: row.id, at, reason: 'refunded' }, -row.amount);
  return 'booked';
}

/** The event to book; undefined where the provider has not told a result. */
async function refundOne(page: PaymentPage, row: DepositRow): Promise<PaymentEvent | undefined> {
  const { order_number: order, amount, transaction_id, paid_at } = row;
  const payment = {
    order,
    amount,
    transaction: transaction_id ?? '',
    paidAt: new Date(paid_at ?? 0),
  };
  const { kind } = await page.refund(payment);
  if (kind === 'refunded')
    return { order, amount, transaction: payment.transaction, status: 'refunded' };
  const state = await page.status(payment);
  return state.kind === 'event' ? state.event : undefined;
}
