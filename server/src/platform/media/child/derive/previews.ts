import { type FirstName, PREVIEW_SIZES } from '@deqiq/contract/shared/imaging/derivatives.ts';
import type { Sharp } from 'sharp';
import type { EmitPart } from './emit.ts';

/** Of six. Takes half the time of the default, four, for the same number of bytes. */
const WEBP_EFFORT = 2;

/**
 * Emits a WebP for each size that is smaller than the picture, and for the next one a WebP of its own size: a
 * panoramic of 1,200 pixels must not be shown with 320. `open` returns the picture again each time. Returns the
 * sizes.
 */
export async function emitPreviews(
  open: () => Sharp,
  { width, height }: { readonly width: number; readonly height: number },
  quality: number,
  emit: EmitPart,
): Promise<number[]> {
  const side = Math.max(width, height);
  const sizes = PREVIEW_SIZES.filter((_, index) => (PREVIEW_SIZES[index - 1] ?? 0) < side);
  for (const size of sizes) {
    const webp = await open()
      .resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
      .webp({ quality, effort: WEBP_EFFORT })
      .toBuffer();
    await emit(previewName(size), webp);
  }
  return sizes;
}

const previewName = (size: (typeof PREVIEW_SIZES)[number]): FirstName => `preview-${size}`;
