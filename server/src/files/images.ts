import sharp from 'sharp';

/** Pixels above which a picture is not decoded: 748 kB of PNG can unfold to gigabytes. */
export const MAX_PIXELS = 60_000_000;

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

/** Longer side of a preview, in pixels. */
const PREVIEW_SIDE = 1_600;

/** A WebP of at most 1600 × 1600 pixels, upright, without metadata. Rejects where the picture is broken. */
export async function previewOf(bytes: Buffer): Promise<Buffer> {
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, sequentialRead: true, failOn: 'error' })
    .autoOrient()
    .resize({
      width: PREVIEW_SIDE,
      height: PREVIEW_SIDE,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .webp({ quality: 82 })
    .toBuffer();
}
