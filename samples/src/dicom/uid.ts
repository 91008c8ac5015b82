import { createHash } from 'node:crypto';

/** A UID below 2.25 (a UUID as a decimal number, PS3.5 annex B.2), equal for equal words. */
export function uidFor(...words: readonly (string | number)[]): string {
  const hash = createHash('sha256').update(words.join('\n')).digest().subarray(0, 16);
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  return `2.25.${BigInt(`0x${hash.toString('hex')}`)}`;
}
