import {
  type Deposit,
  type DepositState,
  REFUND_HOURS,
} from '@deqiq/contract/referrals/booking/deposits.ts';
import { toManat } from '@deqiq/contract/shared/money.ts';
import type { AppointmentRow, Db, DepositRow } from '../../../platform/db/tables.ts';
import { newId } from '../../../platform/ids.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import type { PaymentEvent, PaymentPage } from '../../../platform/payment-pages/payment-page.ts';
import { HOUR, iso, isoNow } from '../../../platform/time.ts';
import type { PatientMessagesService } from '../../notifications/notifications/patients/patient-messages.service.ts';
import * as repo from './deposits.repo.ts';
import { depositRefunds } from './refunds.ts';

interface Deps {
  readonly db: Db;
  readonly jobs: Pick<JobQueue, 'handle' | 'enqueue'>;
  /** undefined: deposits are off. */
  readonly page: PaymentPage | undefined;
  readonly messages: Pick<PatientMessagesService, 'announceRefund'>;
  readonly now: () => number;
}

/** States in which the money is with the provider. */
const PAID = ['paid', 'retained', 'refunding', 'refund-failed'] as const;
const OPEN = ['pending', 'declined'] as const;

export const isUnpaid = ({ status }: Pick<DepositRow, 'status'>): boolean =>
  OPEN.some((each) => each === status);

export type DepositsService = ReturnType<typeof depositsService>;

/** Deposits of appointments, and the only writer of their ledger. See docs/decisions/deposits.md. */
export function depositsService({ db, jobs, page, messages, now }: Deps) {
  const { record, finishRefund } = depositLedger({ messages, now });

  /** In the caller's transaction: a job returns it to the card. */
  async function refund(tx: Db, id: string): Promise<void> {
    if (!(await repo.advance(tx, id, ['paid'], { status: 'refunding' }))) return;
    await jobs.enqueue(tx, { kind: 'refund-deposit', subject: id });
  }

  const listPaid = async (tx: Db, appointmentId: string): Promise<DepositRow[]> =>
    (await repo.listOfAppointments(tx, [appointmentId])).filter(({ status }) => status === 'paid');

  jobs.handle('refund-deposit', depositRefunds({ db, page, finishRefund }));

  return {
    record,
    refund,

    find: (id: string) => repo.find(db, id),

    /** The deposit of an order, as it was stored before the payment. */
    findOfOrder: async (provider: string, order: string): Promise<DepositRow | undefined> =>
      (await repo.listOfOrder(db, provider, order)).at(0),

    listOfAppointment: (appointmentId: string): Promise<DepositRow[]> =>
      repo.listOfAppointments(db, [appointmentId]),

    /** In the caller's transaction: stores a deposit before the person goes to the page, and returns it. */
    async add(
      tx: Db,
      { appointment, amount, provider }: { appointment: string; amount: number; provider: string },
    ): Promise<{ id: string; order: string }> {
      const id = newId();
      const seq = await repo.insert(tx, {
        id,
        appointment_id: appointment,
        order_number: id,
        provider,
        amount,
        status: 'pending',
        transaction_id: null,
        created_at: isoNow(now),
        paid_at: null,
      });
      const order = toOrder(now(), seq);
      await repo.update(tx, id, { order_number: order });
      return { id, order };
    },

    /** The provider's id of a payment that has begun. */
    setTransaction: (id: string, transaction_id: string): Promise<void> =>
      repo.update(db, id, { transaction_id }),

    /** In the caller's transaction: whether another payment of the appointment stays with the clinic. */
    hasOther: async (tx: Db, { id, appointment_id }: DepositRow): Promise<boolean> =>
      (await listPaid(tx, appointment_id)).some((other) => other.id !== id),

    /** In the transaction that cancels an appointment: what was paid for it goes back. */
    async refundAll(tx: Db, appointmentId: string): Promise<void> {
      for (const { id } of await listPaid(tx, appointmentId)) await refund(tx, id);
    },

    /** In the transaction before a late cancellation: what was paid stays with the clinic. */
    async retain(tx: Db, appointmentId: string): Promise<void> {
      for (const { id } of await listPaid(tx, appointmentId))
        await repo.advance(tx, id, ['paid'], { status: 'retained' });
    },

    /** Whether a patient who cancels now gets the deposit back. */
    isRefundable: ({ starts_at }: Pick<AppointmentRow, 'starts_at'>): boolean =>
      iso(now() + REFUND_HOURS * HOUR) <= starts_at,

    /** The deposits of appointments for people, by the id of the appointment. */
    async describe(
      handle: Db,
      appointments: readonly AppointmentRow[],
    ): Promise<ReadonlyMap<string, Deposit>> {
      const rows = await repo.listOfAppointments(
        handle,
        appointments.map(({ id }) => id),
      );
      const paid = Map.groupBy(
        rows.filter((row) => !isUnpaid(row)),
        (row) => row.appointment_id,
      );
      const found = appointments.map((row) => [row.id, describe(row, paid.get(row.id))] as const);
      return new Map(found.filter((entry): entry is [string, Deposit] => entry[1] !== undefined));
    },

    /** In manat: `sum` is 0.00 unless the ledger is broken. `differences` are orders whose entries contradict their state. */
    async reconcile() {
      const { all, paid } = await repo.sumLedger(db);
      const differences = await repo.listDifferences(db);
      return { sum: toManat(all).toFixed(2), paid: toManat(paid).toFixed(2), differences };
    },
  };
}

