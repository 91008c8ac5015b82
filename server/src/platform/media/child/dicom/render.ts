import type { ByteSource } from '../input.ts';
import { LimitExceeded } from '../limit-exceeded.ts';
import { type ImageAttributes, isGrey, readAttributes } from './attributes.ts';
import { canDecode, decodeFrame } from './codecs/decode-frame.ts';
import type { Samples } from './codecs/samples.ts';
import { renderColour } from './colour.ts';
import { type FrameList, listFrames } from './frames.ts';
import { renderGrey } from './grey.ts';
import { type DicomFile, readDicomFile } from './header.ts';
import type { Mapping } from './tables.ts';

/** Eight bits a sample, ready for an encoder. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3;
  readonly pixels: Uint8Array;
}

/** A DICOM file whose frames can be decoded. */
export interface DicomImage {
  readonly file: DicomFile;
  readonly image: ImageAttributes;
  readonly frames: FrameList;
}

/** Reads a DICOM file and finds its picture; undefined where there is none. Throws as `findImage` does. */
export function openDicomImage(source: ByteSource, maxPixels: number): DicomImage | undefined {
  const file = readDicomFile(source);
  return file && findImage(file, maxPixels);
}

/** The picture of a DICOM file; undefined if this server renders none. Throws if it breaks a limit or is damaged. */
export function findImage(file: DicomFile, maxPixels: number): DicomImage | undefined {
  const image = file.pixels && readAttributes(file.data);
  if (!image || !canDecode(file)) return undefined;
  if (image.width * image.height > maxPixels) throw new LimitExceeded('too many pixels');
  return { file, image, frames: listFrames(file, image) };
}

/** The decoded samples of a frame. */
export const readFrame = ({ file, image, frames }: DicomImage, index: number): Promise<Samples> =>
  decodeFrame(file, image, frames.read(index));

/** Decoded samples as the file asks to be shown. */
export function renderSamples(
  { file, image }: DicomImage,
  frame: number,
  samples: Samples,
  window?: Mapping,
): Raster {
  const { width, height } = image;
  return isGrey(image)
    ? { width, height, channels: 1, pixels: renderGrey(file.data, frame, image, samples, window) }
    : { width, height, channels: 3, pixels: renderColour(file.data, image, samples) };
}
