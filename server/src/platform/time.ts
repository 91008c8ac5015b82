/** Milliseconds. */
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** An instant in the stored form, ISO 8601 in UTC with milliseconds. `time`: milliseconds since 1970. */
export const iso = (time: number): string => new Date(time).toISOString();

/** The instant of a clock in the stored form. `now` returns milliseconds since 1970. */
export const isoNow = (now: () => number): string => iso(now());
