import { ProtocolError } from './pdu.ts';

/** Reads exact numbers of bytes from a stream, which pauses while nothing is read from it. */
export class ByteReader {
  readonly #source: AsyncIterator<Buffer>;
  #chunks: Buffer[] = [];
  #length = 0;

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Waits for the next byte. Returns false at the end of the stream. */
  async hasMore(): Promise<boolean> {
    return this.#length > 0 || (await this.#fill());
  }

  /** Throws where the stream ends before `length` bytes. */
  async read(length: number): Promise<Buffer> {
    while (this.#length < length)
      if (!(await this.#fill())) throw new ProtocolError('the connection ended within a PDU');
    const [first] = this.#chunks;
    this.#length -= length;
    if (first && first.length >= length) return this.#take(first, length);
    const bytes = Buffer.allocUnsafe(length);
    for (let at = 0; at < length; ) {
      const chunk = this.#chunks[0] ?? Buffer.alloc(0);
      at += this.#take(chunk, Math.min(chunk.length, length - at)).copy(bytes, at);
    }
    return bytes;
  }

  /** Removes bytes of the first chunk. Only what spans chunks is copied. */
  #take(first: Buffer, length: number): Buffer {
    if (length === first.length) this.#chunks.shift();
    else this.#chunks[0] = first.subarray(length);
    return first.subarray(0, length);
  }

  /** Discards what arrives, until the end of the stream or `max` bytes. */
  async drain(max: number): Promise<void> {
    let discarded = 0;
    do {
      discarded += this.#length;
      this.#chunks = [];
      this.#length = 0;
    } while (discarded < max && (await this.#fill()));
  }

  async #fill(): Promise<boolean> {
    const { done, value } = await this.#source.next();
    if (done) return false;
    this.#chunks.push(value);
    this.#length += value.length;
    return true;
  }
}
