/** DICOM data elements (PS3.5, section 7.1 and annex A). */

type Text =
  | 'AE'
  | 'AS'
  | 'CS'
  | 'DA'
  | 'DT'
  | 'DS'
  | 'IS'
  | 'LO'
  | 'LT'
  | 'PN'
  | 'SH'
  | 'ST'
  | 'TM'
  | 'UI';

export type Element =
  | { tag: number; vr: Text; value: string | readonly string[] }
  | { tag: number; vr: 'US'; value: number | readonly number[] }
  | { tag: number; vr: 'SS' | 'UL'; value: number }
  | { tag: number; vr: 'AT'; value: number }
  | { tag: number; vr: 'OB' | 'OW'; value: Uint8Array }
  | { tag: number; vr: 'SQ'; value: readonly (readonly Element[])[] };

/** These VRs have a 32-bit length after two reserved bytes, the others a 16-bit length. */
const LONG_LENGTH: ReadonlySet<string> = new Set(['OB', 'OW', 'SQ']);

const ITEM = 0xfffe_e000;

export interface Encoding {
  /** Whether elements name their VR. */
  readonly isExplicit: boolean;
  readonly isBigEndian: boolean;
}

const EXPLICIT_LITTLE_ENDIAN: Encoding = { isExplicit: true, isBigEndian: false };

/**
 * Encodes a data set: its elements in ascending order of their tags, text as UTF-8. Values of OW are little-endian
 * words in every encoding.
 */
export function encodeElements(
  elements: readonly Element[],
  encoding = EXPLICIT_LITTLE_ENDIAN,
): Buffer {
  const parts: Uint8Array[] = [];
  for (const element of [...elements].sort((a, b) => a.tag - b.tag)) {
    const value = encodeValue(element, encoding);
    parts.push(header(element, value.length, encoding), value);
  }
  return Buffer.concat(parts);
}

function header({ tag, vr }: Element, length: number, encoding: Encoding): Buffer {
  const { isExplicit, isBigEndian } = encoding;
  const long = isExplicit && LONG_LENGTH.has(vr);
  const bytes = Buffer.alloc(long ? 12 : 8);
  writeTag(bytes, tag, isBigEndian);
  if (isExplicit) bytes.write(vr, 4, 'latin1');
  if (isExplicit && !long) numbers([length], 2, isBigEndian).copy(bytes, 6);
  else numbers([length], 4, isBigEndian).copy(bytes, long ? 8 : 4);
  return bytes;
}

function encodeValue(element: Element, encoding: Encoding): Uint8Array {
  const { isBigEndian } = encoding;
  switch (element.vr) {
    case 'US':
      return numbers([element.value].flat(), 2, isBigEndian);
    case 'SS':
      return numbers([element.value & 0xffff], 2, isBigEndian);
    case 'UL':
      return numbers([element.value], 4, isBigEndian);
    case 'AT': {
      const bytes = Buffer.alloc(4);
      writeTag(bytes, element.value, isBigEndian);
      return bytes;
    }
    case 'OW': {
      const bytes = pad(element.value, 0);
      return isBigEndian ? Buffer.from(bytes).swap16() : bytes;
    }
    case 'OB':
      return pad(element.value, 0);
    case 'SQ':
      return Buffer.concat(element.value.flatMap((item) => encodeItem(item, encoding)));
    default:
      // Values are padded to even length: UIDs with NUL, text with a space (PS3.5, section 6.2).
      return pad(
        Buffer.from([element.value].flat().join('\\'), 'utf8'),
        element.vr === 'UI' ? 0 : 0x20,
      );
  }
}

function encodeItem(elements: readonly Element[], encoding: Encoding): Uint8Array[] {
  const content = encodeElements(elements, encoding);
  const start = Buffer.alloc(8);
  writeTag(start, ITEM, encoding.isBigEndian);
  numbers([content.length], 4, encoding.isBigEndian).copy(start, 4);
  return [start, content];
}

function writeTag(bytes: Buffer, tag: number, isBigEndian: boolean): void {
  numbers([tag >>> 16, tag & 0xffff], 2, isBigEndian).copy(bytes);
}

function numbers(values: readonly number[], size: 2 | 4, isBigEndian: boolean): Buffer {
  const bytes = Buffer.alloc(values.length * size);
  values.forEach((value, i) => {
    if (isBigEndian) bytes.writeUIntBE(value, i * size, size);
    else bytes.writeUIntLE(value, i * size, size);
  });
  return bytes;
}

function pad(bytes: Uint8Array, filler: number): Uint8Array {
  if (bytes.length % 2 === 0) return bytes;
  return Buffer.concat([bytes, Buffer.from([filler])]);
}
