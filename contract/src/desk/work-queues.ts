import * as workQueueMessages from '@deqiq/messages/desk/work-queues.js';
import * as z from 'zod';
import { errorBody } from '../shared/errors.ts';
import { optionalText } from '../shared/text.ts';
import { instant } from '../shared/time/dates.ts';

/** Lists that staff work through. */
export const workQueues = ['reservations', 'partners', 'contacts', 'reports'] as const;
export type WorkQueue = (typeof workQueues)[number];

export const workStatuses = ['new', 'contacted', 'done', 'declined'] as const;
export type WorkStatus = (typeof workStatuses)[number];

/** How far staff are with an entry. A change names the version that the user saw. */
export const workProgress = z.object({
  status: z.enum(workStatuses),
  note: z.string(),
  /** The username of the last editor; '' before the first change. */
  handledBy: z.string(),
  handledAt: instant.nullable(),
  version: z.int(),
});

/** Forms send numbers as text. */
const version = z
  .union([z.number(), z.string().regex(/^\d{1,9}$/)], { error: workQueueMessages.badVersion })
  .transform(Number)
  .pipe(
    z.int({ error: workQueueMessages.badVersion }).min(1, { error: workQueueMessages.badVersion }),
  );

export const updateProgress = z.object({
  status: z.enum(workStatuses, { error: workQueueMessages.badStatus }),
  note: optionalText(),
  version,
});

export const progressAnswer = z.object({ progress: workProgress, message: z.string() });

export const progressConflict = errorBody.extend({ progress: workProgress.optional() });

export type WorkProgress = z.output<typeof workProgress>;
export type UpdateProgress = z.output<typeof updateProgress>;

/**
 * How much waits for staff; of payments the pending ones, of checkups the pending ones without X-ray files, of referrals
 * those that are neither accepted nor declined, of questions those of partners that staff have not opened, of reading the
 * examinations whose doctors wait for a report.
 */
export const counters = z.object({
  counters: z.object({
    reservations: z.int(),
    partners: z.int(),
    contacts: z.int(),
    reports: z.int(),
    payments: z.int(),
    checkups: z.int(),
    intake: z.int(),
    referrals: z.int(),
    questions: z.int(),
    reading: z.int(),
  }),
});

export type Counters = z.output<typeof counters>['counters'];
