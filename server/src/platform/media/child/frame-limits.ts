import { MAX_JPEG_SCANS, MAX_WEBP_FRAMES, TOO_MANY_FRAMES } from '../limits.ts';

/** Throws if a JPEG has too many scans or a WebP too many frames. Reads each byte once. */
export function assertFrameLimits(bytes: Buffer): void {
  if (countScans(bytes, MAX_JPEG_SCANS) > MAX_JPEG_SCANS) throw new Error('too many scans');
  if (countFrames(bytes, MAX_WEBP_FRAMES) > MAX_WEBP_FRAMES) throw new Error(TOO_MANY_FRAMES);
}

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;

/** Scans of a JPEG (ITU-T T.81, B.1.1), at most `max` + 1; 0 for other formats. */
export function countScans(bytes: Buffer, max: number): number {
  if (bytes.length < 2 || bytes.readUInt16BE(0) !== 0xffd8) return 0;
  let scans = 0;
  let isInScan = false;
  for (let at = 2; at >= 2 && at + 1 < bytes.length; ) {
    at = bytes.indexOf(0xff, at);
    if (at < 0 || at + 1 >= bytes.length) break;
    const marker = bytes[at + 1] ?? 0;
    at += 1;
    if (marker === 0xff) continue;
    at += 1;
    const hasNoLength = marker <= 0x01 || marker === SOI || isRestart(marker);
    if (hasNoLength || (isInScan && marker === 0)) continue;
    if (marker === EOI) break;
    isInScan = marker === SOS;
    if (isInScan) scans += 1;
    if (scans > max || at + 2 > bytes.length) break;
    at += Math.max(2, bytes.readUInt16BE(at));
  }
  return scans;
}

const fourCC = (letters: string) => Buffer.from(letters, 'latin1').readUInt32LE();
const WEBP = fourCC('WEBP');
const FRAME = fourCC('ANMF');

/** Frames of an animated WebP, at most `max` + 1; 0 for other formats. */
export function countFrames(bytes: Buffer, max: number): number {
  if (bytes.length < 12 || bytes.readUInt32LE(8) !== WEBP) return 0;
  let frames = 0;
  for (let at = 12; at + 8 <= bytes.length && frames <= max; ) {
    if (bytes.readUInt32LE(at) === FRAME) frames += 1;
    const size = bytes.readUInt32LE(at + 4);
    at += 8 + size + (size % 2);
  }
  return frames;
}
