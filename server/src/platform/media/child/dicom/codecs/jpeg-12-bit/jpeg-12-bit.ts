import { isFrameMarker, type JpegFrame } from '../jpeg-segments.ts';
import { EntropyReader } from './entropy-reader.ts';
import { type HuffmanTable, readHuffmanTables } from './huffman-table.ts';
import { reconstructSamples } from './reconstruction.ts';
import { decodeProgressive, decodeSequential, type Scan, ZIGZAG } from './scans.ts';

export interface Jpeg12Picture {
  readonly width: number;
  readonly height: number;
  readonly samples: Uint16Array;
}

/**
 * Decodes 12-bit JPEG with Huffman coding (ITU-T T.81, whose clauses are named): extended sequential and progressive,
 * which no maintained library decodes exactly. One component, which is all that DICOM files of this kind
 * contain.
 */
export function decodeJpeg12(bytes: Buffer): Jpeg12Picture {
  const decoder = new Decoder(bytes);
  return decoder.decode();
}

/** Tables and coefficients, filled segment by segment. */
class Decoder {
  readonly #bytes: Buffer;
  readonly #quantization: (Uint16Array | undefined)[] = [];
  readonly #dcTables: (HuffmanTable | undefined)[] = [];
  readonly #acTables: (HuffmanTable | undefined)[] = [];
  #frame: JpegFrame | undefined;
  #tableId = 0;
  #restartInterval = 0;
  #coefficients = new Int32Array(0);

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  decode(): Jpeg12Picture {
    const bytes = this.#bytes;
    let at = 2;
    while (at + 4 <= bytes.length) {
      if (bytes[at] !== 0xff) {
        at += 1;
        continue;
      }
      const marker = bytes[at + 1] ?? 0;
      if (marker === 0xd9) break;
      if (marker === 0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd8)) {
        at += marker === 0xff ? 1 : 2;
        continue;
      }
      const end = at + 2 + bytes.readUInt16BE(at + 2);
      if (end > bytes.length) break;
      const segment = bytes.subarray(at + 4, end);
      at = marker === 0xda ? this.#readScan(segment, end) : end;
      this.#readTables(marker, segment);
    }
    const frame = this.#frame;
    const quantization = this.#quantization[this.#tableId];
    if (!frame || !quantization) throw new Error('a JPEG without its frame or table');
    const samples = reconstructSamples(frame, this.#coefficients, quantization);
    return { width: frame.width, height: frame.height, samples };
  }

  #readTables(marker: number, segment: Buffer): void {
    if (marker === 0xdb) this.#readQuantization(segment);
    else if (marker === 0xdd) this.#restartInterval = segment.readUInt16BE(0);
    else if (marker === 0xc4)
      for (const { isDc, destination, table } of readHuffmanTables(segment))
        (isDc ? this.#dcTables : this.#acTables)[destination] = table;
    else if (isFrameMarker(marker)) this.#readFrame(marker, segment);
  }

  #readFrame(marker: number, segment: Buffer): void {
    const precision = segment[0] ?? 0;
    const height = segment.readUInt16BE(1);
    const width = segment.readUInt16BE(3);
    const components = segment[5] ?? 0;
    if (components !== 1 || precision !== 12 || ![0xc1, 0xc2].includes(marker))
      throw new Error('a JPEG of a kind that is not decoded');
    this.#frame = { marker, precision, width, height, components };
    this.#tableId = segment[8] ?? 0;
    this.#coefficients = new Int32Array(Math.ceil(width / 8) * Math.ceil(height / 8) * 64);
  }

  #readQuantization(segment: Buffer): void {
    for (let at = 0; at < segment.length; ) {
      const info = segment[at] ?? 0;
      at += 1;
      const isWide = info >> 4 === 1;
      const table = new Uint16Array(64);
      for (const position of ZIGZAG) {
        table[position] = isWide ? segment.readUInt16BE(at) : segment.readUInt8(at);
        at += isWide ? 2 : 1;
      }
      this.#quantization[info & 15] = table;
    }
  }

  /** Decodes the blocks of a scan, whose data begin at `start`; returns where they end. */
  #readScan(header: Buffer, start: number): number {
    const frame = this.#frame;
    if (!frame || header.readUInt8(0) !== 1) throw new Error('a scan without its frame');
    const reader = new EntropyReader(this.#bytes, start);
    const decode = frame.marker === 0xc2 ? decodeProgressive : decodeSequential;
    const decodeBlock = decode(reader, this.#readScanHeader(header), this.#coefficients);
    const blocks = this.#coefficients.length / 64;
    for (let block = 0; block < blocks; block += 1) {
      if (this.#restartInterval > 0 && block > 0 && block % this.#restartInterval === 0)
        reader.skipRestartMarker();
      decodeBlock(block * 64);
    }
    return reader.position();
  }

  #readScanHeader(header: Buffer): Scan {
    const tables = header.readUInt8(2);
    const successive = header.readUInt8(5);
    return {
      spectralStart: header.readUInt8(3),
      spectralEnd: Math.min(header.readUInt8(4), 63),
      successiveHigh: successive >> 4,
      successiveLow: successive & 15,
      dc: this.#dcTables[tables >> 4],
      ac: this.#acTables[tables & 15],
    };
  }
}
