import { EXIF_PREFIX, orientationTiff, readOrientation } from '../../exif.ts';

const HEAD = 12;
const EXIF_FLAG = 0x08;
const XMP_FLAG = 0x04;

const ALLOWED_CHUNKS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
const ALLOWED_FRAME_CHUNKS = new Set(['VP8 ', 'VP8L', 'ALPH']);

/** Bytes before the chunks of a frame. */
const FRAME_HEAD = 16;

interface Chunk {
  readonly name: string;
  readonly data: Buffer;
}

/** A WebP without Exif, XMP and unknown chunks; the orientation stays. Throws if the chunks are inconsistent. */
export function stripWebp(bytes: Buffer): Buffer {
  const size = Math.min(bytes.readUInt32LE(4) + 8, bytes.length);
  const chunks = parseChunks(bytes.subarray(HEAD, size));
  const exif = chunks.find(({ name }) => name === 'EXIF')?.data;
  const orientation = exif && readOrientation(removePrefix(exif));
  const allowed = chunks
    .filter(({ name }) => ALLOWED_CHUNKS.has(name))
    .map((chunk) => {
      if (chunk.name === 'VP8X') return { ...chunk, data: updateFlags(chunk.data, orientation) };
      return chunk.name === 'ANMF' ? { ...chunk, data: stripFrame(chunk.data) } : chunk;
    });
  // Only an extended file can contain an orientation.
  if (orientation !== undefined && allowed[0]?.name === 'VP8X')
    allowed.push({ name: 'EXIF', data: orientationTiff(orientation) });
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...allowed.map(encode)]);
  const head = Buffer.from('RIFF....', 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

function parseChunks(bytes: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32LE(at + 4);
    const end = at + 8 + length;
    if (end > bytes.length) throw new Error('a chunk is cut off');
    chunks.push({ name: bytes.toString('latin1', at, at + 4), data: bytes.subarray(at + 8, end) });
    at = end + (length % 2);
  }
  return chunks;
}

function encode({ name, data }: Chunk): Buffer {
  const head = Buffer.from(`${name}....`, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

function updateFlags(data: Buffer, orientation: number | undefined): Buffer {
  const flags = (data[0] ?? 0) & ~(EXIF_FLAG | XMP_FLAG);
  const copy = Buffer.from(data);
  copy[0] = orientation === undefined ? flags : flags | EXIF_FLAG;
  return copy;
}

function stripFrame(data: Buffer): Buffer {
  const chunks = parseChunks(data.subarray(FRAME_HEAD));
  const allowed = chunks.filter(({ name }) => ALLOWED_FRAME_CHUNKS.has(name));
  return Buffer.concat([data.subarray(0, FRAME_HEAD), ...allowed.map(encode)]);
}

/** Some writers put JPEG's prefix before the TIFF structure. */
const removePrefix = (exif: Buffer) =>
  exif.subarray(0, EXIF_PREFIX.length).equals(EXIF_PREFIX)
    ? exif.subarray(EXIF_PREFIX.length)
    : exif;
