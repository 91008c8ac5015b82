import type { HuffmanTable } from './huffman-table.ts';

/** Reads the bits of a scan: stuffed zeros are skipped, and a marker ends the data. */
export class EntropyReader {
  /** The DC coefficient of the previous block. */
  predictor = 0;
  /** Further blocks without coefficients in this band. */
  endOfBandRun = 0;
  readonly #bytes: Buffer;
  #at: number;
  // Bits that were read and not used yet.
  #bits = 0;
  #bitCount = 0;
  #isAtMarker = false;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  /** The index of the next byte. */
  position(): number {
    return this.#at;
  }

  /** Continues behind a restart marker (E.2.4), or stays where there is another one. */
  skipRestartMarker(): void {
    const bytes = this.#bytes;
    while (this.#at + 1 < bytes.length) {
      const marker = bytes[this.#at + 1] ?? 0;
      if (bytes[this.#at] === 0xff && marker >= 0xd0 && marker <= 0xd7) {
        this.#at += 2;
        break;
      }
      if (bytes[this.#at] === 0xff && marker !== 0 && marker !== 0xff) break;
      this.#at += 1;
    }
    this.#bits = 0;
    this.#bitCount = 0;
    this.#isAtMarker = false;
    this.predictor = 0;
    this.endOfBandRun = 0;
  }

  /** Zeros after the end of the data, as libjpeg has it. */
  readBit(): number {
    if (this.#bitCount === 0) {
      const byte = this.#isAtMarker ? 0 : (this.#bytes[this.#at] ?? 0);
      if (byte === 0xff && this.#bytes[this.#at + 1] !== 0) {
        this.#isAtMarker = true;
        this.#bits = 0;
      } else {
        this.#bits = byte;
        if (!this.#isAtMarker) this.#at += byte === 0xff ? 2 : 1;
      }
      this.#bitCount = 8;
    }
    this.#bitCount -= 1;
    return (this.#bits >> this.#bitCount) & 1;
  }

  readBits(count: number): number {
    let value = 0;
    for (let index = 0; index < count; index += 1) value = (value << 1) | this.readBit();
    return value;
  }

  /** RECEIVE and EXTEND (F.2.2.1). */
  readSigned(count: number): number {
    if (count === 0) return 0;
    const value = this.readBits(count);
    return value < 1 << (count - 1) ? value - (1 << count) + 1 : value;
  }

  readCode({ firstCode, endCode, firstIndex, values }: HuffmanTable): number {
    let code = 0;
    for (let length = 1; length <= 16; length += 1) {
      code = (code << 1) | this.readBit();
      if (code < (endCode[length] ?? 0))
        return values[(firstIndex[length] ?? 0) + code - (firstCode[length] ?? 0)] ?? 0;
    }
    throw new Error('a code that is in no Huffman table');
  }
}
