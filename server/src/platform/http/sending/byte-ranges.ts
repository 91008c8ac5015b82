import { randomUUID } from 'node:crypto';
import { forEachConcurrent } from '../../queues/concurrency.ts';
import { readFully } from '../../storage/small-objects.ts';
import type { ByteRange, ReadableObject } from '../../storage/storage.ts';
import { ShortFileError } from './send-bytes.ts';

/** Ranges that are read from the store at a time. */
const CONCURRENCY = 16;

/** A part of the body: text, or bytes of the object from `first` on. */
interface Segment extends ByteRange {
  readonly text?: Buffer;
  readonly first: number;
}

/** The body of a response with several ranges of an object: multipart/byteranges (RFC 9110, section 14.6). */
export function byteRanges(
  object: ReadableObject,
  ranges: readonly ByteRange[],
  contentType = 'application/octet-stream',
) {
  const boundary = randomUUID();
  const segments: Segment[] = [];
  let size = 0;
  const add = (length: number, part: Pick<Segment, 'text' | 'first'>) => {
    segments.push({ ...part, start: size, end: size + length });
    size += length;
  };
  const addText = (line: string) => {
    const text = Buffer.from(line);
    add(text.length, { text, first: 0 });
  };
  for (const { start, end } of ranges) {
    const range = `content-range: bytes ${start}-${end - 1}/${object.size}`;
    addText(`\r\n--${boundary}\r\ncontent-type: ${contentType}\r\n${range}\r\n\r\n`);
    add(end - start, { first: start });
  }
  addText(`\r\n--${boundary}--\r\n`);

  return {
    contentType: `multipart/byteranges; boundary=${boundary}`,
    size,

    async read(into: Uint8Array, position: number): Promise<number> {
      const last = Math.min(position + into.length, size);
      const wanted = segments.filter(({ start, end }) => start < last && end > position);
      await forEachConcurrent(wanted, CONCURRENCY, async ({ start, end, text, first }) => {
        const from = Math.max(start, position);
        const part = into.subarray(from - position, Math.min(end, last) - position);
        const offset = from - start;
        if (text) text.copy(part, 0, offset);
        else await readAll(object, part, first + offset);
      });
      return Math.max(0, last - position);
    },

    close: () => object.close(),
  };
}

async function readAll(object: ReadableObject, part: Uint8Array, position: number): Promise<void> {
  const filled = await readFully(object, part, position);
  if (filled < part.length) throw new ShortFileError(`the file ends at ${position + filled}`);
}
