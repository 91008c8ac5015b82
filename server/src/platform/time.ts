import { provider } from '@deqiq/contract/shared/provider.ts';

export { DAY, HOUR, MINUTE, SECOND } from '@deqiq/contract/shared/time/durations.ts';

/** An instant in milliseconds since 1970 in the stored form: ISO 8601 in UTC with milliseconds. */
export const iso = (at: number): string => new Date(at).toISOString();

/** The instant of a clock, which returns milliseconds since 1970, in the stored form. */
export const isoNow = (now: () => number): string => iso(now());

/** An instant in milliseconds since 1970 by the clock of the provider. */
export const atProvider = (at: number): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(provider.timeZone);

/** The day of an instant at the provider: YYYY-MM-DD. */
export const toDay = (at: number): string => atProvider(at).toPlainDate().toString();

/** An instant in the stored form as date and hour on the clock of the provider: YYYY-MM-DDTHH:MM. */
export const toLocalTime = (instant: string): string =>
  atProvider(Date.parse(instant)).toPlainDateTime().toString({ smallestUnit: 'minute' });

/** The instant of a date and hour on the clock of the provider, in the stored form. */
export const fromLocalTime = (local: string): string =>
  iso(Temporal.PlainDateTime.from(local).toZonedDateTime(provider.timeZone).epochMilliseconds);
