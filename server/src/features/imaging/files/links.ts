import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { FILES_PATH } from '@deqiq/contract/shared/paths.ts';
import { MINUTE } from '../../../platform/time.ts';

/** `derived`: the capability is followed by the name of a derived object. */
export const variants = ['original', 'preview', 'derived'] as const;
export type Variant = (typeof variants)[number];

/** Links created within the same window are identical, so that polling does not change them. */
const WINDOW = 10 * MINUTE;

/** Lifetime of a link from the beginning of its window. */
const LIFETIME = 15 * MINUTE;
const LARGE_FILE_LIFETIME = 120 * MINUTE;

/** Max milliseconds by which the clock of another process may be ahead. */
const MAX_CLOCK_SKEW = 5 * MINUTE;

/** Files above this size in bytes need a longer download time. */
const LARGE_FILE_BYTES = 100_000_000;

/** Max links of one window in memory, about 300 bytes each; polled lists repeat them. */
const CACHE_SIZE = 20_000;

export interface Capability {
  readonly fileId: string;
  readonly sessionId: string;
  readonly variant: Variant;
}

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** File id, session id, expiry in seconds, variant; then HMAC-SHA256 over them. */
const BODY = 16 + 16 + 4 + 1;
const MAC = 32;
const CAPABILITY = new RegExp(`^[A-Za-z0-9_-]{${((BODY + MAC) * 4) / 3}}$`);

export type FileLinks = ReturnType<typeof fileLinks>;

/** Links that open one file for one session until they expire. `now` in milliseconds. */
export function fileLinks({ secret, now }: { secret: Uint8Array; now: () => number }) {
  // A derived key, so that a signature for a token is never valid for a link.
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'file links', 32));
  const computeMac = (bytes: Uint8Array) => createHmac('sha256', key).update(bytes).digest();
  const epoch = () => Math.floor(now() / WINDOW);
  let cache = linkCache(epoch());

  function createLink({ fileId, sessionId, variant }: Capability, expires: number): string {
    const capability = Buffer.allocUnsafe(BODY + MAC);
    writeId(capability, fileId, 0);
    writeId(capability, sessionId, 16);
    capability.writeUInt32BE(expires / 1000, 32);
    capability[36] = variants.indexOf(variant);
    computeMac(capability.subarray(0, BODY)).copy(capability, BODY);
    return FILES_PATH + capability.toString('base64url');
  }

  return {
    /** The number of the current window; it changes whenever the links do. */
    epoch,

    /** The address of a file of `size` bytes. */
    sign(named: Capability & { size: number }): string {
      const current = epoch();
      if (cache.epoch !== current || cache.size() >= CACHE_SIZE) cache = linkCache(current);
      const lifetime = named.size > LARGE_FILE_BYTES ? LARGE_FILE_LIFETIME : LIFETIME;
      return cache.get(named, lifetime, () => createLink(named, current * WINDOW + lifetime));
    },

    /** The content of a capability with a valid signature; `expired` only if the signature is valid. */
    verify(capability: string): Capability | 'expired' | 'invalid' {
      if (!CAPABILITY.test(capability)) return 'invalid';
      const bytes = Buffer.from(capability, 'base64url');
      const body = bytes.subarray(0, BODY);
      if (!timingSafeEqual(computeMac(body), bytes.subarray(BODY))) return 'invalid';
      const variant = variants[body[36] ?? -1];
      if (!variant) return 'invalid';
      const left = body.readUInt32BE(32) * 1000 - now();
      // More remaining time than any link has: signed by a clock running ahead.
      if (left <= 0 || left > LARGE_FILE_LIFETIME + MAX_CLOCK_SKEW) return 'expired';
      return { fileId: readId(body, 0), sessionId: readId(body, 16), variant };
    },
  };
}

/** Links of one window by session, then by variant and lifetime, then by file. */
function linkCache(epoch: number) {
  const sessions = new Map<string, Map<number, Map<string, string>>>();
  let size = 0;

  return {
    epoch,
    size: () => size,

    get({ sessionId, variant, fileId }: Capability, life: number, sign: () => string): string {
      const kinds = sessions.get(sessionId) ?? new Map<number, Map<string, string>>();
      const kind = life + variants.indexOf(variant);
      const links = kinds.get(kind) ?? new Map<string, string>();
      const cached = links.get(fileId);
      if (cached) return cached;
      const link = sign();
      links.set(fileId, link);
      kinds.set(kind, links);
      sessions.set(sessionId, kinds);
      size += 1;
      return link;
    },
  };
}

function writeId(into: Buffer, id: string, at: number): void {
  if (!ID.test(id)) throw new Error('not an id of this system');
  into.write(id.replaceAll('-', ''), at, 'hex');
}

function readId(from: Buffer, at: number): string {
  const hex = from.toString('hex', at, at + 16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
}
