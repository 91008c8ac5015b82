import { implicitLittleEndian, readHeader } from '../../../../dicom/element.ts';
import { Tag } from '../../../../dicom/tags.ts';
import { LimitExceeded } from '../../limit-exceeded.ts';
import type { DicomFile } from '../header.ts';
import { findElement } from '../values.ts';

/** Fragments of encapsulated pixels, and frames. */
export const MAX_FRAGMENTS = 50_000;

export interface Fragment {
  /** Where its item begins, in bytes after the first fragment's item: what offset tables count. */
  readonly itemOffset: number;
  readonly offset: number;
  /** Bytes that the file contains. */
  readonly length: number;
}

export interface FragmentList {
  readonly fragments: readonly Fragment[];
  /** Entries of the Extended Offset Table, or of the basic one. */
  readonly offsets: readonly number[];
  /** Whether the list has its end; a file that was cut off has none. */
  readonly isClosed: boolean;
  /** Whether the file ends within the last fragment. */
  readonly isCut: boolean;
}

/** PS3.5, A.4: an item with the Basic Offset Table, then the fragments. */
export function readFragments(file: DicomFile, start: number): FragmentList {
  const { source } = file;
  const fragments: Fragment[] = [];
  let table: number[] | undefined;
  let firstItem = 0;
  let isClosed = false;
  let isCut = false;
  for (let at = start; ; ) {
    const item = readHeader(source.read(at, 8), 0, implicitLittleEndian);
    if (!item) break;
    const { tag, length } = item;
    if (tag === Tag.sequenceDelimitationItem) {
      isClosed = true;
      break;
    }
    if (tag !== Tag.item) throw new Error('the list of fragments is damaged');
    const offset = at + 8;
    if (table === undefined) {
      table = readOffsets(source.read(offset, Math.min(length, 4 * MAX_FRAGMENTS)));
      firstItem = offset + length;
    } else {
      const available = Math.min(length, source.size - offset);
      isCut = available < length;
      fragments.push({ itemOffset: at - firstItem, offset, length: available });
      if (fragments.length > MAX_FRAGMENTS) throw new LimitExceeded('too many fragments');
    }
    at = offset + length;
  }
  const offsets = readExtendedOffsets(file) ?? table ?? [];
  return { fragments, offsets, isClosed, isCut };
}

function readOffsets(bytes: Buffer): number[] {
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) =>
    bytes.readUInt32LE(index * 4),
  );
}

/** The Extended Offset Table (7FE0,0001): 64-bit offsets. */
function readExtendedOffsets({ data }: DicomFile): number[] | undefined {
  const element = findElement(data, Tag.extendedOffsetTable);
  if (!element || element.length < 8) return undefined;
  const bytes = Buffer.from(
    data.byteArray.buffer,
    data.byteArray.byteOffset + element.dataOffset,
    element.length,
  );
  return Array.from({ length: Math.min(Math.floor(bytes.length / 8), MAX_FRAGMENTS) }, (_, index) =>
    Number(bytes.readBigUInt64LE(index * 8)),
  );
}
