import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';

/** A part of a multipart/related body (RFC 2387). */
export interface Part {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: AsyncGenerator<Uint8Array>;
}

/** Pieces of a body that wait for the client. */
const QUEUED_PIECES = 2;

/** A body that is read while it is sent, and the value of its Content-Type. */
export interface Body {
  readonly contentType: string;
  readonly body: Readable;
}

/**
 * A multipart body, or the bytes of its only part. Rejects where the first part cannot be made or read: a store that is
 * away becomes an error response. The generators end with the body, also where the client disconnects before anything
 * was read.
 */
export async function toBody(
  { isMultipart, mediaType }: { readonly isMultipart: boolean; readonly mediaType: string },
  parts: AsyncGenerator<Part>,
): Promise<Body> {
  const first = await parts.next();
  const end = async () => {
    if (!first.done) await first.value.bytes.return(undefined);
    await parts.return(undefined);
  };
  const started = await startBytes(first).catch(async (error: unknown) => {
    await end();
    throw error;
  });
  const boundary = randomUUID();
  const pieces = continueWith(started, parts);
  const bytes = isMultipart ? encode(pieces, boundary) : firstBytes(pieces);
  const body = Readable.from(bytes, { highWaterMark: QUEUED_PIECES });
  body.once('close', () => void end().catch(() => undefined));
  const related = `multipart/related; type="${mediaType}"; boundary=${boundary}`;
  return { contentType: isMultipart ? related : mediaType, body };
}

/** The same part, after its first bytes were read. */
async function startBytes(part: IteratorResult<Part>): Promise<IteratorResult<Part>> {
  if (part.done) return part;
  const { headers, bytes } = part.value;
  return { value: { headers, bytes: continueWith(await bytes.next(), bytes) } };
}

async function* continueWith<T>(
  first: IteratorResult<T>,
  others: AsyncGenerator<T>,
): AsyncGenerator<T> {
  if (!first.done) yield first.value;
  yield* others;
}

async function* firstBytes(parts: AsyncIterable<Part>): AsyncGenerator<Uint8Array> {
  for await (const { bytes } of parts) {
    yield* bytes;
    return;
  }
}

async function* encode(parts: AsyncIterable<Part>, boundary: string): AsyncGenerator<Uint8Array> {
  for await (const { headers, bytes } of parts) {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    yield Buffer.from(`--${boundary}\r\n${lines.join('')}\r\n`);
    yield* bytes;
    yield Buffer.from('\r\n');
  }
  yield Buffer.from(`--${boundary}--\r\n`);
}
