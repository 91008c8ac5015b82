import { ctSlice } from '@deqiq/samples/dicom/ct-slice.ts';
import type { Element } from '@deqiq/samples/dicom/elements.ts';
import { zipSync } from 'fflate';

/** A DICOM file of 4 MB: private names of 32,000 values, each of which becomes ten bytes of JSON. */
export function dicomOfManyNames(): Buffer {
  const more = Array.from({ length: 60 }, (_, index): Element => {
    const tag = 0x0019_1000 + index;
    return { tag, vr: 'PN', value: Array<string>(32_000).fill('a') };
  });
  return slice(1, 4, new Uint16Array(16), more);
}

const FRAME_SIDE = 128;

/**
 * A ZIP with one deflated DICOM file of `frames` frames, 32 KB each. Every pixel of `step` differs: an even grey would be
 * refused as a ZIP bomb.
 */
export function deflatedMultiFrame(frames: number, step = 8): Buffer {
  const pixels = new Uint16Array(frames * FRAME_SIDE * FRAME_SIDE).fill(7);
  for (let index = 0; index < pixels.length; index += step) pixels[index] = (index * 7_919) & 0xfff;
  const count: Element = { tag: 0x0028_0008, vr: 'IS', value: String(frames) };
  return Buffer.from(zipSync({ 'a.dcm': slice(1, FRAME_SIDE, pixels, [count]) }, { level: 6 }));
}

const slice = (instance: number, side: number, pixels: Uint16Array, more: readonly Element[]) =>
  ctSlice({ width: side, height: side, instance, position: [0, 0, 0], pixels, more });
