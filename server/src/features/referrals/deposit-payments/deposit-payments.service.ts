import { genericMessages } from '@deqiq/contract/shared/errors.ts';
import { personLanguage } from '@deqiq/messages/language.ts';
import * as depositMessages from '@deqiq/messages/referrals/deposits.js';
import type { AppointmentRow, Db, DepositRow } from '../../../platform/db/tables.ts';
import { AppError, conflict, TooManyError } from '../../../platform/errors.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import type { Limits } from '../../../platform/limits/limits.ts';
import { rateLimiter } from '../../../platform/limits/rate-limiter.ts';
import type {
  Begun,
  PaymentEvent,
  PaymentPage,
} from '../../../platform/payment-pages/payment-page.ts';
import { HOUR, iso } from '../../../platform/time.ts';
import type { PatientMessagesService } from '../../notifications/notifications/patients/patient-messages.service.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import {
  type AppointmentTimesService,
  presentTime,
} from '../appointment-times/appointment-times.service.ts';
import type { BookingLinksService } from '../booking-links/booking-links.service.ts';
import { type DepositsService, isUnpaid } from '../deposits/deposits.service.ts';
import type { ReferralMovesService } from '../referrals/referral-moves.service.ts';
import { CHECK_INTERVAL, paymentChecks } from './payment-checks.ts';

/** Callbacks of one address that do not prove that they come from the provider. */
const FORGED = { name: 'forged payments an hour', max: 30, window: HOUR };

/** Payments that may begin for one appointment. */
const MAX_PAYMENTS = 10;

interface Deps {
  readonly db: Db;
  readonly jobs: Pick<JobQueue, 'handle' | 'enqueue'>;
  /** undefined: deposits are off. */
  readonly page: PaymentPage | undefined;
  readonly deposits: DepositsService;
  readonly times: Pick<AppointmentTimesService, 'find' | 'lockAppointment' | 'bookPaid'>;
  readonly moves: Pick<ReferralMovesService, 'book'>;
  readonly links: Pick<BookingLinksService, 'issueForMessage'>;
  readonly messages: Pick<PatientMessagesService, 'listFirst' | 'listAgreed' | 'begin'>;
  readonly audit: Pick<AuditService, 'recordEntry'>;
  readonly isLimited: { readonly enabled: boolean; readonly limits: Limits };
  readonly siteUrl: string;
  readonly now: () => number;
}

export type DepositPaymentsService = ReturnType<typeof depositPaymentsService>;

/** Payments of deposits: a verified one books the held time, or goes back to the card. */
export function depositPaymentsService(deps: Deps) {
  const { db, jobs, page, deposits, isLimited, siteUrl, now } = deps;
  const forged = rateLimiter({ ...isLimited, per: [FORGED] });

  async function refuse(address: string): Promise<never> {
    const wait = await forged.consume(address);
    if (wait > 0) throw new TooManyError(genericMessages['too-many'](), wait);
    throw new AppError('forbidden', 403, 'The callback has a wrong signature');
  }

  /** Asks the provider for the result of a payment. */
  async function check(row: DepositRow): Promise<void> {
    if (page?.provider !== row.provider || !isUnpaid(row)) return;
    const { order_number: order, transaction_id } = row;
    const result = await page.status({ order, transaction: transaction_id ?? undefined });
    if (result.kind === 'event') await settle(deps, page.provider, result.event);
  }

  jobs.handle('check-deposit', paymentChecks({ deposits, check, now }));

  return {
    /** Whether a payment page is configured. */
    isOn: page !== undefined,

    /** Throws 403 for what the provider has not signed, and 503 where it has to be repeated. */
    async receive(fields: Readonly<Record<string, unknown>>, address: string): Promise<void> {
      const result = await page?.readCallback(fields);
      if (!page || !result || result.kind === 'refused') return await refuse(address);
      if (result.kind === 'failed')
        throw new AppError('unavailable', 503, 'The provider has not confirmed the payment');
      await settle(deps, page.provider, result.event);
    },

    /** Opens the page of the provider; from there the browser returns to `returnUrl`. Throws 409 where nothing is due. */
    async begin(row: AppointmentRow, returnUrl: string): Promise<Begun> {
      const { id: appointment, deposit: amount } = row;
      if (!page || amount === null || row.held_until === null)
        throw conflict(depositMessages.notDue());
      if ((await deposits.listOfAppointment(appointment)).length >= MAX_PAYMENTS)
        throw conflict(depositMessages.tooMany());
      const { provider } = page;
      const { id, order } = await db.transaction().execute(async (tx) => {
        const added = await deposits.add(tx, { appointment, amount, provider });
        const runAt = iso(now() + CHECK_INTERVAL);
        await jobs.enqueue(tx, { kind: 'check-deposit', subject: added.id, runAt });
        return added;
      });
      const started = await page.begin({
        order,
        amount,
        description: depositMessages.description(),
        language: personLanguage(),
        successUrl: returnUrl,
        failureUrl: returnUrl,
        callbackUrl: `${siteUrl}/api/misc/webhooks/payments`,
      });
      if (started.kind === 'redirect') await deposits.setTransaction(id, started.transaction);
      return started;
    },

    /** Asks the provider for payments of an appointment whose callbacks have not arrived. */
    async checkOf(appointmentId: string): Promise<void> {
      const rows = await deposits.listOfAppointment(appointmentId);
      const last = rows.findLast(isUnpaid);
      if (last) await check(last);
    },
  };
}

/** Books a verified event, and the time that it pays for. Where that is impossible the money goes back. */
async function settle(deps: Deps, provider: string, event: PaymentEvent): Promise<void> {
  const { db, deposits, times } = deps;
  const deposit = await deposits.findOfOrder(provider, event.order);
  if (!deposit) return;
  const mayBook = event.status === 'paid' && event.amount === deposit.amount && isUnpaid(deposit);
  if (mayBook && (await tryBooking(deps, deposit, event))) return;
  await db.transaction().execute(async (tx) => {
    // Cancelling locks the appointment first, too.
    const row = await times.lockAppointment(tx, deposit.appointment_id);
    const paid = await deposits.record(tx, provider, event);
    if (!paid) return;
    const isWanted = row?.status === 'booked' && !(await deposits.hasOther(tx, paid));
    if (!isWanted) await deposits.refund(tx, paid.id);
  });
}

/** False where the time is taken, cancelled or booked by now; nothing is written then. */
async function tryBooking(
  { db, deposits, times, moves, links, messages, audit }: Deps,
  deposit: DepositRow,
  event: PaymentEvent,
): Promise<boolean> {
  try {
    await db.transaction().execute(async (tx) => {
      const row = await times.find(tx, deposit.appointment_id);
      if (!row) throw conflict(depositMessages.notDue());
      await times.bookPaid(tx, row);
      const { kind, device, startsAt, minutes } = presentTime(row);
      if (row.referral_id !== null)
        await moves.book(tx, null, row.referral_id, { kind, device, startsAt, minutes });
      // Another callback of the same order was faster.
      if (!(await deposits.record(tx, deposit.provider, event)))
        throw conflict(depositMessages.notDue());
      const first = messages.listFirst(row, messages.listAgreed(row));
      if (first.length > 0) await links.issueForMessage(tx, row.id);
      await messages.begin(tx, { ...row, held_until: null }, first);
      await audit.recordEntry(tx, {
        action: 'confirm',
        object: 'appointment',
        objectId: row.id,
        result: 'ok',
        detail: 'deposit',
      });
    });
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
