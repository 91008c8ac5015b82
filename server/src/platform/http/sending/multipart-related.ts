import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';

/** A part of a multipart/related body (RFC 2387). */
export interface Part {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Pieces of a body that wait for the client. */
const QUEUED_PIECES = 2;

/** A body that is read while it is sent, and the value of its Content-Type. */
export interface Body {
  readonly contentType: string;
  readonly body: Readable;
}

/**
 * A multipart body, or the bytes of its only part. Rejects where the first part cannot be made. The generator ends with
 * the body, also where the client disconnects before anything was read.
 */
export async function toBody(
  { isMultipart, mediaType }: { readonly isMultipart: boolean; readonly mediaType: string },
  parts: AsyncGenerator<Part>,
): Promise<Body> {
  const started = startedParts(parts, await parts.next());
  const boundary = randomUUID();
  const bytes = isMultipart ? encode(started, boundary) : firstBytes(started);
  const body = Readable.from(bytes, { highWaterMark: QUEUED_PIECES });
  body.once('close', () => void parts.return(undefined).catch(() => undefined));
  const related = `multipart/related; type="${mediaType}"; boundary=${boundary}`;
  return { contentType: isMultipart ? related : mediaType, body };
}

async function* startedParts(
  parts: AsyncGenerator<Part>,
  first: IteratorResult<Part>,
): AsyncGenerator<Part> {
  if (!first.done) yield first.value;
  yield* parts;
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
