import { readChunks } from '../byte-stream.ts';
import { PictureError } from '../picture-error.ts';

/** Bytes of the lines before a part, at most. */
const MAX_HEADER = 1024;

const LINE_FEED = 10;

/** A range of an object, and the pieces that it consists of. */
export interface PieceRange {
  readonly start: number;
  readonly end: number;
  /** Bytes of each piece. */
  readonly lengths: readonly number[];
}

/**
 * The pieces of a response with status 206, each when it has arrived. Several ranges are parts of multipart/byteranges
 * (RFC 9110, section 14.6). Throws PictureError, or AbortError.
 */
export async function* readPieces(
  response: Response,
  ranges: readonly PieceRange[],
  signal: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const chunks = readChunks(response, signal);
  const isMultipart = response.headers.get('content-type')?.startsWith('multipart/byteranges');
  let buffer = new Uint8Array(0);

  async function take(count: number): Promise<Uint8Array<ArrayBuffer>> {
    await fill(count);
    const taken = buffer.slice(0, count);
    buffer = buffer.subarray(count);
    return taken;
  }

  async function fill(count: number): Promise<void> {
    while (buffer.length < count) {
      const { value, done } = await chunks.next();
      // A response that is too short is a connection that broke.
      if (done) throw new PictureError('network');
      const longer = new Uint8Array(buffer.length + value.length);
      longer.set(buffer);
      longer.set(value, buffer.length);
      buffer = longer;
    }
  }

  /** The lines before a part, up to the empty one. */
  async function takeHeader(): Promise<string> {
    for (let length = 1; length <= MAX_HEADER; length += 1) {
      await fill(length);
      if (buffer[length - 1] !== LINE_FEED) continue;
      const text = new TextDecoder().decode(buffer.subarray(0, length));
      if (!text.endsWith('\r\n\r\n')) continue;
      await take(length);
      return text;
    }
    throw new PictureError('damaged');
  }

  try {
    for (const { start, end, lengths } of ranges) {
      if (isMultipart && !(await takeHeader()).includes(`bytes ${start}-${end - 1}/`))
        throw new PictureError('damaged');
      for (const length of lengths) yield await take(length);
    }
    // A response that is not read to its end closes the connection.
    let rest = await chunks.next();
    while (!rest.done) rest = await chunks.next();
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof PictureError ? error : new PictureError('network', error);
  } finally {
    await chunks.return(undefined);
  }
}
