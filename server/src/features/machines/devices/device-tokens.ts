import { createHash, randomBytes } from 'node:crypto';

/** Recognised by programs that search for leaked secrets. */
const PREFIX = 'deqiq-device-';

/** 256 random bits. */
export const createToken = (): string => `${PREFIX}${randomBytes(32).toString('base64url')}`;

/** A fast hash is enough for 256 random bits. */
export const hashToken = (token: string): string =>
  createHash('sha256').update(token).digest('base64url');

/** The end of a token, by which staff tell two apart. */
export const tokenEnd = (token: string): string => token.slice(-4);
