import { picture } from '@deqiq/testkit/documents/pictures.ts';
import {
  gif,
  jpegSaying,
  jpegScans,
  png,
  pngEmpty,
  pngText,
  webpFrames,
  webpOf,
} from './bomb-bytes.ts';

export type Bomb = readonly [fileName: string, bytes: Buffer];

/** Larger than sixty megapixels, of too many frames, or no picture: all must be refused. */
export async function refusedBombs(): Promise<Record<string, Bomb>> {
  const jpeg = (await picture({ format: 'jpeg', width: 200, height: 100 })).bytes;
  const pixel = await lossless();
  return {
    'a PNG of 60,000 × 60,000 without pixels': ['a.png', png({ width: 60_000, height: 60_000 })],
    'a PNG of 2,147,483,647 × 1': ['a.png', png({ width: 2_147_483_647, height: 1 })],
    'a PNG of 0 × 0': ['a.png', png({ width: 0, height: 0 })],
    'a PNG of 16,000 × 16,000 with all its pixels': [
      'a.png',
      png({ width: 16_000, height: 16_000, rows: 16_000 }),
    ],
    'a PNG of 7,746 × 7,747, just too large': [
      'a.png',
      png({ width: 7_746, height: 7_747, rows: 7_747 }),
    ],
    'a GIF of 65,535 × 65,535 in one frame': ['a.gif', gif(65_535, 65_535, 1, [65_535, 65_535])],
    'a GIF without frames': ['a.gif', gif(9, 9, 0)],
    'a WebP of 16,384 × 16,384': ['a.webp', webpOf(16_384, 16_384)],
    'a WebP with a canvas of 16,777,216 × 255': ['a.webp', webpFrames(16_777_216, 255, 1, pixel)],
    'a WebP of 16,383 × 16,383 in 20,000 frames': [
      'a.webp',
      webpFrames(16_383, 16_383, 20_000, pixel),
    ],
    'a WebP of 40,000 frames': ['a.webp', webpFrames(100, 100, 40_000, pixel)],
    'a JPEG of 65,500 × 65,500': ['a.jpg', jpegSaying(jpeg, 65_500, 65_500)],
    'an SVG with a billion laughs': ['a.png', Buffer.concat([Buffer.from(LAUGHS), svg('&i;')])],
    'an SVG that reads a file': ['a.png', svg('<image href="file:///etc/passwd"/>')],
    'a PDF': ['a.jpg', Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj')],
    'a TIFF': ['a.png', Buffer.from('49492a0008000000ffff', 'hex')],
    'a HEIC': ['a.webp', Buffer.from('0000001866747970686569630000000068656963', 'hex')],
    'a BMP': ['a.png', Buffer.concat([Buffer.from('BM'), Buffer.alloc(60, 255)])],
    'the head of a PNG and nothing': ['a.png', png({ width: 9, height: 9 }).subarray(0, 12)],
  };
}

/** Within every limit, or broken after a valid head: may be accepted, but must cost little time and memory. */
export async function heavyPictures(unfolded: number): Promise<Record<string, Bomb>> {
  const jpeg = (await picture({ format: 'jpeg', width: 200, height: 100 })).bytes;
  const smooth = await picture({ format: 'jpeg', width: 2_000, height: 2_000 }, (image) =>
    image.jpeg({ progressive: true }),
  );
  const small = { width: 9, height: 9, rows: 9 };
  return {
    'a PNG of 7,700 × 7,700, interlaced, without pixels': [
      'a.png',
      png({ width: 7_700, height: 7_700, interlaced: true }),
    ],
    'a PNG of 5,000 × 5,000 with all its pixels': [
      'a.png',
      png({ width: 5_000, height: 5_000, rows: 5_000 }),
    ],
    'a PNG with a text that inflates': [
      'a.png',
      png({ ...small, more: [pngText('zTXt', unfolded)] }),
    ],
    'a PNG with an international text that inflates': [
      'a.png',
      png({ ...small, more: [pngText('iTXt', unfolded)] }),
    ],
    'a PNG with a profile that inflates': [
      'a.png',
      png({ ...small, more: [pngText('iCCP', unfolded)] }),
    ],
    'a PNG with 300,000 unknown chunks': [
      'a.png',
      png({ ...small, more: Array<Buffer>(300_000).fill(pngEmpty('teSt')) }),
    ],
    'a GIF of 65,535 × 65,535 with a frame of one pixel': ['a.gif', gif(65_535, 65_535, 1)],
    'a GIF of 100,000 frames': ['a.gif', gif(9, 9, 100_000)],
    'a GIF of 5,000 × 5,000 in 5,000 frames': ['a.gif', gif(5_000, 5_000, 5_000, [5_000, 5_000])],
    'a WebP of 900 frames': ['a.webp', webpFrames(100, 100, 900, await lossless())],
    'a JPEG of 65,500 × 900 without the rest of its pixels': [
      'a.jpg',
      jpegSaying(jpeg, 65_500, 900),
    ],
    'a JPEG of 3,000 scans': ['a.jpg', jpegScans(smooth.bytes, 3_000)],
  };
}

const lossless = async () =>
  (
    await picture({ format: 'webp', width: 1, height: 1 }, (image) =>
      image.webp({ lossless: true }),
    )
  ).bytes;

const svg = (inside: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${inside}</svg>`);

const LAUGHS = `<!DOCTYPE x [<!ENTITY a "ha">${[...'bcdefghi']
  .map((name, at) => `<!ENTITY ${name} "${`&${'abcdefgh'[at]};`.repeat(10)}">`)
  .join('')}]>`;
