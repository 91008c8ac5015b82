import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import v8 from 'node:v8';
import type { GetObjectCommandOutput, S3Client } from '@aws-sdk/client-s3';
import { diskFull, markUnavailable } from '../../errors.ts';
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

const MAX_ATTEMPTS = 4;

/** Milliseconds for all attempts of a ping: a starting node waits for it. */
const PING_TIMEOUT = 10_000;

/**
 * Each read of a socket is a new buffer outside V8's heap. For every 64 MiB of them V8 collects its whole heap, which is
 * three quarters of the processor time of a download. With this flag, limits grow with the heap.
 */
const FEWER_COLLECTIONS = '--external-memory-accounted-in-global-limit';

/** A download holds a connection as long as its client takes. */
const AGENT = { keepAlive: true, maxSockets: 1_000 };

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
  // Loaded only here: a server without object storage does not pay for the SDK.
  const s3 = await import('@aws-sdk/client-s3');
  v8.setFlagsFromString(FEWER_COLLECTIONS);
  const client = new s3.S3Client({
    credentials,
    region: location.region,
    ...(location.endpoint && { endpoint: location.endpoint }),
    forcePathStyle: location.usesPathStyle,
    // Stores other than AWS reject the checksums that the SDK adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: MAX_ATTEMPTS,
    requestHandler: {
      // The SDK's requestTimeout would only print a warning.
      connectionTimeout: CONNECTION_TIMEOUT,
      socketTimeout,
      httpAgent: AGENT,
      httpsAgent: AGENT,
    },
  });
  const Bucket = location.bucket;
  const object = (name: string) => ({ Bucket, Key: `${location.prefix}${name}` });
  const send = ((command, ...rest: []) =>
    client.send(command, ...rest).catch((error: unknown) => {
      throw toBlobError(error);
    })) as S3Client['send'];
  const readWhole = async (body: Body): Promise<Buffer> => {
    try {
      return Buffer.from(await body.transformToByteArray());
    } catch (error) {
      throw toBlobError(error);
    }
  };

  return {
    /** Throws where the bucket is missing, the credentials are wrong, or the store is away; see isOutage. */
    async ping(): Promise<void> {
      const abortSignal = AbortSignal.timeout(PING_TIMEOUT);
      await client.send(new s3.HeadBucketCommand({ Bucket }), { abortSignal });
    },

    async put(name: string, bytes: Uint8Array): Promise<void> {
      await send(new s3.PutObjectCommand({ ...object(name), ...(await withChecksum(bytes)) }));
    },

    /** Returns the bytes of a range that lies inside the blob. Throws MissingBlob. */
    async get(name: string, { start, end }: ByteRange): Promise<Buffer> {
      const Range = `bytes=${start}-${end - 1}`;
      const { Body } = await send(new s3.GetObjectCommand({ ...object(name), Range }));
      if (!Body) throw new MissingBlob(name);
      const bytes = await readWhole(Body);
      if (bytes.length !== end - start) throw new Error('a blob is shorter than its record');
      return bytes;
    },

    /** Opens a range that lies inside the blob. The caller reads all of it or destroys it. Throws MissingBlob. */
    async openRange(name: string, { start, end }: ByteRange): Promise<Readable> {
      const Range = `bytes=${start}-${end - 1}`;
      const { Body } = await send(new s3.GetObjectCommand({ ...object(name), Range }));
      if (!Body) throw new MissingBlob(name);
      return Body as Readable;
    },

    /** A missing blob is no error. */
    async remove(name: string): Promise<void> {
      await send(new s3.DeleteObjectCommand(object(name)));
    },

    /** Begins an upload in parts; returns its id. */
    async beginParts(name: string): Promise<string> {
      const { UploadId } = await send(new s3.CreateMultipartUploadCommand(object(name)));
      if (!UploadId) throw new Error('the object store returned no upload id');
      return UploadId;
    },

    /** Each part but the last needs at least 5 MiB. */
    async putPart(upload: Upload, number: number, bytes: Uint8Array): Promise<UploadedPart> {
      const { ETag } = await send(
        new s3.UploadPartCommand({
          ...object(upload.name),
          ...(await withChecksum(bytes)),
          UploadId: upload.id,
          PartNumber: number,
        }),
      );
      if (!ETag) throw new Error('the object store returned no ETag');
      return { number, etag: ETag };
    },

    /** Joins the parts. Returns the size of the blob. */
    async finishParts({ name, id }: Upload, parts: readonly UploadedPart[]): Promise<number> {
      const Parts = parts.map(({ number, etag }) => ({ PartNumber: number, ETag: etag }));
      await send(
        new s3.CompleteMultipartUploadCommand({
          ...object(name),
          UploadId: id,
          MultipartUpload: { Parts },
        }),
      );
      const { ContentLength = 0 } = await send(new s3.HeadObjectCommand(object(name)));
      return ContentLength;
    },

    /** Removes the parts of an upload that was not finished. A finished or unknown one is no error. */
    async abortParts({ name, id }: Upload): Promise<void> {
      await send(new s3.AbortMultipartUploadCommand({ ...object(name), UploadId: id })).catch(
        (error: unknown) => {
          if (!(error instanceof MissingBlob)) throw error;
        },
      );
    },

    /** The bytes of a small blob; undefined if it is missing. */
    async getWhole(name: string): Promise<Buffer | undefined> {
      try {
        const { Body } = await send(new s3.GetObjectCommand(object(name)));
        return Body && (await readWhole(Body));
      } catch (error) {
        if (error instanceof MissingBlob) return undefined;
        throw error;
      }
    },

    /** The size of a blob in bytes; undefined if it is missing. */
    async size(name: string): Promise<number | undefined> {
      try {
        const { ContentLength } = await send(new s3.HeadObjectCommand(object(name)));
        return ContentLength;
      } catch (error) {
        if (error instanceof MissingBlob) return undefined;
        throw error;
      }
    },

    /** All blobs under the prefix, in the order of the bytes of their names. */
    async *list(): AsyncGenerator<BlobEntry> {
      let ContinuationToken: string | undefined;
      do {
        const page = await send(
          new s3.ListObjectsV2Command({ Bucket, Prefix: location.prefix, ContinuationToken }),
        );
        for (const { Key = '', Size = 0, LastModified } of page.Contents ?? [])
          yield {
            name: Key.slice(location.prefix.length),
            size: Size,
            modifiedAt: LastModified?.getTime() ?? 0,
          };
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },

    close(): void {
      client.destroy();
    },
  };
}

