import { hash, timingSafeEqual } from 'node:crypto';

/** Compares secrets in constant time, whatever their length. */
export function isEqualText(one: string, other: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer');
  return timingSafeEqual(digest(one), digest(other));
}
