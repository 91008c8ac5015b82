import type { PictureMetadata } from '@deqiq/contract/shared/imaging/derivatives.ts';
import { findFailure, PictureError } from '../../pixels/loading/picture-error.ts';
import type { Renderer } from '../../pixels/renderer.ts';

/** Loads a picture that the browser decodes itself, and returns how to read its pixels. Throws PictureError. */
export async function openPhoto(
  url: string,
  renderer: Renderer,
  signal: AbortSignal,
): Promise<PictureMetadata> {
  const address = URL.createObjectURL(await fetchBlob(url, signal));
  const bitmap = await decodePicture(address)
    .catch((error: unknown) => {
      throw new PictureError('damaged', error);
    })
    .finally(() => URL.revokeObjectURL(address));
  signal.throwIfAborted();
  renderer.setBitmap(bitmap, { size: bitmap, isPreview: false });
  return photoMetadata(bitmap);
}

/** The pixels of anything that the browser shows in an `img`, SVG included. */
export async function decodePicture(address: string): Promise<ImageBitmap> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return createImageBitmap(image);
}

async function fetchBlob(url: string, signal: AbortSignal): Promise<Blob> {
  try {
    const response = await fetch(url, { cache: 'no-store', credentials: 'omit', signal });
    const failure = findFailure(response);
    if (failure) throw new PictureError(failure);
    return await response.blob();
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof PictureError ? error : new PictureError('network', error);
  }
}

/** A photo has colours from 0 to 255 and no millimetres. */
export const photoMetadata = ({
  width,
  height,
}: {
  width: number;
  height: number;
}): PictureMetadata => ({
  version: 1,
  kind: 'image',
  width,
  height,
  slices: 1,
  channels: 3,
  bits: 8,
  slope: 1,
  intercept: 0,
  unit: '',
  isInverse: false,
  range: [0, 255],
  windows: [],
  percentiles: [0, 255],
  spacingKind: 'unknown',
  levels: [],
});
