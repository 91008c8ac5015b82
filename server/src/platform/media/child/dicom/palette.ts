import type { DataSet } from 'dicom-parser';
import { Tag } from '../../../dicom/tags.ts';
import type { ImageAttributes } from './attributes.ts';
import { findElement, readInt16, readUint16, readWords } from './values.ts';

/** Red, green and blue of every index, 8 bits each. */
export interface Palette {
  readonly first: number;
  readonly red: Uint8Array;
  readonly green: Uint8Array;
  readonly blue: Uint8Array;
}

const colours = [
  {
    descriptor: Tag.redPaletteColorLookupTableDescriptor,
    data: Tag.redPaletteColorLookupTableData,
    segmented: Tag.segmentedRedPaletteColorLookupTableData,
  },
  {
    descriptor: Tag.greenPaletteColorLookupTableDescriptor,
    data: Tag.greenPaletteColorLookupTableData,
    segmented: Tag.segmentedGreenPaletteColorLookupTableData,
  },
  {
    descriptor: Tag.bluePaletteColorLookupTableDescriptor,
    data: Tag.bluePaletteColorLookupTableData,
    segmented: Tag.segmentedBluePaletteColorLookupTableData,
  },
] as const;

/** The palette of a PALETTE COLOR image (PS3.3, C.7.6.3.1.5 and C.7.9). Throws where a table is missing. */
export function readPalette(data: DataSet, { isSigned }: ImageAttributes): Palette {
  const [red, green, blue] = colours.map((tags) => readColour(data, tags));
  if (!red || !green || !blue) throw new Error('a palette image without its palette');
  const { descriptor } = colours[0];
  const first = (isSigned ? readInt16 : readUint16)(data, descriptor, 1) ?? 0;
  return { first, red, green, blue };
}

function readColour(data: DataSet, tags: (typeof colours)[number]): Uint8Array | undefined {
  const bits = readUint16(data, tags.descriptor, 2) === 8 ? 8 : 16;
  const count = readUint16(data, tags.descriptor, 0) || 65_536;
  const plain = findWords(data, tags.data);
  const segments = findWords(data, tags.segmented);
  const entries = plain
    ? unpackEntries(plain, bits, count)
    : segments && expand(bits === 8 ? toBytes(segments) : segments, count, bits);
  if (!entries) return undefined;
  // Some devices write 8-bit values into tables of 16 bits.
  const isReallyWide = bits === 16 && entries.some((entry) => entry > 255);
  return Uint8Array.from(entries, (entry) => (isReallyWide ? entry >> 8 : entry));
}

function findWords(data: DataSet, tag: number): Uint16Array | undefined {
  const element = findElement(data, tag);
  if (!element || element.length === 0) return undefined;
  return readWords(data, tag, element.length);
}

/** Tables of 8 bits hold two entries in a word. */
function unpackEntries(words: Uint16Array, bits: number, count: number): Uint16Array {
  if (bits === 16 || words.length >= count) return words;
  return toBytes(words).subarray(0, count);
}

const toBytes = (words: Uint16Array): Uint16Array =>
  Uint16Array.from({ length: words.length * 2 }, (_, index) => {
    const word = words[index >> 1] ?? 0;
    return index % 2 === 0 ? word & 0xff : word >> 8;
  });

/**
 * Segmented tables (PS3.3, C.7.9.2): discrete, linear and indirect segments. Every part of a segment has the width of
 * an entry; an indirect segment contains an offset in bytes, of 32 bits.
 */
function expand(words: Uint16Array, count: number, bits: 8 | 16): Uint16Array {
  const output: number[] = [];
  const run = (from: number, segments: number, mayJump: boolean): void => {
    let at = from;
    for (
      let done = 0;
      at + 2 <= words.length && done < segments && output.length < count;
      done += 1
    ) {
      const kind = words[at] ?? 0;
      const length = words[at + 1] ?? 0;
      if (kind === 0) {
        output.push(...words.subarray(at + 2, at + 2 + Math.min(length, count)));
        at += 2 + length;
      } else if (kind === 1) {
        const start = output.at(-1) ?? 0;
        const end = words[at + 2] ?? 0;
        for (let step = 1; step <= length && output.length < count; step += 1)
          output.push(Math.round(start + ((end - start) * step) / length));
        at += 3;
      } else {
        if (kind !== 2 || !mayJump) throw new Error('the palette is damaged');
        const parts = Array.from(words.subarray(at + 2, at + 2 + 32 / bits));
        const offset = parts.reduceRight((sum, part) => sum * 2 ** bits + part, 0);
        run(offset / (bits / 8), length, false);
        at += 2 + 32 / bits;
      }
    }
  };
  run(0, words.length, true);
  return Uint16Array.from(output.slice(0, count));
}
