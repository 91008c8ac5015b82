import type { EntropyReader } from './entropy-reader.ts';
import type { HuffmanTable } from './huffman-table.ts';

/** The header of a scan (B.2.3) with its tables. */
export interface Scan {
  readonly spectralStart: number;
  readonly spectralEnd: number;
  readonly successiveHigh: number;
  readonly successiveLow: number;
  readonly dc: HuffmanTable | undefined;
  readonly ac: HuffmanTable | undefined;
}

/** Decodes the block whose coefficients begin at `offset`. */
type BlockDecoder = (offset: number) => void;

/** Where each coefficient of a scan is in its block (figure A.6). */
export const ZIGZAG = new Uint8Array([
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20,
  13, 6, 7, 14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52,
  45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
]);

/** All coefficients of a block in one scan (F.2.2). */
export function decodeSequential(
  reader: EntropyReader,
  { dc, ac }: Scan,
  coefficients: Int32Array,
): BlockDecoder {
  if (!dc || !ac) throw new Error('a scan without its Huffman tables');
  return (offset) => {
    reader.predictor += reader.readSigned(reader.readCode(dc));
    coefficients[offset] = reader.predictor;
    for (let index = 1; index < 64; index += 1) {
      const code = reader.readCode(ac);
      const size = code & 15;
      const run = code >> 4;
      if (size === 0) {
        if (run !== 15) break;
        index += 15;
        continue;
      }
      index += run;
      coefficients[offset + (ZIGZAG[index & 63] ?? 0)] = reader.readSigned(size);
    }
  };
}

/** The four kinds of progressive scans (annex G). */
export function decodeProgressive(
  reader: EntropyReader,
  scan: Scan,
  coefficients: Int32Array,
): BlockDecoder {
  const { spectralStart, successiveHigh, successiveLow, dc, ac } = scan;
  if (spectralStart === 0 && successiveHigh === 0) {
    if (!dc) throw new Error('a scan without its Huffman table');
    return (offset) => {
      reader.predictor += reader.readSigned(reader.readCode(dc));
      coefficients[offset] = reader.predictor << successiveLow;
    };
  }
  if (spectralStart === 0)
    return (offset) => {
      coefficients[offset] = (coefficients[offset] ?? 0) | (reader.readBit() << successiveLow);
    };
  if (!ac) throw new Error('a scan without its Huffman table');
  return successiveHigh === 0
    ? decodeFirstBits(reader, scan, ac, coefficients)
    : decodeNextBit(reader, scan, ac, coefficients);
}

/** The first scan of a band of AC coefficients (G.1.2.2). */
function decodeFirstBits(
  reader: EntropyReader,
  { spectralStart, spectralEnd, successiveLow }: Scan,
  ac: HuffmanTable,
  coefficients: Int32Array,
): BlockDecoder {
  return (offset) => {
    if (reader.endOfBandRun > 0) {
      reader.endOfBandRun -= 1;
      return;
    }
    for (let index = spectralStart; index <= spectralEnd; index += 1) {
      const code = reader.readCode(ac);
      const size = code & 15;
      const run = code >> 4;
      if (size === 0 && run < 15) {
        reader.endOfBandRun = (1 << run) - 1 + reader.readBits(run);
        return;
      }
      index += run;
      if (size > 0)
        coefficients[offset + (ZIGZAG[index & 63] ?? 0)] =
          reader.readSigned(size) * (1 << successiveLow);
    }
  };
}

/** A later scan of a band, which adds one bit to each coefficient (G.1.2.3). */
function decodeNextBit(
  reader: EntropyReader,
  { spectralStart, spectralEnd, successiveLow }: Scan,
  ac: HuffmanTable,
  coefficients: Int32Array,
): BlockDecoder {
  const bit = 1 << successiveLow;
  /** Refines the coefficients from `index` up to the zero that follows `zeros` others; returns its index. */
  const refine = (offset: number, index: number, zeros: number): number => {
    for (let at = index; at <= spectralEnd; at += 1) {
      const position = offset + (ZIGZAG[at] ?? 0);
      const value = coefficients[position] ?? 0;
      if (value === 0) {
        if (zeros === 0) return at;
        zeros -= 1;
      } else if (reader.readBit() === 1 && (value & bit) === 0)
        coefficients[position] = value + (value > 0 ? bit : -bit);
    }
    return spectralEnd + 1;
  };
  return (offset) => {
    let index = spectralStart;
    while (reader.endOfBandRun === 0 && index <= spectralEnd) {
      const code = reader.readCode(ac);
      const run = code >> 4;
      const isZero = (code & 15) === 0;
      if (isZero && run < 15) {
        reader.endOfBandRun = (1 << run) + reader.readBits(run);
        break;
      }
      const value = isZero ? 0 : reader.readBit() === 1 ? bit : -bit;
      index = refine(offset, index, run);
      if (index <= spectralEnd) coefficients[offset + (ZIGZAG[index] ?? 0)] = value;
      index += 1;
    }
    if (reader.endOfBandRun === 0) return;
    refine(offset, index, Number.POSITIVE_INFINITY);
    reader.endOfBandRun -= 1;
  };
}
