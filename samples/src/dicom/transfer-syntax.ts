import { deflateRawSync } from 'node:zlib';
import { type Element, encodeElements } from './elements.ts';

/** Transfer syntaxes (PS3.5, annex A). */
export const SYNTAX = {
  implicit: '1.2.840.10008.1.2',
  explicit: '1.2.840.10008.1.2.1',
  deflated: '1.2.840.10008.1.2.1.99',
  bigEndian: '1.2.840.10008.1.2.2',
  jpegBaseline: '1.2.840.10008.1.2.4.50',
  jpegExtended: '1.2.840.10008.1.2.4.51',
  jpegLossless: '1.2.840.10008.1.2.4.70',
  jpegLs: '1.2.840.10008.1.2.4.80',
  jpegLsNear: '1.2.840.10008.1.2.4.81',
  jpeg2000: '1.2.840.10008.1.2.4.90',
  jpeg2000Lossy: '1.2.840.10008.1.2.4.91',
  htj2k: '1.2.840.10008.1.2.4.201',
  htj2kRpcl: '1.2.840.10008.1.2.4.202',
  rle: '1.2.840.10008.1.2.5',
} as const;

/** A data set in a transfer syntax that does not compress its pixels. */
export function encodeDataSet(elements: readonly Element[], syntax: string): Buffer {
  const encoding = {
    isExplicit: syntax !== SYNTAX.implicit,
    isBigEndian: syntax === SYNTAX.bigEndian,
  };
  const bytes = encodeElements(elements, encoding);
  return syntax === SYNTAX.deflated ? deflateRawSync(bytes) : bytes;
}
