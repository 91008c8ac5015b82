import { MAX_PICTURE_PIXELS } from '@deqiq/contract/shared/limits.ts';
import sharp, { type Sharp } from 'sharp';
import type { PictureFormat, PictureHeader } from '../jobs.ts';
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

/** On a scale of 0 to 6. Takes half the time of the default, 4, at the same size. */
const WEBP_EFFORT = 2;

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

export async function preview(input: Input, side: number): Promise<Buffer> {
  return fit((await decode(input)).autoOrient(), side)
    .webp({ quality: 82, effort: WEBP_EFFORT })
    .toBuffer();
}

/** One byte per pixel; 0 is black. */
export interface GreyPicture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

export const greyPreview = ({ width, height, pixels }: GreyPicture, side: number) =>
  fit(sharp(pixels, { raw: { width, height, channels: 1 } }), side)
    .webp({ quality: 88, effort: WEBP_EFFORT })
    .toBuffer();

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

const fit = (picture: Sharp, side: number): Sharp =>
  picture.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
