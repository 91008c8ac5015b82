import sharp, { type Sharp } from 'sharp';

/** Pixels above which a picture is not decoded: 748 kB of PNG can unfold to gigabytes. */
export const MAX_PIXELS = 60_000_000;

/** Frames of a WebP beyond which it is not even looked at. */
const MAX_FRAMES = 1_000;

/** Bytes of a picture that are looked at, or made smaller, in memory. */
export const MAX_IMAGE_BYTES = 64 * 1024 * 1024;

const formats: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
};

// The operations cache would keep patients' pictures in memory; one thread per picture is enough.
sharp.cache(false);
sharp.concurrency(1);

/** Whether pictures of this type are made smaller for screens. */
export const isRaster = (contentType: string): boolean => Object.hasOwn(formats, contentType);

/** Whether the bytes begin a picture of exactly this type whose header decodes within the limits. */
export async function isImage(contentType: string, bytes: Buffer): Promise<boolean> {
  if (hasTooManyFrames(bytes)) return false;
  try {
    const { format, width, height } = await sharp(bytes, {
      limitInputPixels: MAX_PIXELS,
      failOn: 'none',
    }).metadata();
    return format === formats[contentType] && width * height <= MAX_PIXELS;
  } catch {
    return false;
  }
}

const four = (letters: string) => Buffer.from(letters, 'latin1').readUInt32LE();
const [WEBP, FRAME] = [four('WEBP'), four('ANMF')];

/**
 * Whether an animated WebP has more frames than anybody needs. libwebp looks for each from the beginning:
 * 2 MB of 40,000 frames took 16 s before the first pixel, 15 MB would take a quarter of an hour.
 */
export function hasTooManyFrames(bytes: Buffer): boolean {
  if (bytes.length < 12 || bytes.readUInt32LE(8) !== WEBP) return false;
  let frames = 0;
  for (let at = 12; at + 8 <= bytes.length && frames <= MAX_FRAMES; ) {
    if (bytes.readUInt32LE(at) === FRAME) frames += 1;
    const size = bytes.readUInt32LE(at + 4);
    at += 8 + size + (size % 2);
  }
  return frames > MAX_FRAMES;
}

/** Longer side of a preview, in pixels. */
const PREVIEW_SIDE = 1_600;

/** The same of a DICOM file: browsers cannot show the file itself when somebody zooms in. */
const GREY_SIDE = 2_400;

/** Of six: half the time of the usual four for the same number of bytes, on radiographs and photographs. */
export const EFFORT = 2;

/** A WebP of at most 1600 × 1600 pixels, upright, without metadata. Rejects where the picture is broken. */
export async function previewOf(bytes: Buffer): Promise<Buffer> {
  return fitted(
    sharp(bytes, {
      limitInputPixels: MAX_PIXELS,
      sequentialRead: true,
      failOn: 'error',
    }).autoOrient(),
    PREVIEW_SIDE,
  )
    .webp({ quality: 82, effort: EFFORT })
    .toBuffer();
}

interface Grey {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** A WebP of at most 2400 × 2400 pixels of a picture that is one byte for each pixel. */
export async function greyPreviewOf({ width, height, pixels }: Grey): Promise<Buffer> {
  return fitted(sharp(pixels, { raw: { width, height, channels: 1 } }), GREY_SIDE)
    .webp({ quality: 88, effort: EFFORT })
    .toBuffer();
}

const fitted = (picture: Sharp, side: number): Sharp =>
  picture.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
