import * as z from 'zod';
import type { Db, DepositRow } from '../../../platform/db/tables.ts';
import type { JobHandler } from '../../../platform/jobs/job.ts';
import type { PaidPayment, PaymentPage } from '../../../platform/payment-pages/payment-page.ts';
import { HOUR, MINUTE } from '../../../platform/time.ts';
import * as repo from './deposits.repo.ts';

interface Deps {
  readonly db: Db;
  readonly page: PaymentPage | undefined;
  readonly finishRefund: (tx: Db, row: DepositRow) => Promise<void>;
}

/** About a week. */
const MAX_ATTEMPTS = 24;
const BACKOFF = { first: MINUTE, max: 8 * HOUR };

/** Returns a deposit to the card. An answer may be lost: no other attempt is made before the provider has told the state. */
export const depositRefunds = ({ db, page, finishRefund }: Deps): JobHandler<object> => ({
  payload: z.object({}),
  concurrency: 1,
  maxAttempts: MAX_ATTEMPTS,
  backoff: BACKOFF,

  async run({ subject, attempt }) {
    const row = await repo.find(db, subject);
    if (row?.status !== 'refunding') return undefined;
    if (page?.provider !== row.provider)
      throw new Error(`the payment page of ${row.provider} is not configured`);
    const payment = {
      order: row.order_number,
      transaction: row.transaction_id ?? '',
      amount: row.amount,
      paidAt: new Date(row.paid_at ?? 0),
    };
    const isDone = attempt > 1 && (await isRefunded(page, payment));
    if (!isDone) await refundOrFail(page, payment);
    return (tx) => finishRefund(tx, row);
  },

  onFailed: async (tx, { subject }) => {
    await repo.advance(tx, subject, ['refunding'], { status: 'refund-failed' });
  },
});

async function refundOrFail(page: PaymentPage, payment: PaidPayment): Promise<void> {
  const result = await page.refund(payment);
  if (result.kind === 'refunded' || (await isRefunded(page, payment))) return;
  throw new Error(result.kind === 'failed' ? result.reason : 'the provider refuses the refund');
}

/** Throws where the provider does not tell. */
async function isRefunded(page: PaymentPage, payment: PaidPayment): Promise<boolean> {
  const state = await page.status(payment);
  if (state.kind === 'event') return state.event.status === 'refunded';
  throw new Error(
    state.kind === 'failed' ? state.reason : 'the provider does not have the payment',
  );
}
