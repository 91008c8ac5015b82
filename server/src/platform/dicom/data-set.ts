import { findVr } from './dictionary.ts';
import { encodeElement, padValue } from './element.ts';
import { encodeFileMeta } from './file-meta.ts';
import { formatTag, Tag } from './tags.ts';
import { SPECIFIC_CHARACTER_SET } from './text-encoding.ts';
import { EXPLICIT_LITTLE_ENDIAN } from './transfer-syntaxes.ts';

type Value = string | number | readonly string[] | readonly number[] | readonly Attributes[];

/** A tag and its value; an attribute with the value undefined is left out, one with '' or [] is written empty. */
export type Attribute = readonly [tag: number, value: Value | undefined];

/** A data set, or an item of a sequence, in any order. */
export type Attributes = readonly Attribute[];

export interface NewInstance {
  readonly sopClassUid: string;
  readonly sopUid: string;
  readonly attributes: Attributes;
}

/** A file (PS3.10) in explicit VR little-endian, with its texts in UTF-8. */
export function encodeInstance({ sopClassUid, sopUid, attributes }: NewInstance): Buffer {
  const meta = encodeFileMeta({ sopClassUid, sopUid, transferSyntax: EXPLICIT_LITTLE_ENDIAN });
  const common: Attributes = [
    [Tag.specificCharacterSet, SPECIFIC_CHARACTER_SET.utf8],
    [Tag.sopClassUid, sopClassUid],
    [Tag.sopInstanceUid, sopUid],
  ];
  return Buffer.concat([meta, encodeAttributes([...common, ...attributes])]);
}

/** Encodes a data set in explicit VR little-endian. The VR of each attribute is that of the dictionary. */
export function encodeAttributes(attributes: Attributes): Buffer {
  return Buffer.concat(
    attributes
      .toSorted(([a], [b]) => a - b)
      .flatMap(([tag, value]) => (value === undefined ? [] : [encodeAttribute(tag, value)])),
  );
}

function encodeAttribute(tag: number, value: Value): Buffer {
  const vr = findVr(formatTag(tag));
  if (vr === undefined) throw new Error(`no attribute with the tag ${formatTag(tag)}`);
  return encodeElement(tag, vr, padValue(encodeValue(vr, value), vr));
}

/** Bytes of one number, by the VRs of binary numbers. */
const NUMBERS: Readonly<Record<string, (value: number) => Buffer>> = {
  US: (value) => allocate(2, (bytes) => bytes.writeUInt16LE(value)),
  UL: (value) => allocate(4, (bytes) => bytes.writeUInt32LE(value)),
  SL: (value) => allocate(4, (bytes) => bytes.writeInt32LE(value)),
  FL: (value) => allocate(4, (bytes) => bytes.writeFloatLE(value)),
  FD: (value) => allocate(8, (bytes) => bytes.writeDoubleLE(value)),
};

function allocate(length: number, write: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.alloc(length);
  write(bytes);
  return bytes;
}

function encodeValue(vr: string, value: Value): Buffer {
  const values = typeof value === 'object' ? value : [value];
  if (vr === 'SQ') return Buffer.concat(values.filter(isItem).map(encodeItem));
  const encode = NUMBERS[vr];
  if (encode) return Buffer.concat(values.map((number) => encode(Number(number))));
  return Buffer.from(values.map((part) => (vr === 'DS' ? toDs(part) : String(part))).join('\\'));
}

const isItem = (value: string | number | Attributes): value is Attributes =>
  typeof value === 'object';

const encodeItem = (item: Attributes): Buffer =>
  encodeElement(Tag.item, '', encodeAttributes(item));

const DS_MAX = 16;

/** A decimal string has at most 16 characters (PS3.5, 6.2). */
function toDs(value: string | number | Attributes): string {
  if (typeof value !== 'number') return String(value);
  const text = String(value);
  return text.length <= DS_MAX ? text : value.toPrecision(DS_MAX - 7);
}
