import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Role } from '@deqiq/contract/auth.ts';

/** Seconds an access token lives. Its session is looked up on every request all the same. */
const ACCESS_TOKEN_LIFE = 10 * 60;

export interface AccessClaims {
  readonly sid: string;
  readonly role: Role;
  readonly kind: 'access';
  /** Seconds since 1970. */
  readonly exp: number;
}

export type Tokens = ReturnType<typeof accessTokens>;

/**
 * Access tokens: JWT (RFC 7519), HS256 fixed in code. `verify` gives undefined for anything forged,
 * expired or of another kind. `now` is in milliseconds.
 */
export function accessTokens(secret: Buffer, now: () => number = Date.now) {
  const header = encode({ alg: 'HS256', typ: 'JWT' });
  const sign = (text: string) => createHmac('sha256', secret).update(text).digest();

  return {
    issue(sid: string, role: Role): string {
      const exp = Math.floor(now() / 1000) + ACCESS_TOKEN_LIFE;
      const text = `${header}.${encode({ sid, role, kind: 'access', exp } satisfies AccessClaims)}`;
      return `${text}.${sign(text).toString('base64url')}`;
    },

    verify(token: string): AccessClaims | undefined {
      const parts = token.split('.');
      if (parts.length !== 3 || parts[0] !== header) return undefined;
      const given = Buffer.from(parts[2] ?? '', 'base64url');
      const expected = sign(`${parts[0]}.${parts[1]}`);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      const claims = JSON.parse(
        Buffer.from(parts[1] ?? '', 'base64url').toString('utf8'),
      ) as AccessClaims;
      return claims.kind === 'access' && claims.exp * 1000 > now() ? claims : undefined;
    },
  };
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
