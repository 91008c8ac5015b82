import { LONG_VRS } from './dicom-encoding.ts';

/** Offset of `DICM`, after a preamble of 128 bytes (PS3.10, 7.1). */
const MAGIC_AT = 128;
const META_START = MAGIC_AT + 4;

/** Value representations of the first four elements of group 0002, of which devices write at least one. */
const META_VRS: ReadonlySet<string> = new Set(['UL', 'OB', 'UI']);

/** Max elements of group 0002; the standard defines 23. */
const MAX_META_ELEMENTS = 64;

/** Elements of group 0002. */
const GROUP_LENGTH = 0x0000;
const VERSION = 0x0001;
const SOP_CLASS = 0x0002;
const SOP_INSTANCE = 0x0003;
const TRANSFER_SYNTAX = 0x0010;
const IMPLEMENTATION_CLASS_UID = 0x0012;
const IMPLEMENTATION_VERSION_NAME = 0x0013;
const SOURCE_AE_TITLE = 0x0016;

/**
 * Identifies this program in the files that it writes and in its associations (PS3.7, D.3.3.2). Derived from a UUID
 * (PS3.5, B.2).
 */
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
    if (element.number === TRANSFER_SYNTAX) uid ??= readText(element.value);
    end = element.end;
  }
  return uid === undefined ? undefined : { uid, end };
}

/** The AE title of the sender of a file that has one in its meta information; '' otherwise. */
export function readSourceAeTitle(head: Buffer): string {
  for (const element of readMetaElements(head))
    if (element?.number === SOURCE_AE_TITLE) return readText(element.value).trim();
  return '';
}

interface MetaElement {
  /** The second half of the tag. */
  readonly number: number;
  readonly value: Buffer;
  readonly end: number;
}

/** The elements of group 0002; undefined last where the bytes are no file meta information, or end within it. */
function* readMetaElements(head: Buffer): Generator<MetaElement | undefined> {
  const hasPreamble = head.toString('latin1', MAGIC_AT, META_START) === 'DICM';
  // Devices omit the preamble; group 2 begins with an element of VR UL, OB or UI.
  if (!hasPreamble && !META_VRS.has(head.toString('latin1', 4, 6))) return yield undefined;
  let at = hasPreamble ? META_START : 0;
  for (let count = 0; at + 8 <= head.length && head.readUInt16LE(at) === 2; count += 1) {
    const isLong = LONG_VRS.has(head.toString('latin1', at + 4, at + 6));
    const start = at + (isLong ? 12 : 8);
    if (count === MAX_META_ELEMENTS || start > head.length) return yield undefined;
    const end = start + (isLong ? head.readUInt32LE(at + 8) : head.readUInt16LE(at + 6));
    if (end > head.length) return yield undefined;
    yield { number: head.readUInt16LE(at + 2), value: head.subarray(start, end), end };
    at = end;
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

/** What precedes the data set in a file: preamble, `DICM`, file meta information (PS3.10, 7.1). */
export function encodeFileMeta(meta: NewMeta): Buffer {
  const elements = Buffer.concat([
    encodeElement(VERSION, 'OB', Buffer.from([0, 1])),
    encodeElement(SOP_CLASS, 'UI', padded(meta.sopClassUid, '\0')),
    encodeElement(SOP_INSTANCE, 'UI', padded(meta.sopUid, '\0')),
    encodeElement(TRANSFER_SYNTAX, 'UI', padded(meta.transferSyntax, '\0')),
    encodeElement(IMPLEMENTATION_CLASS_UID, 'UI', padded(IMPLEMENTATION_CLASS, '\0')),
    encodeElement(IMPLEMENTATION_VERSION_NAME, 'SH', padded(IMPLEMENTATION_VERSION, ' ')),
    ...(meta.sourceAeTitle === undefined
      ? []
      : [encodeElement(SOURCE_AE_TITLE, 'AE', padded(meta.sourceAeTitle, ' '))]),
  ]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(elements.length);
  const preamble = Buffer.alloc(META_START);
  preamble.write('DICM', MAGIC_AT, 'latin1');
  return Buffer.concat([preamble, encodeElement(GROUP_LENGTH, 'UL', length), elements]);
}

/** An element of group 0002. Its value has an even length. */
function encodeElement(number: number, vr: string, value: Buffer): Buffer {
  const isLong = LONG_VRS.has(vr);
  const head = Buffer.alloc(isLong ? 12 : 8);
  head.writeUInt16LE(2, 0);
  head.writeUInt16LE(number, 2);
  head.write(vr, 4, 'latin1');
  if (isLong) head.writeUInt32LE(value.length, 8);
  else head.writeUInt16LE(value.length, 6);
  return Buffer.concat([head, value]);
}

/** Values have an even length (PS3.5, 6.2). */
const padded = (text: string, filler: string): Buffer =>
  Buffer.from(text.length % 2 === 0 ? text : text + filler, 'latin1');
