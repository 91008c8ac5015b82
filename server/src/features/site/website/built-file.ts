import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isMissing } from '../../../platform/errors.ts';
import { chooseEncoding, type Encoding } from './encoding.ts';

export interface PageResponse {
  readonly status: 200 | 304 | 308 | 404;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

interface EncodedBody {
  readonly etag: string;
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** A built file in memory, in every available encoding. */
export type BuiltFile = ReadonlyMap<Encoding, EncodedBody>;

const SUFFIX: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz', identity: '' };

async function readEncoded(path: string, encoding: Encoding): Promise<Buffer | undefined> {
  try {
    return await readFile(`${path}${SUFFIX[encoding]}`);
  } catch (error) {
    if (encoding !== 'identity' && isMissing(error)) return;
    throw error;
  }
}

/** A file and its compressed versions. */
export type Bodies = ReadonlyMap<Encoding, Buffer>;

export async function readBodies(path: string): Promise<Bodies> {
  const bodies = new Map<Encoding, Buffer>();
  for (const encoding of ['identity', 'br', 'gzip'] as const) {
    const body = await readEncoded(path, encoding);
    if (body) bodies.set(encoding, body);
  }
  return bodies;
}

/** Each version has its own ETag. */
export function createBuiltFile(
  bodies: Bodies,
  headers: Readonly<Record<string, string>>,
): BuiltFile {
  const encodedBodies = new Map<Encoding, EncodedBody>();
  for (const [encoding, body] of bodies) {
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    const encoded = encoding === 'identity' ? {} : { 'content-encoding': encoding };
    encodedBodies.set(encoding, { etag, body, headers: { ...headers, ...encoded } });
  }
  return encodedBodies;
}

export interface RequestHeaders {
  readonly acceptEncoding?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}

/** Weak comparison: a proxy that recompresses prefixes our tags with `W/`. */
function matchesEtag(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === etag || tag === '*');
}

/** The response for a file in the best encoding; 304 if the client has it already. */
export function respondWith(
  file: BuiltFile,
  status: 200 | 404,
  request: RequestHeaders,
  vary = 'accept-encoding',
): PageResponse {
  const form = file.get(chooseEncoding(request.acceptEncoding, new Set(file.keys())));
  if (!form) throw new Error('a built file without a plain form');
  const headers = { ...form.headers, vary };
  if (status === 404) return { status, headers, body: form.body };
  const tagged = { ...headers, etag: form.etag };
  return request.ifNoneMatch && matchesEtag(request.ifNoneMatch, form.etag)
    ? { status: 304, headers: tagged, body: null }
    : { status, headers: tagged, body: form.body };
}
