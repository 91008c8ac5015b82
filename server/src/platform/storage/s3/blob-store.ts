import { createHash, hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import v8 from 'node:v8';
import { diskFull, errorCode, markUnavailable } from '../../errors.ts';
import { findBucketAddress } from './client/bucket-address.ts';
import type { S3Request } from './client/s3-client.ts';
import { isNetworkError, S3Error } from './client/s3-error.ts';
import { formatParts, readElements, readText } from './client/s3-xml.ts';
import type { S3Location } from './s3-url.ts';

/** No blob has this name. */
export class MissingBlob extends Error {}

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** A range of bytes; `end` is exclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A blob in a listing. */
export interface BlobEntry {
  readonly name: string;
  readonly size: number;
  /** By the clock of the store, in milliseconds since 1970. */
  readonly modifiedAt: number;
}

/** The result of one part of a multipart upload. */
export interface UploadedPart {
  /** From 1. */
  readonly number: number;
  readonly etag: string;
}

/** Milliseconds. A request on whose connection nothing moves for so long is repeated. */
const CONNECTION_TIMEOUT = 3_000;
const SOCKET_TIMEOUT = 30_000;

/** Milliseconds for all attempts of a ping: a starting node waits for it. */
const PING_TIMEOUT = 10_000;

/**
 * Each read of a socket is a new buffer outside V8's heap. For every 64 MiB of them V8 collects its whole heap, which is
 * three quarters of the processor time of a download. With this flag, limits grow with the heap.
 */
const FEWER_COLLECTIONS = '--external-memory-accounted-in-global-limit';

export type BlobStore = Awaited<ReturnType<typeof openBlobStore>>;

/**
 * The few calls of S3 that the store needs, on names without the prefix. An unreachable store is a 503, a full one a
 * 507. No call relies on conditional writes, which most stores do not offer. Bytes are sent with their MD5: every store
 * rejects others, while the ETag is no checksum where a store encrypts.
 */
export async function openBlobStore(
  location: S3Location,
  credentials: S3Credentials,
  socketTimeout = SOCKET_TIMEOUT,
) {
  // Loaded only here: a server without object storage does not pay for the client.
  const { openS3Client } = await import('./client/s3-client.ts');
  v8.setFlagsFromString(FEWER_COLLECTIONS);
  const client = openS3Client({
    address: findBucketAddress(location),
    key: { ...credentials, region: location.region },
    timeouts: { connection: CONNECTION_TIMEOUT, idle: socketTimeout },
  });
  const keyOf = (name: string) => `${location.prefix}${name}`;
  const call = (request: S3Request, root?: string) =>
    client.call(request, root).catch(throwBlobError);
  const open = (request: S3Request) => client.open(request).catch(throwBlobError);

  return {
    /** Throws where the bucket is missing, the credentials are wrong, or the store is away; see isOutage. */
    async ping(): Promise<void> {
      await client.call({ method: 'HEAD', signal: AbortSignal.timeout(PING_TIMEOUT) });
    },

    async put(name: string, bytes: Uint8Array): Promise<void> {
      await call({ method: 'PUT', key: keyOf(name), ...(await withChecksums(bytes)) });
    },

    /** Returns the bytes of a range that lies inside the blob. Throws MissingBlob. */
    async get(name: string, range: ByteRange): Promise<Buffer> {
      const headers = rangeHeader(range);
      const bytes = await readWhole(await open({ method: 'GET', key: keyOf(name), headers }));
      if (bytes.length !== range.end - range.start)
        throw new Error('a blob is shorter than its record');
      return bytes;
    },

    /** Opens a range that lies inside the blob. The caller reads all of it or destroys it. Throws MissingBlob. */
    async openRange(name: string, range: ByteRange): Promise<Readable> {
      return open({ method: 'GET', key: keyOf(name), headers: rangeHeader(range) });
    },

    /** A missing blob is no error. */
    async remove(name: string): Promise<void> {
      await call({ method: 'DELETE', key: keyOf(name) });
    },

    /** Begins an upload in parts; returns its id. */
    async beginParts(name: string): Promise<string> {
      const request: S3Request = { method: 'POST', key: keyOf(name), query: { uploads: '' } };
      const { text } = await call(request, 'InitiateMultipartUploadResult');
      const id = readText(text, 'UploadId');
      if (!id) throw new Error('the object store returned no upload id');
      return id;
    },

    /** Each part but the last needs at least 5 MiB. */
    async putPart({ name, id }: Upload, number: number, bytes: Uint8Array): Promise<UploadedPart> {
      const { headers } = await call({
        method: 'PUT',
        key: keyOf(name),
        query: { partNumber: `${number}`, uploadId: id },
        ...(await withChecksums(bytes)),
      });
      if (!headers.etag) throw new Error('the object store returned no ETag');
      return { number, etag: headers.etag };
    },

    /** Joins the parts. Returns the size of the blob. */
    async finishParts({ name, id }: Upload, parts: readonly UploadedPart[]): Promise<number> {
      const body = Buffer.from(formatParts(parts));
      const request: S3Request = {
        method: 'POST',
        key: keyOf(name),
        query: { uploadId: id },
        headers: {
          'content-type': 'application/xml',
          'x-amz-content-sha256': hash('sha256', body),
        },
        body,
      };
      await call(request, 'CompleteMultipartUploadResult');
      const { headers } = await call({ method: 'HEAD', key: keyOf(name) });
      return Number(headers['content-length'] ?? 0);
    },

    /** Removes the parts of an upload that was not finished. A finished or unknown one is no error. */
    async abortParts({ name, id }: Upload): Promise<void> {
      try {
        await call({ method: 'DELETE', key: keyOf(name), query: { uploadId: id } });
      } catch (error) {
        if (!(error instanceof MissingBlob)) throw error;
      }
    },

    /** The bytes of a small blob; undefined if it is missing. */
    async getWhole(name: string): Promise<Buffer | undefined> {
      try {
        return await readWhole(await open({ method: 'GET', key: keyOf(name) }));
      } catch (error) {
        if (error instanceof MissingBlob) return undefined;
        throw error;
      }
    },

    /** The size of a blob in bytes; undefined if it is missing. */
    async size(name: string): Promise<number | undefined> {
      try {
        const { headers } = await call({ method: 'HEAD', key: keyOf(name) });
        return Number(headers['content-length']);
      } catch (error) {
        if (error instanceof MissingBlob) return undefined;
        throw error;
      }
    },

    /** All blobs under the prefix, in the order of the bytes of their names. */
    async *list(): AsyncGenerator<BlobEntry> {
      let token: string | undefined;
      do {
        const query: Record<string, string> = { 'list-type': '2', prefix: location.prefix };
        if (token) query['continuation-token'] = token;
        const { text } = await call({ method: 'GET', query }, 'ListBucketResult');
        for (const entry of readElements(text, 'Contents'))
          yield parseEntry(entry, location.prefix);
        token = readText(text, 'NextContinuationToken');
      } while (token);
    },

    close(): void {
      client.close();
    },
  };
}

/** Bytes that are hashed in one go: about 4 ms. */
const HASH_SIZE = 1_048_576;

/** A body with its MD5 (RFC 1864), which the store compares, and its SHA-256, which is signed. */
async function withChecksums(body: Uint8Array) {
  const md5 = createHash('md5');
  const sha256 = createHash('sha256');
  for (let start = 0; start < body.length; start += HASH_SIZE) {
    if (start > 0) await yieldToOthers();
    const piece = body.subarray(start, start + HASH_SIZE);
    md5.update(piece);
    sha256.update(piece);
  }
  const headers = {
    'content-type': 'application/octet-stream',
    'content-md5': md5.digest('base64'),
    'x-amz-content-sha256': sha256.digest('hex'),
  };
  return { headers, body };
}

const rangeHeader = ({ start, end }: ByteRange) => ({ range: `bytes=${start}-${end - 1}` });

async function readWhole(response: IncomingMessage): Promise<Buffer> {
  try {
    const pieces: Buffer[] = await Array.fromAsync(response);
    return Buffer.concat(pieces);
  } catch (error) {
    return throwBlobError(error);
  }
}

function parseEntry(entry: string, prefix: string): BlobEntry {
  const key = readText(entry, 'Key');
  const size = Number(readText(entry, 'Size') ?? Number.NaN);
  const modifiedAt = Date.parse(readText(entry, 'LastModified') ?? '');
  if (!key?.startsWith(prefix) || Number.isNaN(size) || Number.isNaN(modifiedAt))
    throw new Error('the object store lists an object without its name, size or time');
  return { name: key.slice(prefix.length), size, modifiedAt };
}

interface Upload {
  readonly name: string;
  readonly id: string;
}

const MISSING = new Set(['NoSuchKey', 'NotFound', 'NoSuchUpload']);
const FULL = new Set(['QuotaExceeded', 'InsufficientStorage', 'XMinioStorageFull']);

/** Whether a ping failed because the store is not reached, too slow or out of order. Other answers are about the settings. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof S3Error)) return isNetworkError(error);
  return error.status >= 500 || error.status === 408 || error.status === 429;
}

/** Why a ping failed, as the end of a sentence. The answer to it has no body that could say so. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!(error instanceof S3Error)) return errorCode(error) ?? error.name;
  const { status } = error;
  if (status === 401 || status === 403)
    return `it refuses AWS_ACCESS_KEY_ID with its AWS_SECRET_ACCESS_KEY (${status})`;
  return status === 404 ? 'there is no such bucket' : `it answers ${status}`;
}

function throwBlobError(error: unknown): never {
  if (!(error instanceof Error)) throw error;
  const code = error instanceof S3Error ? error.code : '';
  if (MISSING.has(code)) throw new MissingBlob(error.message, { cause: error });
  if (FULL.has(code)) throw diskFull();
  throw markUnavailable(error);
}
