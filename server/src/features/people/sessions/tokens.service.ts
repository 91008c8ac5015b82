import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import { readOrCreateSecretFile } from '../../../platform/data-folder/data-folder.ts';
import type { Identity } from '../../../platform/http/identity.ts';
import { growingCache } from '../../../platform/limits/growing-cache.ts';

/** Lifetime of an access token in seconds. Its session is checked on every request nevertheless. */
const ACCESS_TOKEN_LIFETIME = 10 * 60;

/** Lifetime of the token in a link to a viewer in seconds: histories of browsers keep it. */
const VIEWER_TOKEN_LIFETIME = 60 * 60;

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

/** Of a token with which a viewer reads the files of one examination. */
interface ViewerClaims extends Omit<AccessClaims, 'kind'> {
  readonly kind: 'viewer';
  readonly checkup: string;
}

export type Tokens = ReturnType<typeof accessTokens>;

/**
 * Access tokens: JWT (RFC 7519), HS256 fixed in code. `verify` returns undefined for anything forged,
 * expired or of another kind. `now` is in milliseconds.
 */
export function accessTokens(secret: Buffer, now: () => number) {
  const header = encode({ alg: 'HS256', typ: 'JWT' });
  const sign = (text: string) => createHmac('sha256', secret).update(text).digest();
  const cached = growingCache<AccessClaims>(CACHE_SIZE);
  const toToken = (claims: AccessClaims | ViewerClaims): string => {
    const text = `${header}.${encode(claims)}`;
    return `${text}.${sign(text).toString('base64url')}`;
  };

  /** The claims of a token with a valid signature. */
  function readSigned(token: string): AccessClaims | ViewerClaims | undefined {
    const parts = token.split('.');
    if (parts.length !== 3 || parts[0] !== header) return undefined;
    const provided = Buffer.from(parts[2] ?? '', 'base64url');
    const expected = sign(`${parts[0]}.${parts[1]}`);
    if (provided.length !== expected.length || !timingSafeEqual(provided, expected))
      return undefined;
    return parseClaims(Buffer.from(parts[1] ?? '', 'base64url').toString('utf8'));
  }

  /** Neither expired nor issued by a clock running ahead; otherwise the client refreshes. */
  function isCurrent({ exp, kind }: AccessClaims | ViewerClaims): boolean {
    const left = exp - now() / 1000;
    const lifetime = kind === 'viewer' ? VIEWER_TOKEN_LIFETIME : ACCESS_TOKEN_LIFETIME;
    return left > 0 && left <= lifetime + MAX_CLOCK_SKEW;
  }

  return {
    issue(sid: string, role: Role, sub: string): string {
      const exp = Math.floor(now() / 1000) + ACCESS_TOKEN_LIFETIME;
      return toToken({ sid, sub, role, kind: 'access', exp });
    },

    /** A token for the link to a viewer: it reads the files of one examination while the session lives. */
    issueForViewer({ sessionId, role, personId }: Identity, checkup: string): string {
      const exp = Math.floor(now() / 1000) + VIEWER_TOKEN_LIFETIME;
      return toToken({ sid: sessionId, sub: personId, role, kind: 'viewer', exp, checkup });
    },

    /** The claims of a token of `issueForViewer`; undefined for any other. */
    verifyForViewer(token: string): ViewerClaims | undefined {
      const claims = readSigned(token);
      return claims?.kind === 'viewer' && isCurrent(claims) ? claims : undefined;
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
function parseClaims(text: string): AccessClaims | ViewerClaims | undefined {
  try {
    const claims = JSON.parse(text) as Partial<AccessClaims | ViewerClaims> | null;
    const isOurs = typeof claims?.sid === 'string' && Number.isSafeInteger(claims.exp);
    return isOurs ? (claims as AccessClaims | ViewerClaims) : undefined;
  } catch {
    return undefined;
  }
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The key of tokens and links: configured, or generated once in the data folder. A new key ends all sessions. */
export async function loadSecret(dataDir: string, configured: string | undefined): Promise<Buffer> {
  if (configured !== undefined) return Buffer.from(configured, 'utf8');
  return readOrCreateSecretFile(dataDir, 'session-secret', () =>
    randomBytes(48).toString('base64url'),
  );
}
