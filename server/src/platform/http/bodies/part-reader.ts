import { MultipartError } from './part-headers.ts';

/** Bytes of the headers of a part, and of what is before the first one. */
const MAX_HEADER_BYTES = 8_192;
const MAX_PREAMBLE = 65_536;

/** Blanks that may follow a boundary (RFC 2046, 5.1.1). */
const MAX_PADDING = 64;

/** Reads the parts of a body; `rest` are its bytes that have arrived and are not read. */
export class PartReader {
  readonly #pieces: AsyncIterator<Buffer>;
  readonly #delimiter: Buffer;
  // The first boundary needs no line before it.
  #rest: Buffer = Buffer.from('\r\n');
  #state: 'inside' | 'between' | 'end' = 'inside';
  /** Whether `rest` begins with the blank line after the headers of a part. */
  #isAtStart = false;

  constructor(pieces: AsyncIterator<Buffer>, boundary: string) {
    this.#pieces = pieces;
    this.#delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  }

  get isAtEnd(): boolean {
    return this.#state === 'end';
  }

  get isBetweenParts(): boolean {
    return this.#state !== 'inside';
  }

  async skipPreamble(): Promise<void> {
    let skipped = 0;
    for (
      let piece = await this.nextPiece();
      this.#state === 'inside';
      piece = await this.nextPiece()
    ) {
      skipped += piece?.length ?? 0;
      if (skipped > MAX_PREAMBLE) throw new MultipartError('no boundary');
    }
  }

  async readHeaders(): Promise<Map<string, string>> {
    let end = findBlankLine(this.#rest);
    while (end < 0) {
      if (this.#rest.length > MAX_HEADER_BYTES) throw new MultipartError('huge headers of a part');
      await this.#fill();
      end = findBlankLine(this.#rest);
    }
    const lines = this.#rest.toString('latin1', 0, end).split('\r\n').filter(Boolean);
    this.#rest = this.#rest.subarray(end);
    this.#state = 'inside';
    this.#isAtStart = true;
    return new Map(lines.map(toHeader));
  }

  async *readBytes(): AsyncGenerator<Buffer> {
    for (;;) {
      const piece = await this.nextPiece();
      if (!piece) return;
      if (piece.length > 0) yield piece;
    }
  }

  /** The next bytes of the part; undefined after the last ones. */
  async nextPiece(): Promise<Buffer | undefined> {
    if (this.#isAtStart) await this.#skipBlankLine();
    const { length } = this.#delimiter;
    for (let from = 0; this.#state === 'inside'; ) {
      const at = this.#rest.indexOf(this.#delimiter, from);
      if (at >= 0) {
        const end = await this.#findLineEnd(at + length);
        if (end !== undefined) return this.#take(at, end);
        from = at + length;
        continue;
      }
      // A boundary may begin in these bytes and end in the next ones.
      const safe = this.#rest.length - length + 1;
      if (safe > 0) return this.#take(safe, safe);
      await this.#fill();
    }
    return undefined;
  }

  /** Returns the bytes before `end` and continues at `next`. */
  #take(end: number, next: number): Buffer {
    const piece = this.#rest.subarray(0, end);
    this.#rest = this.#rest.subarray(next);
    return piece;
  }

  async #fill(): Promise<void> {
    const { value, done } = await this.#pieces.next();
    if (done) throw new MultipartError('the body ends before its closing boundary');
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value]);
  }

  /** Returns the end of the line of a boundary; undefined where a line of content only begins like it. */
  async #findLineEnd(start: number): Promise<number | undefined> {
    for (;;) {
      const line = this.#rest.subarray(start, start + MAX_PADDING).toString('latin1');
      if (line.startsWith('--')) {
        this.#state = 'end';
        return start + 2;
      }
      const match = /^[ \t]*\r\n/.exec(line);
      if (match) {
        this.#state = 'between';
        return start + match[0].length;
      }
      if (!/^(-|[ \t]*\r?)$/.test(line) || line.length === MAX_PADDING) return undefined;
      await this.#fill();
    }
  }

  /** The blank line may be the line end of the next boundary: a part without any content. */
  async #skipBlankLine(): Promise<void> {
    this.#isAtStart = false;
    const { length } = this.#delimiter;
    while (this.#rest.length < length) await this.#fill();
    if (!this.#rest.subarray(0, length).equals(this.#delimiter))
      this.#rest = this.#rest.subarray(2);
  }
}

/** Where the blank line after the headers of a part begins, 0 where it has none; -1: it has not arrived. */
function findBlankLine(bytes: Buffer): number {
  if (bytes[0] === 0x0d && bytes[1] === 0x0a) return 0;
  const end = bytes.indexOf('\r\n\r\n');
  return end < 0 ? -1 : end + 2;
}

function toHeader(line: string): [name: string, value: string] {
  const colon = line.indexOf(':');
  if (colon < 1) throw new MultipartError('a broken header in a part');
  return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
}