/** Books payments and refunds. */
function depositLedger({ messages, now }: Pick<Deps, 'messages' | 'now'>) {
  /**
   * In the caller's transaction: books a verified event. Repeated and reordered ones change nothing twice. Returns the deposit
   * that became paid by it.
   */
  async function record(
    tx: Db,
    provider: string,
    event: PaymentEvent,
  ): Promise<DepositRow | undefined> {
    const rows = await repo.listOfOrder(tx, provider, event.order);
    const [first] = rows;
    if (!first || event.status === 'pending') return undefined;
    const open = rows.find(isUnpaid);
    if (event.status === 'declined') {
      if (open) await repo.advance(tx, open.id, ['pending'], { status: 'declined' });
      return undefined;
    }
    const own = rows.find((row) => row.transaction_id === event.transaction && !isUnpaid(row));
    const row = own ?? (open?.amount === event.amount ? open : await copy(tx, first, event));
    // A refund may arrive before its payment: both are booked then.
    const isPaid = await pay(tx, row, event.transaction);
    if (event.status === 'refunded') await finishRefund(tx, row);
    return isPaid && event.status === 'paid' ? row : undefined;
  }

  /** Money that came beside the payment of an order: another transaction, or another amount. */
  async function copy(tx: Db, first: DepositRow, event: PaymentEvent): Promise<DepositRow> {
    const { seq: _, ...row } = first;
    // The order still waits for its own payment; a transaction belongs to one row.
    if (first.transaction_id === event.transaction)
      await repo.update(tx, first.id, { transaction_id: null });
    const id = newId();
    await repo.insert(tx, {
      ...row,
      id,
      amount: event.amount,
      status: 'pending',
      transaction_id: null,
      created_at: isoNow(now),
      paid_at: null,
    });
    return { ...first, id, amount: event.amount, status: 'pending' };
  }

  async function pay(tx: Db, { id, amount }: DepositRow, transaction: string): Promise<boolean> {
    const at = isoNow(now);
    const to = { status: 'paid', transaction_id: transaction, paid_at: at } as const;
    if (!(await repo.advance(tx, id, OPEN, to))) return false;
    await repo.appendEntries(tx, { deposit_id: id, at, reason: 'paid' }, amount);
    return true;
  }

  async function finishRefund(
    tx: Db,
    { id, amount, appointment_id }: Pick<DepositRow, 'id' | 'amount' | 'appointment_id'>,
  ): Promise<void> {
    if (!(await repo.advance(tx, id, PAID, { status: 'refunded' }))) return;
    const entry = { deposit_id: id, at: isoNow(now), reason: 'refunded' } as const;
    await repo.appendEntries(tx, entry, -amount);
    await messages.announceRefund(tx, appointment_id, id);
  }

  return { record, finishRefund };
}

/** Which of several payments of an appointment people see. */
const SHOWN = [
  'paid',
  'retained',
  'refund-failed',
  'refunding',
  'refunded',
] as const satisfies readonly DepositState[];

function describe(
  { deposit, held_until }: AppointmentRow,
  rows: readonly DepositRow[] = [],
): Deposit | undefined {
  for (const state of SHOWN) {
    const row = rows.find(({ status }) => status === state);
    if (row) return { amount: toManat(row.amount), state };
  }
  const isDue = deposit !== null && held_until !== null;
  return isDue ? { amount: toManat(deposit), state: 'due' } : undefined;
}

/** Minutes in UTC, and six digits that differ within a day; also after a backup was restored. */
const toOrder = (at: number, seq: number): string =>
  iso(at).replace(/\D/g, '').slice(2, 12) + String(seq % 1_000_000).padStart(6, '0');
