/** Prefix of Exif data in a JPEG segment. WebP and PNG contain the TIFF structure without it. */
export const EXIF_PREFIX = Buffer.from('Exif\0\0', 'latin1');

const ORIENTATION = 0x0112;
const SHORT = 3;
const UPRIGHT = 1;

/** Max entries of a directory that are read. */
const MAX_ENTRIES = 1_000;

/** The orientation, 2 to 8, in a TIFF structure (Exif 2.32, 4.6); undefined if it is upright or absent. */
export function readOrientation(tiff: Buffer): number | undefined {
  if (tiff.length < 8) return undefined;
  const order = tiff.toString('latin1', 0, 2);
  if (order !== 'II' && order !== 'MM') return undefined;
  const uint16 = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + 2 > tiff.length) return undefined;
  const entries = Math.min(uint16(directory), MAX_ENTRIES);
  for (let index = 0; index < entries; index += 1) {
    const at = directory + 2 + index * 12;
    if (at + 12 > tiff.length) return undefined;
    if (uint16(at) !== ORIENTATION || uint16(at + 2) !== SHORT) continue;
    const value = uint16(at + 8);
    return value > UPRIGHT && value <= 8 ? value : undefined;
  }
  return undefined;
}

/** A TIFF structure that contains only the orientation. */
export function orientationTiff(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('II*\0', 0, 'latin1');
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(1, 8);
  tiff.writeUInt16LE(ORIENTATION, 10);
  tiff.writeUInt16LE(SHORT, 12);
  tiff.writeUInt32LE(1, 14);
  tiff.writeUInt16LE(orientation, 18);
  return tiff;
}
