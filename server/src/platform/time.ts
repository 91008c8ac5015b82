export { DAY, HOUR, MINUTE, SECOND } from '@deqiq/contract/shared/durations.ts';

/** An instant in milliseconds since 1970 in the stored form: ISO 8601 in UTC with milliseconds. */
export const iso = (at: number): string => new Date(at).toISOString();

/** The instant of a clock, which returns milliseconds since 1970, in the stored form. */
export const isoNow = (now: () => number): string => iso(now());
