/** DICOM data elements in Explicit VR Little Endian (PS3.5, section 7.1.2 and annex A.2). */

type Text =
  | 'AE'
  | 'AS'
  | 'CS'
  | 'DA'
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

/** Encodes a data set: its elements in ascending order of their tags, text as UTF-8. */
export function encodeElements(elements: readonly Element[]): Buffer {
  const parts: Uint8Array[] = [];
  for (const element of [...elements].sort((a, b) => a.tag - b.tag)) {
    const value = encodeValue(element);
    parts.push(header(element, value.length), value);
  }
  return Buffer.concat(parts);
}

function header({ tag, vr }: Element, length: number): Buffer {
  const long = LONG_LENGTH.has(vr);
  const bytes = Buffer.alloc(long ? 12 : 8);
  writeTag(bytes, tag, 0);
  bytes.write(vr, 4, 'latin1');
  if (long) bytes.writeUInt32LE(length, 8);
  else bytes.writeUInt16LE(length, 6);
  return bytes;
}

function encodeValue(element: Element): Uint8Array {
  switch (element.vr) {
    case 'US':
      return numbers([element.value].flat(), 2);
    case 'SS':
      return numbers([element.value & 0xffff], 2);
    case 'UL':
      return numbers([element.value], 4);
    case 'AT': {
      const bytes = Buffer.alloc(4);
      writeTag(bytes, element.value, 0);
      return bytes;
    }
    case 'OB':
    case 'OW':
      return padded(element.value, 0);
    case 'SQ':
      return Buffer.concat(element.value.flatMap((item) => encodeItem(item)));
    default:
      // Values are padded to even length: UIDs with NUL, text with a space (PS3.5, section 6.2).
      return padded(
        Buffer.from([element.value].flat().join('\\'), 'utf8'),
        element.vr === 'UI' ? 0 : 0x20,
      );
  }
}

function encodeItem(elements: readonly Element[]): Uint8Array[] {
  const content = encodeElements(elements);
  const start = Buffer.alloc(8);
  writeTag(start, ITEM, 0);
  start.writeUInt32LE(content.length, 4);
  return [start, content];
}

function writeTag(bytes: Buffer, tag: number, offset: number): void {
  bytes.writeUInt16LE(tag >>> 16, offset);
  bytes.writeUInt16LE(tag & 0xffff, offset + 2);
}

function numbers(values: readonly number[], size: 2 | 4): Buffer {
  const bytes = Buffer.alloc(values.length * size);
  values.forEach((value, i) => {
    bytes.writeUIntLE(value, i * size, size);
  });
  return bytes;
}

function padded(bytes: Uint8Array, filler: number): Uint8Array {
  if (bytes.length % 2 === 0) return bytes;
  return Buffer.concat([bytes, Buffer.from([filler])]);
}
