import { MAX_PICTURE_PIXELS } from '@deqiq/contract/shared/limits.ts';
import sharp, { type Sharp } from 'sharp';
import type { PictureFormat, PictureHeader, PngBox } from '../jobs.ts';
import { assertFrameLimits } from './frame-limits.ts';
import { type Input, readInput } from './input.ts';

// Blocks every loader of libvips except those of accepted formats: librsvg can take hours for a small SVG.
const loaders = ['Jpeg', 'Png', 'Webp', 'Nsgif'].flatMap((name) => [
  `VipsForeignLoad${name}Buffer`,
  `VipsForeignLoad${name}File`,
]);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: loaders });
// The operation cache would keep patients' pictures in memory; one thread per picture is enough.
sharp.cache(false);
sharp.concurrency(1);

/** The longest side of a WebP, in pixels. */
const MAX_WEBP_SIDE = 16_383;

/** Rejects if the header does not decode, or if the picture has too many scans or frames. */
export async function inspect(input: Input, format: PictureFormat): Promise<PictureHeader> {
  const bytes = await checkedBytes(input);
  const header = await sharp(bytes, { limitInputPixels: false, failOn: 'none' }).metadata();
  if (header.format !== format) throw new Error(`a ${header.format} instead of a ${format}`);
  const { width, height, autoOrient } = header;
  return { format, width, height, uprightWidth: autoOrient.width };
}

/** Decodes once at the greatest width and scales the other widths from that. */
export async function resize(input: Input, widths: readonly number[]): Promise<Buffer[]> {
  const { data, info } = await (await decode(input))
    .autoOrient()
    .resize({
      width: Math.max(...widths),
      height: MAX_WEBP_SIDE,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const outputs: Buffer[] = [];
  for (const width of widths)
    outputs.push(
      await sharp(data, { raw })
        .resize({ width, withoutEnlargement: true })
        .webp({ quality: 82 })
        .toBuffer(),
    );
  return outputs;
}

/** Of the width and height at which a PNG should have the bytes that it may have: pictures differ. */
const MARGIN = 0.9;

/** Fits a picture into a box, also by its bytes. */
export async function encodePng(input: Input, box: PngBox): Promise<Buffer> {
  const { data, info } = await (await decode(input))
    .autoOrient()
    .resize({ width: box.width, height: box.height, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  for (let scale = 1; ; ) {
    const png = await sharp(data, { raw })
      .resize({ width: Math.max(1, Math.round(info.width * scale)) })
      .png({ compressionLevel: 9, palette: true })
      .toBuffer();
    if (png.length <= box.maxBytes) return png;
    scale *= MARGIN * Math.sqrt(box.maxBytes / png.length);
  }
}

/** Decodes the whole first frame; rejects if a pixel is missing. */
export async function verify(input: Input): Promise<void> {
  await (await decode(input)).stats();
}

/** A picture within the limits. Reading its pixels rejects if it is damaged. */
export async function decode(input: Input): Promise<Sharp> {
  const options = { limitInputPixels: MAX_PICTURE_PIXELS, sequentialRead: true } as const;
  return sharp(await checkedBytes(input), { ...options, failOn: 'error' });
}

async function checkedBytes(input: Input): Promise<Buffer> {
  const bytes = await readInput(input);
  assertFrameLimits(bytes);
  return bytes;
}
