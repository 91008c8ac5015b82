import type { Period } from '../times/periods.ts';

/** Rem of one minute: a quarter of an hour has room for two lines. */
const REM_PER_MINUTE = 0.15;

export const toRem = (minutes: number): string => `${(minutes * REM_PER_MINUTE).toFixed(3)}rem`;

/** The top of a minute in a column. */
export const findTop = (minute: number, range: Period): string => toRem(minute - range.from);
