import * as z from 'zod';

/** A patient who cancels at least so many hours before the appointment gets the deposit back. */
export const REFUND_HOURS = 24;

/**
 * `due`: a payment books the held time. `retained`: the patient cancelled too late. `refund-failed`: staff return it at the
 * provider.
 */
export const depositStates = [
  'due',
  'paid',
  'retained',
  'refunding',
  'refund-failed',
  'refunded',
] as const;

export const deposit = z.object({
  /** In manat. */
  amount: z.number(),
  state: z.enum(depositStates),
});

export type DepositState = (typeof depositStates)[number];
export type Deposit = z.output<typeof deposit>;
