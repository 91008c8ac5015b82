import type { DataSet, Element } from 'dicom-parser';
import { LONG_VRS } from '../../dicom-encoding.ts';
import { readVr } from './vr.ts';

/** An element that replaces that of the file. */
export interface NewElement {
  readonly vr: string;
  readonly value: Buffer;
}

/** The longest value whose length is in 16 bits. */
const MAX_SHORT = 0xfffe;

const ITEM = Buffer.from([0xfe, 0xff, 0x00, 0xe0]);

/**
 * Encodes a little-endian data set, of explicit or implicit VR, in explicit VR little-endian. Leaves out group lengths
 * (PS3.5, 7.2: retired) and what follows the pixels. `replaced`: by tag in upper-case hex.
 */
export function encodeExplicit(
  data: DataSet,
  replaced: ReadonlyMap<string, NewElement> = new Map(),
): Buffer {
  const isSigned = data.uint16('x00280103') === 1;
  const elements = new Map(
    Object.entries(data.elements)
      .map(([key, element]) => [key.slice(1).toUpperCase(), element] as const)
      .filter(([tag]) => isEncoded(tag)),
  );
  const tags = [...new Set([...elements.keys(), ...replaced.keys()])].sort();
  const parts = tags.flatMap((tag) => {
    const other = replaced.get(tag);
    if (other) return encodeElement(tag, other.vr, other.value);
    const element = elements.get(tag);
    return element ? encodeExisting(data, { tag, element, isSigned }) : [];
  });
  return Buffer.concat(parts);
}

/** Not the file meta, group lengths, and the offset table and padding of other pixels. */
const isEncoded = (tag: string): boolean =>
  !tag.startsWith('0002') && !tag.endsWith('0000') && tag < '7FE00000';

function encodeExisting(
  data: DataSet,
  { tag, element, isSigned }: { tag: string; element: Element; isSigned: boolean },
): Buffer[] {
  if (element.items) {
    const items = element.items.flatMap(({ dataSet }) => {
      const content = dataSet ? encodeExplicit(dataSet) : Buffer.alloc(0);
      return [ITEM, uint32(content.length), content];
    });
    return encodeElement(tag, 'SQ', Buffer.concat(items));
  }
  if (element.hadUndefinedLength) return [];
  const { byteArray } = data;
  const { dataOffset, length } = element;
  const value = Buffer.from(byteArray.buffer, byteArray.byteOffset + dataOffset, length);
  return encodeElement(tag, readVr(tag, element.vr, isSigned), value);
}

/** Header and value of an element in explicit VR, little-endian. `tag` in eight hexadecimal digits; the value has an even length. */
export function encodeElement(tag: string, vr: string, value: Buffer): Buffer[] {
  const isLong = LONG_VRS.has(vr);
  // A text too long for its VR is allowed as UN (PS3.5, 6.2.2, note 5).
  if (!isLong && value.length > MAX_SHORT) return encodeElement(tag, 'UN', value);
  const head = Buffer.alloc(isLong ? 12 : 8);
  head.writeUInt16LE(Number.parseInt(tag.slice(0, 4), 16), 0);
  head.writeUInt16LE(Number.parseInt(tag.slice(4), 16), 2);
  head.write(vr, 4, 'latin1');
  if (isLong) head.writeUInt32LE(value.length, 8);
  else head.writeUInt16LE(value.length, 6);
  return [head, value];
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
