import { createHash } from 'node:crypto';

/** A UID under 2.25 (a UUID written as a decimal number, PS3.5 annex B.2), the same for the same words. */
export function uidFor(...words: readonly (string | number)[]): string {
  const hash = createHash('sha256').update(words.join('\n')).digest().subarray(0, 16);
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  return `2.25.${BigInt(`0x${hash.toString('hex')}`)}`;
}
