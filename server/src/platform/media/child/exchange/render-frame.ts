import sharp, { type Sharp } from 'sharp';
import type { FrameRendering } from '../../jobs.ts';
import { MAX_DICOM_PIXELS } from '../../limits.ts';
import { openInstance } from '../derive/archive.ts';
import { openDicomImage, readFrame, renderSamples } from '../dicom/render.ts';
import { windowMapping } from '../dicom/tables.ts';
import { type Input, withSource } from '../input.ts';

/** Renders a frame as its file asks to be shown, or in the wanted window, cut and scaled. */
export const renderFrame = (rendering: FrameRendering, input: Input): Promise<Buffer> =>
  withSource(input, async (source) => {
    const { location, frame, window } = rendering;
    const image = openDicomImage(openInstance(source, location), MAX_DICOM_PIXELS);
    if (!image || frame >= image.frames.count) throw new Error('there is no such frame');
    const mapping = window && windowMapping(window.centre, window.width, window.shape);
    const samples = await readFrame(image, frame);
    const { width, height, channels, pixels } = renderSamples(image, frame, samples, mapping);
    const picture = sharp(pixels, { raw: { width, height, channels } });
    return encode(fit(picture, { width, height }, rendering), rendering);
  });

function fit(
  picture: Sharp,
  size: { readonly width: number; readonly height: number },
  { viewport, region }: FrameRendering,
): Sharp {
  if (region) {
    const left = Math.min(Math.max(region.left, 0), size.width - 1);
    const top = Math.min(Math.max(region.top, 0), size.height - 1);
    const width = Math.max(1, Math.min(region.width, size.width - left));
    const height = Math.max(1, Math.min(region.height, size.height - top));
    picture.extract({ left, top, width, height });
  }
  return viewport ? picture.resize({ ...viewport, fit: 'inside' }) : picture;
}

const encode = (picture: Sharp, { format, quality }: FrameRendering): Promise<Buffer> =>
  format === 'png' ? picture.png().toBuffer() : picture[format]({ quality }).toBuffer();
