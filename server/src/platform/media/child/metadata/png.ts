import { crc32 } from 'node:zlib';
import { orientationTiff, readOrientation } from '../../exif.ts';

const SIGNATURE = 8;

/** Chunks (PNG, third edition, 11) that affect how pixels are displayed. Any other chunk may contain text or data. */
const ALLOWED_CHUNKS = new Set(
  `IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT cICP mDCV cLLI bKGD pHYs acTL fcTL fdAT`.split(
    ' ',
  ),
);

/** A PNG without text, time, Exif and private chunks; the orientation stays. Throws if the chunks are inconsistent. */
export function stripPng(bytes: Buffer): Buffer {
  const parts = [bytes.subarray(0, SIGNATURE)];
  for (let at = SIGNATURE; ; ) {
    if (at + 12 > bytes.length) throw new Error('a chunk is cut off');
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) throw new Error('a chunk is cut off');
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (ALLOWED_CHUNKS.has(name)) parts.push(bytes.subarray(at, end));
    else if (name === 'eXIf') parts.push(...orientationChunk(bytes.subarray(at + 8, end - 4)));
    if (name === 'IEND') return Buffer.concat(parts);
    at = end;
  }
}

function orientationChunk(tiff: Buffer): Buffer[] {
  const orientation = readOrientation(tiff);
  if (orientation === undefined) return [];
  const data = Buffer.concat([Buffer.from('eXIf', 'latin1'), orientationTiff(orientation)]);
  const chunk = Buffer.alloc(data.length + 8);
  chunk.writeUInt32BE(data.length - 4, 0);
  data.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(data), chunk.length - 4);
  return [chunk];
}
