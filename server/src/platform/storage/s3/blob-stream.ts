import type { Readable } from 'node:stream';

/** Consecutive bytes of a blob that arrive with one request. One read at a time. */
export class BlobStream {
  readonly #body: Readable;
  readonly #pieces: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array();
  #position: number;

  /** `body` begins at byte `position` of the blob. */
  constructor(body: Readable, position: number) {
    this.#body = body;
    this.#pieces = body[Symbol.asyncIterator]();
    this.#position = position;
  }

  /** Where the next read begins. */
  get position(): number {
    return this.#position;
  }

  /** Fills `into`. Throws where the connection ends before that. */
  async read(into: Uint8Array): Promise<void> {
    for (let filled = 0; filled < into.length; ) {
      if (this.#rest.length === 0) {
        const { value, done } = await this.#pieces.next();
        if (done) throw new Error('the object store sent less than a blob has');
        this.#rest = value;
      }
      const part = this.#rest.subarray(0, into.length - filled);
      into.set(part, filled);
      this.#rest = this.#rest.subarray(part.length);
      filled += part.length;
    }
    this.#position += into.length;
  }

  close(): void {
    this.#body.destroy();
  }
}
