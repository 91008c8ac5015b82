import { EXIF_PREFIX, orientationTiff, readOrientation } from '../../exif.ts';

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;
const APP15 = 0xef;
const COM = 0xfe;

const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;
const startsWith = (bytes: Buffer, text: string) =>
  bytes.toString('latin1', 0, text.length) === text;

/**
 * A JPEG (ITU-T T.81) without comments and application segments. JFIF, the ICC profile, Adobe's colour transform and
 * the orientation stay: colours and orientation depend on them. Data after the end of the image, such as the video
 * of a motion photo, is removed. Throws if the segments are inconsistent.
 */
export function stripJpeg(bytes: Buffer): Buffer {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) throw new Error('not a JPEG');
  const parts: Buffer[] = [];
  let orientation: number | undefined;
  let at = 2;
  while (at + 1 < bytes.length) {
    if (bytes[at] !== 0xff) throw new Error(`no marker at ${at}`);
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === EOI || marker === SOI || marker <= 0x01 || isRestart(marker)) {
      if (marker !== EOI) throw new Error(`unexpected marker ${marker}`);
      parts.push(bytes.subarray(at, at + 2));
      break;
    }
    if (at + 4 > bytes.length) throw new Error('a segment is cut off');
    let end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end < at + 4 || end > bytes.length) throw new Error('a segment is cut off');
    const data = bytes.subarray(at + 4, end);
    if (marker === APP1 && startsWith(data, 'Exif\0\0'))
      orientation ??= readOrientation(data.subarray(EXIF_PREFIX.length));
    if (marker === SOS) end = findScanEnd(bytes, end);
    const filtered = filterSegment(marker, bytes.subarray(at, end), data);
    if (filtered) parts.push(filtered);
    at = end;
  }
  const exif = orientation === undefined ? [] : [exifSegment(orientation)];
  const hasJfif = parts[0]?.[1] === APP0;
  const head = hasJfif ? parts.slice(0, 1) : [];
  return Buffer.concat([Buffer.from([0xff, SOI]), ...head, ...exif, ...parts.slice(head.length)]);
}

function filterSegment(marker: number, segment: Buffer, data: Buffer): Buffer | undefined {
  if (marker === COM) return undefined;
  if (marker < APP0 || marker > APP15) return segment;
  if (marker === APP0 && startsWith(data, 'JFIF\0') && data.length >= 14) return jfif(data);
  const isNeeded =
    (marker === APP2 && startsWith(data, 'ICC_PROFILE\0')) ||
    (marker === APP14 && startsWith(data, 'Adobe'));
  return isNeeded ? segment : undefined;
}

/** JFIF's fields without its thumbnail. */
function jfif(data: Buffer): Buffer {
  const segment = Buffer.alloc(18);
  segment.set([0xff, APP0, 0, 16]);
  data.copy(segment, 4, 0, 12);
  return segment;
}

function exifSegment(orientation: number): Buffer {
  const tiff = orientationTiff(orientation);
  const head = Buffer.from([0xff, APP1, 0, 2 + EXIF_PREFIX.length + tiff.length]);
  return Buffer.concat([head, EXIF_PREFIX, tiff]);
}

/** The end of the entropy-coded data that begins at `start`: the next marker other than a restart. */
function findScanEnd(bytes: Buffer, start: number): number {
  for (let at = start; ; at += 2) {
    at = bytes.indexOf(0xff, at);
    if (at < 0 || at + 1 >= bytes.length) return bytes.length;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) at -= 1;
    else if (marker !== 0 && !isRestart(marker)) return at;
  }
}
