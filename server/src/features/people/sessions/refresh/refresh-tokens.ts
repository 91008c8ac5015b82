import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

interface TokenPayload {
  readonly sessionId: string;
  readonly generation: number;
}

const TOKEN = /^([0-9a-f-]{36})\.([1-9]\d{0,8})\.([A-Za-z0-9_-]{43})$/;

export type RefreshTokens = ReturnType<typeof refreshTokens>;

/**
 * Rotated refresh tokens: session, number and an HMAC over both. The database needs no list of them, and concurrent
 * requests receive the same one. The first token of a session is random; see `hashToken`.
 */
export function refreshTokens(secret: Uint8Array) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'refresh tokens', 32));
  const sign = (body: string) => createHmac('sha256', key).update(body).digest();

  return {
    issue({ sessionId, generation }: TokenPayload): string {
      const body = `${sessionId}.${generation}`;
      return `${body}.${sign(body).toString('base64url')}`;
    },

    /** undefined for a token that was not issued here. */
    verify(token: string): TokenPayload | undefined {
      const [, sessionId, number, mac] = TOKEN.exec(token) ?? [];
      if (!sessionId || !number || !mac) return undefined;
      const expected = sign(`${sessionId}.${number}`).toString('base64url');
      const isOurs = timingSafeEqual(Buffer.from(mac), Buffer.from(expected));
      return isOurs ? { sessionId, generation: Number(number) } : undefined;
    },
  };
}

/** The hash that the database stores instead of a random token. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url');

/** Derived from the secret without revealing it; sessions of another epoch have ended. */
export const deriveEpoch = (secret: Uint8Array): string =>
  Buffer.from(hkdfSync('sha256', secret, '', 'session epoch', 12)).toString('base64url');
