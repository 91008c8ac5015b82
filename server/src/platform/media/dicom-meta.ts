/** Offset of `DICM`, after a preamble of 128 bytes (PS3.10, 7.1). */
const MAGIC_AT = 128;
const META_START = MAGIC_AT + 4;

/** Max elements of group 0002; the standard defines 14. */
const MAX_META_ELEMENTS = 64;

const LONG = new Set('OB OW OF SQ UN UT'.split(' '));

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
  if (head.toString('latin1', MAGIC_AT, META_START) !== 'DICM') return undefined;
  let uid: string | undefined;
  let at = META_START;
  for (let count = 0; at + 8 <= head.length && head.readUInt16LE(at) === 2; count += 1) {
    if (count === MAX_META_ELEMENTS) return undefined;
    const isLong = LONG.has(head.toString('latin1', at + 4, at + 6));
    if (isLong && at + 12 > head.length) return undefined;
    const start = at + (isLong ? 12 : 8);
    const end = start + (isLong ? head.readUInt32LE(at + 8) : head.readUInt16LE(at + 6));
    if (end > head.length) return undefined;
    if (head.readUInt16LE(at + 2) === 0x0010)
      uid = head.toString('latin1', start, end).replace(/[\0 ]+$/, '');
    at = end;
  }
  return uid === undefined ? undefined : { uid, end: at };
}
