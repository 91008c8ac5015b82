import type { StreamSize } from './samples.ts';

const SOC = 0xff4f;
const SIZ = 0xff51;
/** The box that contains the codestream in a JP2 file (ISO 15444-1, annex I). */
const CODESTREAM_BOX = 'jp2c';

/** A tile has an index of 16 bits (ISO 15444-1, A.4.2). */
const MAX_TILES = 65_535;

/**
 * The size that a JPEG 2000 or HTJ2K codestream announces (ISO 15444-1, A.5.1). Throws where it is none, and where its
 * tiles or subsampled components would keep a decoder busy for minutes; DICOM has no such components.
 */
export function readCodestreamSize(bytes: Buffer): StreamSize {
  const start = findCodestream(bytes);
  if (start < 0 || bytes.length < start + 42 || bytes.readUInt16BE(start + 2) !== SIZ)
    throw new Error('the codestream is damaged');
  const siz = bytes.subarray(start + 4);
  const [right, bottom, left, top, tileWidth, tileHeight, tileLeft, tileTop] = Array.from(
    { length: 8 },
    (_, index) => siz.readUInt32BE(4 + index * 4),
  ) as [number, number, number, number, number, number, number, number];
  const samples = siz.readUInt16BE(36);
  const tiles =
    Math.ceil((right - tileLeft) / tileWidth) * Math.ceil((bottom - tileTop) / tileHeight);
  if (!(tiles <= MAX_TILES) || isSubsampled(siz, samples))
    throw new Error('the codestream is damaged');
  return { width: right - left, height: bottom - top, samples };
}

/** Each component has a byte of precision and two of distances between its samples. */
function isSubsampled(siz: Buffer, samples: number): boolean {
  const components = siz.subarray(38, 38 + samples * 3);
  return components.some((byte, index) => index % 3 > 0 && byte !== 1);
}

function findCodestream(bytes: Buffer): number {
  if (bytes.length >= 4 && bytes.readUInt16BE(0) === SOC) return 0;
  const box = bytes.indexOf(CODESTREAM_BOX, 0, 'latin1');
  if (box < 0 || box + 8 > bytes.length || bytes.readUInt16BE(box + 4) !== SOC) return -1;
  return box + 4;
}
