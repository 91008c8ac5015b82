import { namesVr, readHeader, UNDEFINED_LENGTH } from '../../../platform/dicom/element.ts';
import { hasPrefix, PREAMBLE_LENGTH } from '../../../platform/dicom/file-meta.ts';

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
  if (hasPrefix(head)) return !containsMarkup(head.subarray(0, PREAMBLE_LENGTH));
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
  let previous = 0;
  for (let count = 0; count < MIN_ELEMENTS; count += 1) {
    if (at + 8 > head.length) return count > 0 && at === size;
    const element = readHeader(head, at, { isExplicit: namesVr(head, at), isBigEndian: false });
    if (!element) return false;
    const { tag, start, length } = element;
    const group = tag >>> 16;
    if (count === 0 ? group !== 0x0002 && group !== 0x0008 : tag <= previous) return false;
    const isUndefined = length === UNDEFINED_LENGTH;
    const next = isUndefined ? start : start + length;
    if ((!isUndefined && length % 2 !== 0) || next > size) return false;
    // An element beyond the head or of undefined length: the elements before it decide.
    if (next > head.length) return count > 0;
    previous = tag;
    at = next;
  }
  return true;
}
