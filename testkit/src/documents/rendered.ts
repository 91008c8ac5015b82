import {
  openDicomImage,
  readFrame,
  renderSamples,
} from '../../../server/src/platform/media/child/dicom/render.ts';
import { bufferSource } from '../../../server/src/platform/media/child/input.ts';

const MAX_PIXELS = 1_000_000;

export const openImage = (bytes: Buffer, maxPixels = MAX_PIXELS) =>
  openDicomImage(bufferSource(bytes), maxPixels);

/** A frame as the decoders render it, one or three bytes a pixel; undefined where the file has no picture. */
export async function renderedFrame(
  bytes: Buffer,
  frame = 0,
  maxPixels = MAX_PIXELS,
): Promise<number[] | undefined> {
  const image = openImage(bytes, maxPixels);
  if (!image) return undefined;
  const samples = await readFrame(image, frame);
  return Array.from(renderSamples(image, frame, samples).pixels);
}
