import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import v8 from 'node:v8';
import type { ByteRange } from '../storage.ts';
import { ignoreMissing, throwBlobError } from './blob-errors.ts';
import { withChecksums } from './checksums.ts';
import { findBucketAddress } from './client/bucket-address.ts';
import type { S3Request } from './client/s3-client.ts';
import { readElements, readText } from './client/s3-xml.ts';
import { multipartUploads } from './multipart-uploads.ts';
import type { S3Location } from './s3-url.ts';

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface BlobEntry {
  readonly name: string;
  readonly size: number;
  /** By the clock of the store, in milliseconds since 1970. */
  readonly modifiedAt: number;
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
  const toKey = (name: string) => `${location.prefix}${name}`;
  const call = (request: S3Request, root?: string) =>
    client.call(request, root).catch(throwBlobError);
  const open = (request: S3Request) => client.open(request).catch(throwBlobError);

  return {
    /** Throws where the bucket is missing, the credentials are wrong, or the store is away; see isOutage. */
    async ping(): Promise<void> {
      await client.call({ method: 'HEAD', signal: AbortSignal.timeout(PING_TIMEOUT) });
    },

    async put(name: string, bytes: Uint8Array): Promise<void> {
      await call({ method: 'PUT', key: toKey(name), ...(await withChecksums(bytes)) });
    },

    /** Returns the bytes of a range that lies inside the blob. Throws MissingBlob. */
    async get(name: string, range: ByteRange): Promise<Buffer> {
      const headers = rangeHeader(range);
      const bytes = await readWhole(await open({ method: 'GET', key: toKey(name), headers }));
      if (bytes.length !== range.end - range.start)
        throw new Error('a blob is shorter than its record');
      return bytes;
    },

    /** Opens a range that lies inside the blob. The caller reads all of it or destroys it. Throws MissingBlob. */
    async openRange(name: string, range: ByteRange): Promise<Readable> {
      return open({ method: 'GET', key: toKey(name), headers: rangeHeader(range) });
    },

    /** A missing blob is no error. */
    async remove(name: string): Promise<void> {
      await call({ method: 'DELETE', key: toKey(name) });
    },

    ...multipartUploads(call, toKey),

    /** The bytes of a small blob; undefined if it is missing. */
    getWhole: (name: string): Promise<Buffer | undefined> =>
      open({ method: 'GET', key: toKey(name) })
        .then(readWhole)
        .catch(ignoreMissing),

    /** The size of a blob in bytes; undefined if it is missing. */
    async size(name: string): Promise<number | undefined> {
      const answer = await call({ method: 'HEAD', key: toKey(name) }).catch(ignoreMissing);
      return answer && Number(answer.headers['content-length']);
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
