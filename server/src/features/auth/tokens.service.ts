import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import { LRUCache } from 'lru-cache';
import { readOrCreateSecretFile } from '../../platform/data-folder/data-folder.ts';

/** Lifetime of an access token in seconds. Its session is checked on every request nevertheless. */
const ACCESS_TOKEN_LIFETIME = 10 * 60;

/** Max seconds by which the clock of the signing process may be ahead. */
const MAX_CLOCK_SKEW = 5 * 60;

/** Verified tokens in memory: a screen sends the same one with every poll. */
const CACHE_SIZE = 10_000;

export interface AccessClaims {
  readonly sid: string;
  /** The person's id; the browser uses it to detect another person. */
  readonly sub: string;
  readonly role: Role;
  readonly kind: 'access';
  /** Seconds since 1970. */
  readonly exp: number;
}

export type Tokens = ReturnType<typeof accessTokens>;

/**
 * Access tokens: JWT (RFC 7519), HS256 fixed in code. `verify` returns undefined for anything forged,
 * expired or of another kind. `now` is in milliseconds.
 */
export function accessTokens(secret: Buffer, now: () => number) {
  const header = encode({ alg: 'HS256', typ: 'JWT' });
  const sign = (text: string) => createHmac('sha256', secret).update(text).digest();
  const cached = new LRUCache<string, AccessClaims>({ max: CACHE_SIZE });

  /** The claims of a token with a valid signature. */
  function readSigned(token: string): AccessClaims | undefined {
    const parts = token.split('.');
    if (parts.length !== 3 || parts[0] !== header) return undefined;
    const provided = Buffer.from(parts[2] ?? '', 'base64url');
    const expected = sign(`${parts[0]}.${parts[1]}`);
    if (provided.length !== expected.length || !timingSafeEqual(provided, expected))
      return undefined;
    return parseClaims(Buffer.from(parts[1] ?? '', 'base64url').toString('utf8'));
  }

  /** Neither expired nor issued by a clock running ahead; otherwise the client refreshes. */
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

/** Validates the shape even if the signature is valid, in case the secret has leaked. */
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

/**
 * The key that signs tokens and file links: the configured one, or one generated once in the data folder. A new key
 * ends all sessions, because they belong to an epoch derived from it.
 */
export async function loadSecret(dataDir: string, configured: string | undefined): Promise<Buffer> {
  if (configured !== undefined) return Buffer.from(configured, 'utf8');
  return readOrCreateSecretFile(dataDir, 'session-secret', () =>
    randomBytes(48).toString('base64url'),
  );
}
