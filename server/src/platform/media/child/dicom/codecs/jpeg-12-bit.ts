import { isFrameMarker, type JpegFrame } from './jpeg-segments.ts';

/**
 * Decodes 12-bit JPEG with Huffman coding (ITU-T T.81): extended sequential and progressive, which no maintained
 * library decodes exactly (decision 0044). One component, which is all that DICOM files of this kind contain.
 */
export function decodeJpeg12(bytes: Buffer): Jpeg12Picture {
  const state = new Decoder(bytes);
  return state.decode();
}

export interface Jpeg12Picture {
  readonly width: number;
  readonly height: number;
  readonly samples: Uint16Array;
}

interface HuffmanTable {
  /** For each code length from 1: the first code, the index of its value, and one more than the last code. */
  readonly firstCode: Int32Array;
  readonly firstIndex: Int32Array;
  readonly endCode: Int32Array;
  readonly values: Uint8Array;
}

interface Scan {
  readonly spectralStart: number;
  readonly spectralEnd: number;
  readonly successiveHigh: number;
  readonly successiveLow: number;
  readonly dc: HuffmanTable | undefined;
  readonly ac: HuffmanTable | undefined;
}

const ZIGZAG = Uint8Array.of(
  ...[0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27],
  ...[20, 13, 6, 7, 14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51],
  ...[58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63],
);

class Decoder {
  readonly #bytes: Buffer;
  #at = 2;
  readonly #quantization: (Uint16Array | undefined)[] = [];
  readonly #dcTables: (HuffmanTable | undefined)[] = [];
  readonly #acTables: (HuffmanTable | undefined)[] = [];
  #frame: JpegFrame | undefined;
  #tableId = 0;
  #restartInterval = 0;
  #coefficients = new Int32Array(0);
  #columns = 0;
  #rows = 0;
  // Bits that were read and not used yet.
  #bits = 0;
  #bitCount = 0;
  #isAtMarker = false;
  #predictor = 0;
  #endOfBandRun = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  decode(): Jpeg12Picture {
    const bytes = this.#bytes;
    while (this.#at + 4 <= bytes.length) {
      if (bytes[this.#at] !== 0xff) {
        this.#at += 1;
        continue;
      }
      const marker = bytes[this.#at + 1] ?? 0;
      if (marker === 0xd9) break;
      if (marker === 0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd8)) {
        this.#at += marker === 0xff ? 1 : 2;
        continue;
      }
      const start = this.#at + 4;
      const end = this.#at + 2 + bytes.readUInt16BE(this.#at + 2);
      if (end > bytes.length) break;
      this.#at = end;
      this.#readSegment(marker, bytes.subarray(start, end));
    }
    return this.#reconstruct();
  }