/** Bytes that are hashed in one go: about 3 ms. */
const HASH_SIZE = 1_048_576;

/** A body and its MD5 (RFC 1864). */
async function withChecksum(bytes: Uint8Array) {
  const md5 = createHash('md5');
  for (let start = 0; start < bytes.length; start += HASH_SIZE) {
    if (start > 0) await yieldToOthers();
    md5.update(bytes.subarray(start, start + HASH_SIZE));
  }
  return { Body: bytes, ContentMD5: md5.digest('base64') };
}

type Body = Pick<NonNullable<GetObjectCommandOutput['Body']>, 'transformToByteArray'>;

interface Upload {
  readonly name: string;
  readonly id: string;
}

const MISSING = new Set(['NoSuchKey', 'NotFound', 'NoSuchUpload']);
const FULL = new Set(['QuotaExceeded', 'InsufficientStorage', 'XMinioStorageFull']);

const NETWORK = /^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)$/;

/** Whether a ping failed because the store is not reached, too slow or out of order. Other answers are about the settings. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { name, code = '', $metadata }: StoreError = error;
  const status = $metadata?.httpStatusCode;
  if (status !== undefined) return status >= 500 || status === 408 || status === 429;
  return name === 'TimeoutError' || name === 'AbortError' || NETWORK.test(code);
}

/** Why a ping failed, as the end of a sentence. The answer to it has no body that could say so. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { name, code, $metadata }: StoreError = error;
  const status = $metadata?.httpStatusCode;
  if (status === 401 || status === 403)
    return `it refuses AWS_ACCESS_KEY_ID with its AWS_SECRET_ACCESS_KEY (${status})`;
  if (status === 404) return 'there is no such bucket';
  return status === undefined ? (code ?? name) : `it answers ${status}`;
}

interface StoreError extends Error {
  /** The name of a network error. */
  readonly code?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

function toBlobError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (MISSING.has(error.name)) return new MissingBlob(error.message, { cause: error });
  if (FULL.has(error.name)) return diskFull();
  return markUnavailable(error);
}
