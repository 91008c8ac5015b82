import { provider } from '@deqiq/contract/shared/provider.ts';

/** The instant at which the month that is now in Baku began there. */
export function monthStart(now: number): string {
  const here = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(provider.timeZone);
  const midnight = here.with({ day: 1 }).startOfDay();
  return new Date(midnight.epochMilliseconds).toISOString();
}
