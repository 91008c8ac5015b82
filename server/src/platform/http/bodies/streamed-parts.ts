import { MultipartError } from './multipart.ts';

/** A part of a multipart body whose bytes arrive while they are read. */
export interface StreamedPart {
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** Read once; what is left is skipped when the next part is requested. */
  readonly bytes: AsyncIterable<Buffer>;
}

/** Bytes of the headers of a part, and of what is before the first one. */
const MAX_HEADER_BYTES = 8_192;
const MAX_PREAMBLE = 65_536;

/** Blanks that may follow a boundary (RFC 2046, 5.1.1). */
const MAX_PADDING = 64;

/**
 * The parts of a multipart body of any size (RFC 2046, 5.1.1), one after the other; a few pieces of the body are in memory.
 * Throws MultipartError where it is malformed or cut off.
 */
export async function* streamParts(
  body: AsyncIterable<Buffer>,
  boundary: string,
): AsyncGenerator<StreamedPart> {
  const reader = partReader(body[Symbol.asyncIterator](), boundary);
  await reader.skipPreamble();
  while (!reader.isAtEnd()) {
    const headers = await reader.readHeaders();
    const bytes = reader.readBytes();
    yield { headers, bytes };
    // Also after a consumer that has stopped in the middle.
    while (!reader.isBetweenParts()) await reader.skipPiece();
  }
}

function partReader(pieces: AsyncIterator<Buffer>, boundary: string) {
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  // The first boundary needs no line before it.
  let rest: Buffer = Buffer.from('\r\n');
  let state: 'inside' | 'between' | 'end' = 'inside';
  /** Whether `rest` begins with the blank line after the headers of a part. */
  let isAtStart = false;

  async function fill(): Promise<void> {
    const { value, done } = await pieces.next();
    if (done) throw new MultipartError('the body ends before its closing boundary');
    rest = rest.length === 0 ? value : Buffer.concat([rest, value]);
  }

  /** Returns the end of the line of a boundary; undefined where a line of content only begins like it. */
  async function findLineEnd(start: number): Promise<number | undefined> {
    for (;;) {
      const line = rest.subarray(start, start + MAX_PADDING).toString('latin1');
      if (line.startsWith('--')) {
        state = 'end';
        return start + 2;
      }
      const match = /^[ \t]*\r\n/.exec(line);
      if (match) {
        state = 'between';
        return start + match[0].length;
      }
      if (!/^(-|[ \t]*\r?)$/.test(line) || line.length === MAX_PADDING) return undefined;
      await fill();
    }
  }

  /** The blank line may be the line end of the next boundary: a part without any content. */
  async function skipBlankLine(): Promise<void> {
    isAtStart = false;
    while (rest.length < delimiter.length) await fill();
    if (!rest.subarray(0, delimiter.length).equals(delimiter)) rest = rest.subarray(2);
  }

  /** The next bytes of the part; undefined after the last ones. */
  async function nextPiece(): Promise<Buffer | undefined> {
    if (isAtStart) await skipBlankLine();
    for (let from = 0; state === 'inside'; ) {
      const at = rest.indexOf(delimiter, from);
      if (at >= 0) {
        const end = await findLineEnd(at + delimiter.length);
        if (end === undefined) {
          from = at + delimiter.length;
          continue;
        }
        const piece = rest.subarray(0, at);
        rest = rest.subarray(end);
        return piece;
      }
      // A boundary may begin in these bytes and end in the next ones.
      const safe = rest.length - delimiter.length + 1;
      if (safe > 0) {
        const piece = rest.subarray(0, safe);
        rest = rest.subarray(safe);
        return piece;
      }
      await fill();
    }
    return undefined;
  }

  return {
    isAtEnd: () => state === 'end',
    isBetweenParts: () => state !== 'inside',
    skipPiece: nextPiece,

    async skipPreamble(): Promise<void> {
      let skipped = 0;
      for (let piece = await nextPiece(); state === 'inside'; piece = await nextPiece()) {
        skipped += piece?.length ?? 0;
        if (skipped > MAX_PREAMBLE) throw new MultipartError('no boundary');
      }
    },

    async readHeaders(): Promise<Map<string, string>> {
      // A part without headers begins with the blank line.
      rest = Buffer.concat([Buffer.from('\r\n'), rest]);
      let end = rest.indexOf('\r\n\r\n');
      while (end < 0) {
        if (rest.length > MAX_HEADER_BYTES) throw new MultipartError('huge headers of a part');
        await fill();
        end = rest.indexOf('\r\n\r\n');
      }
      const lines = rest.toString('latin1', 2, Math.max(2, end)).split('\r\n').filter(Boolean);
      rest = rest.subarray(end + 2);
      [state, isAtStart] = ['inside', true];
      return new Map(lines.map(toHeader));
    },

    async *readBytes(): AsyncGenerator<Buffer> {
      for (;;) {
        const piece = await nextPiece();
        if (!piece) return;
        if (piece.length > 0) yield piece;
      }
    },
  };
}

function toHeader(line: string): [name: string, value: string] {
  const colon = line.indexOf(':');
  if (colon < 1) throw new MultipartError('a broken header in a part');
  return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
}
