import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { PIN_LENGTH } from '@deqiq/contract/examinations/share-limits.ts';

/** 128 random bits, base64url. */
export const createToken = (): string => randomBytes(16).toString('base64url');

export const createPin = (): string =>
  String(randomInt(10 ** PIN_LENGTH)).padStart(PIN_LENGTH, '0');

/** A fast hash is enough for 128 random bits. */
export const hashToken = (token: string): string =>
  createHash('sha256').update(token).digest('base64url');

/** Keyed with the token, which is not stored: the database alone does not allow trying all PINs. */
export const hashPin = (token: string, pin: string): string =>
  createHmac('sha256', `share pin ${token}`).update(pin).digest('base64url');

export function isPin(token: string, pin: string, hash: string): boolean {
  const one = Buffer.from(hashPin(token, pin));
  const other = Buffer.from(hash);
  return one.length === other.length && timingSafeEqual(one, other);
}
