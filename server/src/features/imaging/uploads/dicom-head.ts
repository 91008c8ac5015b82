import { LONG_VRS, VALUE_REPRESENTATIONS } from '../../platform/media/dicom-encoding.ts';

/** Offset of the DICOM prefix after the preamble (PS3.10, 7.1). */
const MAGIC_OFFSET = 128;

/** The preamble is arbitrary, so the file could also be an executable or an archive (polyglot). */
const FOREIGN_SIGNATURES = [
  Buffer.from('MZ'),
  Buffer.from('\x7fELF', 'latin1'),
  Buffer.from('%PDF'),
  Buffer.from('PK\x03\x04', 'latin1'),
  Buffer.from('PK\x05\x06', 'latin1'),
  Buffer.from('#!'),
  Buffer.from([0xfe, 0xed, 0xfa]), // Mach-O, big-endian
  Buffer.from([0xcf, 0xfa, 0xed, 0xfe]), // Mach-O, 64 bit
  Buffer.from([0xca, 0xfe, 0xba, 0xbe]), // Mach-O universal, Java class
];

/** Whether a file of `size` bytes that begins with `head` is DICOM and nothing else at the same time. */
export function isDicom(head: Buffer, size: number): boolean {
  if (FOREIGN_SIGNATURES.some((magic) => head.subarray(0, magic.length).equals(magic)))
    return false;
  if (head.subarray(MAGIC_OFFSET, MAGIC_OFFSET + 4).toString('latin1') === 'DICM')
    return !containsMarkup(head.subarray(0, MAGIC_OFFSET));
  return isDataSet(head, size);
}

/** HTML, XML or SVG tags, scripts, or a PDF header, which readers accept behind other bytes. */
function containsMarkup(preamble: Buffer): boolean {
  return /<\s*[!?a-z]|%PDF-/i.test(preamble.toString('latin1').replaceAll('\0', ''));
}

/** Consecutive valid elements required of a data set without a preamble. */
const MIN_ELEMENTS = 3;

/**
 * A data set without a preamble (PS3.5, 7.1): elements in ascending order of their tags, beginning in
 * group 0002 or 0008, whose lengths stay within the file.
 */
function isDataSet(head: Buffer, size: number): boolean {
  let at = 0;
  let previousTag = 0;
  for (let count = 0; count < MIN_ELEMENTS; count += 1) {
    if (at + 8 > head.length) return count > 0 && at === size;
    const group = head.readUInt16LE(at);
    const tag = group * 0x10000 + head.readUInt16LE(at + 2);
    if (count === 0 ? group !== 0x0002 && group !== 0x0008 : tag <= previousTag) return false;
    const next = findElementEnd(head, at);
    if (next === undefined || next > size) return false;
    // An element beyond the head or of undefined length: the elements before it decide.
    if (next > head.length) return count > 0;
    previousTag = tag;
    at = next;
  }
  return true;
}

const UNDEFINED_LENGTH = 0xffffffff;

/** The end of the element at `at`, explicit or implicit VR; undefined if it is invalid. */
function findElementEnd(head: Buffer, at: number): number | undefined {
  const vr = head.toString('latin1', at + 4, at + 6);
  let length = head.readUInt32LE(at + 4);
  let start = at + 8;
  if (VALUE_REPRESENTATIONS.has(vr)) {
    if (LONG_VRS.has(vr)) {
      if (at + 12 > head.length) return undefined;
      length = head.readUInt32LE(at + 8);
      start = at + 12;
    } else length = head.readUInt16LE(at + 6);
  }
  if (length === UNDEFINED_LENGTH) return start;
  return length % 2 === 0 ? start + length : undefined;
}
