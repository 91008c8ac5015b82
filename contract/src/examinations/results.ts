import * as z from 'zod';
import { partnerReference } from '../people/partners.ts';
import { instant } from '../shared/time/dates.ts';
import { DAY } from '../shared/time/durations.ts';

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

/** Milliseconds after which staff look after a result that its partner has not opened. */
export const UNOPENED_AFTER = 3 * DAY;

/** Max results in one answer. */
export const MAX_UNOPENED = 100;

/** A result that its partner has not opened for UNOPENED_AFTER. */
const unopenedResult = z.object({
  checkup: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** The examination in words. */
  name: z.string(),
  partner: partnerReference,
  readyAt: instant,
});

/** Results that were not opened, newest first. `hasMore`: only the first MAX_UNOPENED. */
export const unopenedResults = z.object({
  results: z.array(unopenedResult),
  hasMore: z.boolean(),
});

export type UnopenedResult = z.output<typeof unopenedResult>;
export type UnopenedResults = z.output<typeof unopenedResults>;
export type UnseenResults = z.output<typeof unseenResults>;
export type ResultTrace = z.output<typeof resultTrace>;
