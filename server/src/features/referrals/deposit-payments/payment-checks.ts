import * as z from 'zod';
import type { DepositRow } from '../../../platform/db/tables.ts';
import { type JobHandler, PostponedError } from '../../../platform/jobs/job.ts';
import { DAY, MINUTE } from '../../../platform/time.ts';
import { type DepositsService, isUnpaid } from '../deposits/deposits.service.ts';

/** Milliseconds until a payment without a callback is looked up. */
export const CHECK_INTERVAL = 15 * MINUTE;

interface Deps {
  readonly deposits: Pick<DepositsService, 'find'>;
  readonly check: (row: DepositRow) => Promise<void>;
  readonly now: () => number;
}

/** Looks up payments whose callbacks were lost, ever less often, for a day. */
export const paymentChecks = ({ deposits, check, now }: Deps): JobHandler<object> => ({
  payload: z.object({}),
  concurrency: 1,

  async run({ subject }) {
    const row = await deposits.find(subject);
    if (!row || !isUnpaid(row)) return undefined;
    await check(row);
    const age = now() - Date.parse(row.created_at);
    const checked = await deposits.find(subject);
    if (!checked || !isUnpaid(checked) || age > DAY) return undefined;
    throw new PostponedError('the payment has no result yet', Math.max(CHECK_INTERVAL, age));
  },
});
