import {
  type Element,
  encodeElement,
  encodeText,
  encodeUint32,
  explicitLittleEndian,
  readElement,
} from './element.ts';
import { Tag } from './tags.ts';

/** Bytes before `DICM` (PS3.10, 7.1). */
export const PREAMBLE_LENGTH = 128;
const META_START = PREAMBLE_LENGTH + 4;

/** Value representations of the first four elements of group 0002, of which devices write at least one. */
const META_VRS: ReadonlySet<string> = new Set(['UL', 'OB', 'UI']);

/** Max elements of group 0002; the standard defines 23. */
const MAX_META_ELEMENTS = 64;

/** Identifies this program in its files and associations (PS3.7, D.3.3.2). Derived from a UUID (PS3.5, B.2). */
export const IMPLEMENTATION_CLASS = '2.25.237060346525262066205080572836669773050';
export const IMPLEMENTATION_VERSION = 'DEQIQ_1';

/** Max bytes that `encodeFileMeta` writes: UIDs have 64 characters at most, AE titles 16. */
export const MAX_ENCODED_META = 1_024;

export interface FileMeta {
  /** UID of the transfer syntax: the encoding of the rest of the file. */
  readonly uid: string;
  /** End of the file meta in bytes. */
  readonly end: number;
}

/** Whether `DICM` follows a preamble. */
export const hasPrefix = (head: Buffer): boolean =>
  head.toString('latin1', PREAMBLE_LENGTH, META_START) === 'DICM';

/**
 * Reads the file meta information, group 0002 (PS3.10, 7.1: always explicit VR, little-endian), from the first bytes of
 * a file. Returns undefined if it is missing or truncated, or contains no transfer syntax.
 */
export function readFileMeta(head: Buffer): FileMeta | undefined {
  let uid: string | undefined;
  let end = 0;
  for (const element of readMetaElements(head)) {
    if (!element) return undefined;
    // Some programs write the meta information of an earlier file behind their own.
    if (element.tag === Tag.transferSyntaxUid) uid ??= readText(element.value);
    end = element.end;
  }
  return uid === undefined ? undefined : { uid, end };
}

/** The AE title of the sender of a file that has one in its meta information; '' otherwise. */
export function readSourceAeTitle(head: Buffer): string {
  for (const element of readMetaElements(head))
    if (element?.tag === Tag.sourceApplicationEntityTitle) return readText(element.value).trim();
  return '';
}

/** The elements of group 0002; undefined last where the bytes are no file meta information, or end within it. */
function* readMetaElements(head: Buffer): Generator<Element | undefined> {
  const isPrefixed = hasPrefix(head);
  // Devices omit the preamble; group 2 begins with an element of VR UL, OB or UI.
  if (!isPrefixed && !META_VRS.has(head.toString('latin1', 4, 6))) return yield undefined;
  let at = isPrefixed ? META_START : 0;
  for (let count = 0; at + 8 <= head.length && head.readUInt16LE(at) === 2; count += 1) {
    const element = readElement(head, at, explicitLittleEndian);
    if (count === MAX_META_ELEMENTS || !element) return yield undefined;
    yield element;
    at = element.end;
  }
  return undefined;
}

const readText = (value: Buffer): string => value.toString('latin1').replace(/[\0 ]+$/, '');

interface NewMeta {
  readonly sopClassUid: string;
  readonly sopUid: string;
  readonly transferSyntax: string;
  /** AE title of the machine that sent the instance. */
  readonly sourceAeTitle?: string;
}

/** Encodes the beginning of a file: preamble, `DICM`, file meta information (PS3.10, 7.1). */
export function encodeFileMeta(meta: NewMeta): Buffer {
  const { sopClassUid, sopUid, transferSyntax, sourceAeTitle } = meta;
  const elements = Buffer.concat([
    encodeElement(Tag.fileMetaInformationVersion, 'OB', Buffer.from([0, 1])),
    encodeText(Tag.mediaStorageSopClassUid, 'UI', sopClassUid),
    encodeText(Tag.mediaStorageSopInstanceUid, 'UI', sopUid),
    encodeText(Tag.transferSyntaxUid, 'UI', transferSyntax),
    encodeText(Tag.implementationClassUid, 'UI', IMPLEMENTATION_CLASS),
    encodeText(Tag.implementationVersionName, 'SH', IMPLEMENTATION_VERSION),
    ...(sourceAeTitle === undefined
      ? []
      : [encodeText(Tag.sourceApplicationEntityTitle, 'AE', sourceAeTitle)]),
  ]);
  const length = encodeUint32(elements.length);
  const preamble = Buffer.alloc(META_START);
  preamble.write('DICM', PREAMBLE_LENGTH, 'latin1');
  return Buffer.concat([
    preamble,
    encodeElement(Tag.fileMetaInformationGroupLength, 'UL', length),
    elements,
  ]);
}
