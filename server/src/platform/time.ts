/** Milliseconds. */
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** An instant in milliseconds since 1970 in the stored form: ISO 8601 in UTC with milliseconds. */
export const iso = (at: number): string => new Date(at).toISOString();

/** The instant of a clock, which returns milliseconds since 1970, in the stored form. */
export const isoNow = (now: () => number): string => iso(now());
