import { randomInt } from 'node:crypto';
import { RECOVERY_CODES } from '@deqiq/contract/people/second-factor.ts';

/** Crockford's base32: no letter that looks like a digit. 10 of them are 50 bits. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 10;

/** New recovery codes as they are shown: `k7m2q-x94wd`. */
export const createRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => {
    const code = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
    return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;
  });

/** A code as it was typed, without blanks and dashes, with look-alike letters as digits. */
export const normalizeCode = (typed: string): string =>
  typed
    .toLowerCase()
    .replace(/[\s\-–—]/g, '')
    .replace(/o/g, '0')
    .replace(/[il]/g, '1');

export const isRecoveryCode = (code: string): boolean =>
  code.length === LENGTH && [...code].every((letter) => LETTERS.includes(letter));
