import { type PictureWidth, pictureWidths } from '@deqiq/contract/pictures.ts';
import sharp from 'sharp';
import { EFFORT, MAX_PIXELS } from '../files/images.ts';

/** The longest side a WebP can have, in pixels. */
const WEBP_SIDE = 16_383;

const WIDEST = pictureWidths[pictureWidths.length - 1] ?? 0;

/** Under which widths a picture this wide is kept: none that would show no more than the one before. */
export const keptWidths = (width: number): PictureWidth[] =>
  pictureWidths.filter((_, index) => index === 0 || (pictureWidths[index - 1] ?? 0) < width);

/** The kept width that serves a wish best: the first that is no narrower, else the widest. */
export function bestWidth(width: number, wish: PictureWidth | undefined): PictureWidth {
  const kept = keptWidths(width);
  const wide = wish && kept.find((each) => each >= wish);
  return wide ?? kept[kept.length - 1] ?? pictureWidths[0];
}

/** The first frame, upright, without metadata, as WebP in each kept width. Rejects where it is damaged. */
export async function variantsOf(
  bytes: Buffer,
  width: number,
): Promise<{ width: PictureWidth; bytes: Buffer }[]> {
  const { data, info } = await decoded(bytes, WIDEST).raw().toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const variants = [];
  for (const kept of keptWidths(width)) {
    const small = sharp(data, { raw })
      .resize({ width: kept, withoutEnlargement: true })
      .webp({ quality: 82 });
    variants.push({ width: kept, bytes: await small.toBuffer() });
  }
  return variants;
}

/** The first frame at its full size, upright, without metadata, as WebP. Rejects where it is damaged. */
export const wholeOf = (bytes: Buffer): Promise<Buffer> =>
  decoded(bytes, WEBP_SIDE).webp({ quality: 90, effort: EFFORT }).toBuffer();

const decoded = (bytes: Buffer, width: number) =>
  sharp(bytes, { limitInputPixels: MAX_PIXELS, sequentialRead: true, failOn: 'error' })
    .autoOrient()
    .resize({ width, height: WEBP_SIDE, fit: 'inside', withoutEnlargement: true });
