import { crc32, deflateSync } from 'node:zlib';

const u16 = (value: number) => Buffer.from([value & 255, (value >> 8) & 255]);
const u24 = (value: number) => Buffer.from([value & 255, (value >> 8) & 255, (value >> 16) & 255]);
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
};
const u32be = (value: number) => Buffer.from(u32(value)).reverse();
const text = (letters: string) => Buffer.from(letters, 'latin1');

function pngChunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([text(kind), data]);
  return Buffer.concat([u32be(data.length), body, u32be(crc32(body))]);
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

interface Png {
  readonly width: number;
  readonly height: number;
  /** Bits per grey pixel. */
  readonly depth?: number;
  /** Rows that are really present, all black. */
  readonly rows?: number;
  readonly interlaced?: boolean;
  /** Chunks before the pixels. */
  readonly more?: readonly Buffer[];
}

/** A grey PNG that announces a size and contains only some rows. */
export function png({
  width,
  height,
  depth = 1,
  rows = 0,
  interlaced = false,
  more = [],
}: Png): Buffer {
  const head = Buffer.concat([
    u32be(width),
    u32be(height),
    Buffer.from([depth, 0, 0, 0, interlaced ? 1 : 0]),
  ]);
  const pixels = deflateSync(Buffer.alloc(rows * (1 + Math.ceil((width * depth) / 8))));
  const body = [pngChunk('IHDR', head), ...more, pngChunk('IDAT', pixels)];
  return Buffer.concat([SIGNATURE, ...body, pngChunk('IEND', Buffer.alloc(0))]);
}

/** A compressed text or profile that inflates to `length` bytes. */
export const pngText = (kind: 'zTXt' | 'iCCP' | 'iTXt', length: number): Buffer => {
  const packed = deflateSync(Buffer.alloc(length));
  const between = kind === 'iTXt' ? Buffer.from([0, 1, 0, 0, 0]) : Buffer.from([0, 0]);
  return pngChunk(kind, Buffer.concat([text('bomb'), between, packed]));
};

export const pngEmpty = (kind: string): Buffer => pngChunk(kind, Buffer.alloc(0));

/** A GIF with a canvas size and a number of frames of one pixel, or of a given size. */
export function gif(
  width: number,
  height: number,
  frames: number,
  each: [number, number] = [1, 1],
): Buffer {
  const head = Buffer.concat([
    text('GIF89a'),
    u16(width),
    u16(height),
    Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255]),
  ]);
  const wait = Buffer.from([0x21, 0xf9, 4, 0, 1, 0, 0, 0]);
  const image = Buffer.concat([
    Buffer.from([0x2c, 0, 0, 0, 0]),
    u16(each[0]),
    u16(each[1]),
    Buffer.from([0, 2, 2, 0x44, 1, 0]),
  ]);
  const frame = Buffer.concat([wait, image]);
  return Buffer.concat([head, ...Array<Buffer>(frames).fill(frame), Buffer.from([0x3b])]);
}

const riff = (kind: string, data: Buffer) =>
  Buffer.concat([text(kind), u32(data.length), data, Buffer.alloc(data.length % 2)]);
const webp = (...chunks: Buffer[]) => {
  const body = Buffer.concat([text('WEBP'), ...chunks]);
  return Buffer.concat([text('RIFF'), u32(body.length), body]);
};

/** A lossless WebP that announces a size. */
export const webpOf = (width: number, height: number): Buffer =>
  webp(
    riff(
      'VP8L',
      Buffer.concat([
        Buffer.from([0x2f]),
        u32(((height - 1) << 14) | (width - 1)),
        Buffer.alloc(64),
      ]),
    ),
  );

/** An animated WebP with a canvas size; each frame contains a WebP of one pixel. */
export function webpFrames(width: number, height: number, frames: number, pixel: Buffer): Buffer {
  const canvas = Buffer.concat([Buffer.from([2, 0, 0, 0]), u24(width - 1), u24(height - 1)]);
  const frameHeader = Buffer.concat([u24(0), u24(0), u24(0), u24(0), u24(10), Buffer.from([0])]);
  const frame = riff('ANMF', Buffer.concat([frameHeader, pixel.subarray(12)]));
  const all = Array<Buffer>(frames).fill(frame);
  return webp(riff('VP8X', canvas), riff('ANIM', Buffer.alloc(6)), ...all);
}

/** Replaces the size in the frame header of a JPEG. */
export function jpegSaying(jpeg: Buffer, width: number, height: number): Buffer {
  const other = Buffer.from(jpeg);
  const at =
    [0xc0, 0xc1, 0xc2]
      .map((kind) => other.indexOf(Buffer.from([0xff, kind, 0])))
      .find((offset) => offset > 0) ?? 0;
  other.writeUInt16BE(height, at + 5);
  other.writeUInt16BE(width, at + 7);
  return other;
}

/** Repeats the last scan of a progressive JPEG. */
export function jpegScans(jpeg: Buffer, times: number): Buffer {
  const at = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]));
  const scan = jpeg.subarray(at, jpeg.length - 2);
  return Buffer.concat([
    jpeg.subarray(0, at),
    ...Array<Buffer>(times).fill(scan),
    jpeg.subarray(-2),
  ]);
}
