import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Role } from '@deqiq/contract/auth.ts';
import { LRUCache } from 'lru-cache';

/** Seconds an access token lives. Its session is looked up on every request all the same. */
const ACCESS_TOKEN_LIFETIME = 10 * 60;

/** Seconds by which a clock that signed may have been ahead: beyond, a token would outlive its ten minutes. */
const MAX_CLOCK_SKEW = 5 * 60;

/** Tokens whose signature was found good, kept in memory: a screen sends the same one with every poll. */
const CACHE_SIZE = 10_000;

export interface AccessClaims {
  readonly sid: string;
  /** The person's id: the browser compares it to tell the same person from another one. */
  readonly sub: string;
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
export function accessTokens(secret: Buffer, now: () => number) {
  const header = encode({ alg: 'HS256', typ: 'JWT' });
  const sign = (text: string) => createHmac('sha256', secret).update(text).digest();
  const cached = new LRUCache<string, AccessClaims>({ max: CACHE_SIZE });

  /** What a token says, if we signed it. */
  function readSigned(token: string): AccessClaims | undefined {
    const parts = token.split('.');
    if (parts.length !== 3 || parts[0] !== header) return undefined;
    const provided = Buffer.from(parts[2] ?? '', 'base64url');
    const expected = sign(`${parts[0]}.${parts[1]}`);
    if (provided.length !== expected.length || !timingSafeEqual(provided, expected))
      return undefined;
    return parseClaims(Buffer.from(parts[1] ?? '', 'base64url').toString('utf8'));
  }

  /** Not run out, and not from a time when the clock was wrong: whoever is told so refreshes. */
  function isCurrent({ exp }: AccessClaims): boolean {
    const left = exp - now() / 1000;
    return left > 0 && left <= ACCESS_TOKEN_LIFETIME + MAX_CLOCK_SKEW;
  }

  return {
    issue(sid: string, role: Role, sub: string): string {
      const exp = Math.floor(now() / 1000) + ACCESS_TOKEN_LIFETIME;
      const text = `${header}.${encode({ sid, sub, role, kind: 'access', exp } satisfies AccessClaims)}`;
      return `${text}.${sign(text).toString('base64url')}`;
    },

    verify(token: string): AccessClaims | undefined {
      const verified = cached.get(token);
      const claims = verified ?? readSigned(token);
      if (claims?.kind !== 'access' || !isCurrent(claims)) {
        cached.delete(token);
        return undefined;
      }
      if (!verified) cached.set(token, claims);
      return claims;
    },
  };
}

/** undefined for what is not a token of ours, even under a good signature: the secret may be known. */
function parseClaims(text: string): AccessClaims | undefined {
  try {
    const claims = JSON.parse(text) as Partial<AccessClaims> | null;
    const isOurs = typeof claims?.sid === 'string' && Number.isSafeInteger(claims.exp);
    return isOurs ? (claims as AccessClaims) : undefined;
  } catch {
    return undefined;
  }
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
