import { atProvider, iso } from '../../../../platform/time.ts';

/** Hours at the provider in which no reminder is sent. */
const QUIET = { from: 21, to: 9 };

/** When a reminder is sent that would fall into the quiet hours: retries end before them. */
const LATEST = { hour: 20, minute: 50 };

const isQuietHour = (hour: number): boolean => hour >= QUIET.from || hour < QUIET.to;

/** Whether an instant in milliseconds since 1970 is in the quiet hours. */
export const isQuiet = (at: number): boolean => isQuietHour(atProvider(at).hour);

export interface Reminder {
  readonly kind: 'day-before' | 'two-hours-before';
  /** ISO texts: when it is sent, and until when it is of use. */
  readonly dueAt: string;
  readonly endsAt: string;
}

/** The reminders of an appointment that are still to come: never in the quiet hours, but before them. */
export function listReminders(startsAt: string, now: number): Reminder[] {
  const start = atProvider(Date.parse(startsAt));
  const twoHoursBefore = start.subtract({ hours: 2 });
  return [
    { kind: 'day-before', at: start.subtract({ days: 1 }), end: twoHoursBefore } as const,
    { kind: 'two-hours-before', at: twoHoursBefore, end: start } as const,
  ]
    .map(({ kind, at, end }) => ({
      kind,
      dueAt: iso(avoidQuietHours(at).epochMilliseconds),
      endsAt: iso(end.epochMilliseconds),
    }))
    .filter(({ dueAt }) => dueAt > iso(now));
}

function avoidQuietHours(at: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  if (!isQuietHour(at.hour)) return at;
  const evening = at.hour < QUIET.to ? at.subtract({ days: 1 }) : at;
  return evening.withPlainTime(LATEST);
}
