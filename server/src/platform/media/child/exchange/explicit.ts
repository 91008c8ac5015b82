import type { DataSet, Element } from 'dicom-parser';
import { encodeElement } from '../../../dicom/element.ts';
import { formatTag, Tag } from '../../../dicom/tags.ts';
import { readUint16 } from '../dicom/values.ts';
import { readVr } from './vr.ts';

/** An element that replaces that of the file. */
export interface NewElement {
  readonly vr: string;
  readonly value: Buffer;
}

/**
 * Encodes a little-endian data set, of explicit or implicit VR, in explicit VR little-endian. Leaves out group lengths
 * (PS3.5, 7.2: retired) and what follows the pixels. `replaced`: by tag.
 */
export function encodeExplicit(
  data: DataSet,
  replaced: ReadonlyMap<number, NewElement> = new Map(),
): Buffer {
  const isSigned = readUint16(data, Tag.pixelRepresentation) === 1;
  const elements = new Map(
    Object.entries(data.elements)
      .map(([key, element]) => [Number.parseInt(key.slice(1), 16), element] as const)
      .filter(([tag]) => isEncoded(tag)),
  );
  const tags = [...new Set([...elements.keys(), ...replaced.keys()])].sort((a, b) => a - b);
  const parts = tags.map((tag) => {
    const other = replaced.get(tag);
    if (other) return encodeElement(tag, other.vr, other.value);
    const element = elements.get(tag);
    return element ? encodeExisting(data, { tag, element, isSigned }) : Buffer.alloc(0);
  });
  return Buffer.concat(parts);
}

/** Not the file meta, group lengths, and the offset table and padding of other pixels. */
function isEncoded(tag: number): boolean {
  const group = tag >>> 16;
  return group !== 2 && group < Tag.pixelData >>> 16 && tag % 0x1_0000 !== 0;
}

function encodeExisting(
  data: DataSet,
  { tag, element, isSigned }: { tag: number; element: Element; isSigned: boolean },
): Buffer {
  if (element.items) {
    const items = element.items.map(({ dataSet }) =>
      encodeElement(Tag.item, '', dataSet ? encodeExplicit(dataSet) : Buffer.alloc(0)),
    );
    return encodeElement(tag, 'SQ', Buffer.concat(items));
  }
  if (element.hadUndefinedLength) return Buffer.alloc(0);
  const { byteArray } = data;
  const { dataOffset, length } = element;
  const value = Buffer.from(byteArray.buffer, byteArray.byteOffset + dataOffset, length);
  return encodeElement(tag, readVr(formatTag(tag), element.vr, isSigned), value);
}
