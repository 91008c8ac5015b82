import * as z from 'zod';
import { unopenedResults } from '../examinations/results.ts';
import { protectionState } from '../operations/protection.ts';
import { appointment } from '../referrals/booking/appointments.ts';
import { instant } from '../shared/time/dates.ts';
import { reservation } from '../site/application-lists.ts';
import { counters } from './work-queues.ts';

/** Max reservations in one answer. */
export const MAX_TODAY_RESERVATIONS = 10;

/** Queues whose first entries are shown beside their counter. */
const todayQueues = [
  'referrals',
  'shipments',
  'intake',
  'doubtful',
  'reading',
  'partners',
] as const;
export type TodayQueue = (typeof todayQueues)[number];

/** Max entries of a queue in one answer. */
export const MAX_TODAY_ENTRIES = 3;

/** The name of the patient, or of the applicant; `about`: the partner, the machine's words or the clinic. */
const waitingEntry = z.object({
  _id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  about: z.string(),
  /** Of examinations. */
  partner: z.string().nullable(),
  at: instant,
});

/** Work of the desk today, in Baku. */
export const today = z.object({
  /** YYYY-MM-DD. */
  day: z.string(),
  counters: counters.shape.counters,
  appointments: z.array(appointment),
  /** Those that wait for a call, oldest first. */
  reservations: z.array(reservation),
  /** Results that no doctor has opened for three days. */
  unopened: unopenedResults,
  /** The first entries of every queue that is not empty. */
  waiting: z.array(
    z.object({
      queue: z.enum(todayQueues),
      total: z.int(),
      entries: z.array(waitingEntry).max(MAX_TODAY_ENTRIES),
    }),
  ),
  protection: z.object({
    state: protectionState,
    /** Lines of the panel that need attention. */
    count: z.int(),
  }),
});

export type Today = z.output<typeof today>;
export type WaitingEntry = z.output<typeof waitingEntry>;
