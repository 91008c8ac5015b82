import { MINUTE } from '../shared/time/durations.ts';

/** Days after which a share ends. */
export const shareDays = [1, 7, 30, 90] as const;
export type ShareDays = (typeof shareDays)[number];

/**
 * `locked`: too many wrong PINs, for some minutes. `blocked`: ended by wrong PINs. `deleted`: the examination or the
 * partner has been deleted.
 */
export const shareStates = ['live', 'locked', 'expired', 'revoked', 'blocked', 'deleted'] as const;
export type ShareState = (typeof shareStates)[number];

/** Digits. */
export const PIN_LENGTH = 6;

/** Wrong PINs within PIN_WINDOW milliseconds that lock a share for PIN_LOCK, and those in all that end it. */
export const MAX_PIN_FAILURES = 5;
export const PIN_WINDOW = 15 * MINUTE;
export const PIN_LOCK = 15 * MINUTE;
export const MAX_ALL_PIN_FAILURES = 20;

/** Prefix of the pages of shares; a token follows. */
export const SHARE_PATH = '/paylasim/';
