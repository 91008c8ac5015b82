import * as z from 'zod';
import { instant } from '../shared/dates.ts';

/** Max ids in one answer; the count has no limit. */
export const MAX_UNSEEN = 500;

/** Results that the partner has not opened: how many, and the ids of their checkups, newest first. */
export const unseenResults = z.object({ count: z.number(), checkups: z.array(z.string()) });

/** The e-mail about the result. `isConfirmed`: whether the mail server has confirmed it. */
const resultMessage = z.object({
  state: z.enum(['waiting', 'sent', 'failed', 'cancelled']),
  sentAt: instant.nullable(),
  isConfirmed: z.boolean(),
});

/** The state of a result for staff; null: not ready, notified of or opened since messages exist. */
export const resultTrace = z.object({
  isEmailAvailable: z.boolean(),
  readyAt: instant.nullable(),
  message: resultMessage.nullable(),
  /** When the first push message was accepted for one of the partner's devices. */
  pushedAt: instant.nullable(),
  openedAt: instant.nullable(),
});

export type UnseenResults = z.output<typeof unseenResults>;
export type ResultTrace = z.output<typeof resultTrace>;