  #readSegment(marker: number, segment: Buffer): void {
    if (marker === 0xdb) this.#readQuantization(segment);
    else if (marker === 0xc4) this.#readHuffman(segment);
    else if (marker === 0xdd) this.#restartInterval = segment.readUInt16BE(0);
    else if (marker === 0xda) this.#readScan(segment);
    else if (isFrameMarker(marker)) this.#readFrame(marker, segment);
  }

  #readFrame(marker: number, segment: Buffer): void {
    const [precision = 0] = segment;
    const [height, width, components = 0] = [
      segment.readUInt16BE(1),
      segment.readUInt16BE(3),
      segment[5],
    ];
    if (components !== 1 || precision !== 12 || ![0xc1, 0xc2].includes(marker))
      throw new Error('a JPEG of a kind that is not decoded');
    this.#frame = { marker, precision, width, height, components };
    this.#tableId = segment[8] ?? 0;
    this.#columns = Math.ceil(width / 8);
    this.#rows = Math.ceil(height / 8);
    this.#coefficients = new Int32Array(this.#columns * this.#rows * 64);
  }

  #readQuantization(segment: Buffer): void {
    for (let at = 0; at < segment.length; ) {
      const info = segment[at] ?? 0;
      at += 1;
      const isWide = info >> 4 === 1;
      const table = new Uint16Array(64);
      for (let index = 0; index < 64; index += 1) {
        table[ZIGZAG[index] ?? 0] = isWide ? segment.readUInt16BE(at) : segment.readUInt8(at);
        at += isWide ? 2 : 1;
      }
      this.#quantization[info & 15] = table;
    }
  }

  #readHuffman(segment: Buffer): void {
    for (let at = 0; at + 17 <= segment.length; ) {
      const info = segment[at] ?? 0;
      const counts = segment.subarray(at + 1, at + 17);
      const total = counts.reduce((sum, count) => sum + count, 0);
      const values = Uint8Array.from(segment.subarray(at + 17, at + 17 + total));
      (info >> 4 === 0 ? this.#dcTables : this.#acTables)[info & 15] = huffmanTable(counts, values);
      at += 17 + total;
    }
  }

  #readScan(segment: Buffer): void {
    const frame = this.#frame;
    if (!frame || segment.readUInt8(0) !== 1) throw new Error('a scan without its frame');
    const tables = segment.readUInt8(2);
    const successive = segment.readUInt8(5);
    const scan: Scan = {
      spectralStart: segment.readUInt8(3),
      spectralEnd: Math.min(segment.readUInt8(4), 63),
      successiveHigh: successive >> 4,
      successiveLow: successive & 15,
      dc: this.#dcTables[tables >> 4],
      ac: this.#acTables[tables & 15],
    };
    const decodeBlock = frame.marker === 0xc2 ? this.#progressive(scan) : this.#sequential(scan);
    this.#restart();
    const blocks = this.#columns * this.#rows;
    for (let block = 0; block < blocks; block += 1) {
      if (this.#restartInterval > 0 && block > 0 && block % this.#restartInterval === 0)
        this.#skipRestartMarker();
      decodeBlock(block * 64);
    }
    this.#bitCount = 0;
  }

  #restart(): void {
    this.#bits = 0;
    this.#bitCount = 0;
    this.#predictor = 0;
    this.#endOfBandRun = 0;
    this.#isAtMarker = false;
  }

  #skipRestartMarker(): void {
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
    this.#restart();
  }

  /** Zeros after the end of the data, as libjpeg has it. */
  #readBit(): number {
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

  #readBits(count: number): number {
    let value = 0;
    for (let index = 0; index < count; index += 1) value = (value << 1) | this.#readBit();
    return value;
  }

  /** RECEIVE and EXTEND (F.2.2.1). */
  #readSigned(count: number): number {
    if (count === 0) return 0;
    const value = this.#readBits(count);
    return value < 1 << (count - 1) ? value - (1 << count) + 1 : value;
  }

  #readCode({ firstCode, endCode, firstIndex, values }: HuffmanTable): number {
    let code = 0;
    for (let length = 1; length <= 16; length += 1) {
      code = (code << 1) | this.#readBit();
      if (code < (endCode[length] ?? 0))
        return values[(firstIndex[length] ?? 0) + code - (firstCode[length] ?? 0)] ?? 0;
    }
    throw new Error('a code that is in no Huffman table');
  }

  #sequential({ dc, ac }: Scan): (offset: number) => void {
    if (!dc || !ac) throw new Error('a scan without its Huffman tables');
    const coefficients = this.#coefficients;
    return (offset) => {
      this.#predictor += this.#readSigned(this.#readCode(dc));
      coefficients[offset] = this.#predictor;
      for (let index = 1; index < 64; index += 1) {
        const code = this.#readCode(ac);
        const size = code & 15;
        const run = code >> 4;
        if (size === 0) {
          if (run !== 15) break;
          index += 15;
          continue;
        }
        index += run;
        coefficients[offset + (ZIGZAG[index & 63] ?? 0)] = this.#readSigned(size);
      }
    };
  }

  /** The four kinds of progressive scans (annex G). */
  #progressive(scan: Scan): (offset: number) => void {
    const { spectralStart, successiveHigh, successiveLow, dc, ac } = scan;
    const coefficients = this.#coefficients;
    if (spectralStart === 0 && successiveHigh === 0) {
      if (!dc) throw new Error('a scan without its Huffman table');
      return (offset) => {
        this.#predictor += this.#readSigned(this.#readCode(dc));
        coefficients[offset] = this.#predictor << successiveLow;
      };
    }
    if (spectralStart === 0)
      return (offset) => {
        coefficients[offset] = (coefficients[offset] ?? 0) | (this.#readBit() << successiveLow);
      };
    if (!ac) throw new Error('a scan without its Huffman table');
    return successiveHigh === 0 ? this.#acFirst(scan, ac) : this.#acRefinement(scan, ac);
  }

  #acFirst(
    { spectralStart, spectralEnd, successiveLow }: Scan,
    ac: HuffmanTable,
  ): (offset: number) => void {
    return (offset) => {
      if (this.#endOfBandRun > 0) {
        this.#endOfBandRun -= 1;
        return;
      }
      for (let index = spectralStart; index <= spectralEnd; index += 1) {
        const code = this.#readCode(ac);
        const size = code & 15;
        const run = code >> 4;
        if (size === 0 && run < 15) {
          this.#endOfBandRun = (1 << run) - 1 + this.#readBits(run);
          return;
        }
        index += run;
        if (size > 0)
          this.#coefficients[offset + (ZIGZAG[index & 63] ?? 0)] =
            this.#readSigned(size) * (1 << successiveLow);
      }
    };
  }

  #acRefinement(
    { spectralStart, spectralEnd, successiveLow }: Scan,
    ac: HuffmanTable,
  ): (offset: number) => void {
    const coefficients = this.#coefficients;
    const bit = 1 << successiveLow;
    const refine = (position: number) => {
      const value = coefficients[position] ?? 0;
      if (this.#readBit() === 1 && (value & bit) === 0)
        coefficients[position] = value + (value > 0 ? bit : -bit);
    };
    return (offset) => {
      let index = spectralStart;
      if (this.#endOfBandRun === 0)
        for (; index <= spectralEnd; index += 1) {
          const code = this.#readCode(ac);
          let run = code >> 4;
          let value = 0;
          if ((code & 15) === 0) {
            if (run < 15) {
              this.#endOfBandRun = (1 << run) + this.#readBits(run);
              break;
            }
          } else value = this.#readBit() === 1 ? bit : -bit;
          for (; index <= spectralEnd; index += 1) {
            const position = offset + (ZIGZAG[index] ?? 0);
            if (coefficients[position] !== 0) refine(position);
            else {
              if (run === 0) {
                coefficients[position] = value;
                break;
              }
              run -= 1;
            }
          }
        }
      if (this.#endOfBandRun > 0) {
        for (; index <= spectralEnd; index += 1) {
          const position = offset + (ZIGZAG[index] ?? 0);
          if (coefficients[position] !== 0) refine(position);
        }
        this.#endOfBandRun -= 1;
      }
    };
  }

  /** Dequantization, inverse DCT (A.3.3) and level shift. */
  #reconstruct(): Jpeg12Picture {
    const frame = this.#frame;
    const table = this.#quantization[this.#tableId];
    if (!frame || !table) throw new Error('a JPEG without its frame or table');
    const { width, height, precision } = frame;
    const samples = new Uint16Array(width * height);
    const max = 2 ** precision - 1;
    const block = new Float64Array(64);
    for (let row = 0; row < this.#rows; row += 1)
      for (let column = 0; column < this.#columns; column += 1) {
        const offset = (row * this.#columns + column) * 64;
        for (let index = 0; index < 64; index += 1)
          block[index] = (this.#coefficients[offset + index] ?? 0) * (table[index] ?? 0);
        inverseDct(block);
        const bottom = Math.min(8, height - row * 8);
        const right = Math.min(8, width - column * 8);
        for (let y = 0; y < bottom; y += 1)
          for (let x = 0; x < right; x += 1) {
            const value = Math.round(block[y * 8 + x] ?? 0) + 2 ** (precision - 1);
            samples[(row * 8 + y) * width + column * 8 + x] = Math.min(Math.max(value, 0), max);
          }
      }
    return { width, height, samples };
  }
}

/** Canonical codes (annex C). */
function huffmanTable(counts: Uint8Array, values: Uint8Array): HuffmanTable {
  const [firstCode, firstIndex, endCode] = [0, 1, 2].map(() => new Int32Array(17)) as [
    Int32Array,
    Int32Array,
    Int32Array,
  ];
  let code = 0;
  let index = 0;
  for (let length = 1; length <= 16; length += 1) {
    const count = counts[length - 1] ?? 0;
    firstCode[length] = code;
    firstIndex[length] = index;
    endCode[length] = code + count;
    code = (code + count) << 1;
    index += count;
  }
  return { firstCode, firstIndex, endCode, values };
}

/** cos((2x + 1)uπ / 16) with the factor of u, as rows of u. */
const BASIS = Float64Array.from({ length: 64 }, (_, index) => {
  const [u, x] = [index >> 3, index & 7];
  return Math.cos(((2 * x + 1) * u * Math.PI) / 16) * (u === 0 ? Math.SQRT1_2 : 1) * 0.5;
});

const intermediate = new Float64Array(64);

/** In place; rows, then columns. */
function inverseDct(block: Float64Array): void {
  for (let row = 0; row < 8; row += 1)
    for (let x = 0; x < 8; x += 1) {
      let sum = 0;
      for (let u = 0; u < 8; u += 1) sum += (block[row * 8 + u] ?? 0) * (BASIS[u * 8 + x] ?? 0);
      intermediate[row * 8 + x] = sum;
    }
  for (let column = 0; column < 8; column += 1)
    for (let y = 0; y < 8; y += 1) {
      let sum = 0;
      for (let v = 0; v < 8; v += 1)
        sum += (intermediate[v * 8 + column] ?? 0) * (BASIS[v * 8 + y] ?? 0);
      block[y * 8 + column] = sum;
    }
}
