import * as z from 'zod';
import { unopenedResults } from '../examinations/results.ts';
import { protectionState } from '../operations/protection.ts';
import { appointment } from '../referrals/booking/appointments.ts';
import { reservation } from '../site/application-lists.ts';
import { counters } from './work-queues.ts';

/** Max reservations in one answer. */
export const MAX_TODAY_RESERVATIONS = 10;

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
  protection: z.object({
    state: protectionState,
    /** Lines of the panel that need attention. */
    count: z.int(),
  }),
});

export type Today = z.output<typeof today>;
