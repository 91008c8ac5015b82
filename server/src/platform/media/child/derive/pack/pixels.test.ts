import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Element } from '@deqiq/samples/dicom/elements.ts';
import {
  type ImageFile,
  imageFile,
  rescaleElements,
} from '@deqiq/samples/dicom-variants/image-file.ts';
import { readDicomFile } from '../../dicom/header.ts';
import { findImage, readFrame } from '../../dicom/render.ts';
import { withSource } from '../../input.ts';
import { choosePixelScale, toPixels } from './pixels.ts';

/** The pixels of a frame, and those that are padding. */
const readPixels = (file: ImageFile) =>
  withSource(imageFile(file), async (source) => {
    const data = readDicomFile(source);
    const image = data && findImage(data, 100);
    assert.ok(image);
    const scale = choosePixelScale(image, 0);
    const { pixels, isPadding } = toPixels(image, 0, await readFrame(image, 0), scale);
    return { scale, pixels: [...pixels], padding: [...new Set(pixels)].filter(isPadding) };
  });

test('a pixel is the stored value exactly, whose measured value the scale tells', async () => {
  const words = [0, 1, 4_095, 999, 1, 1_000];
  const { pixels, scale } = await readPixels({ words, more: rescaleElements('2', '-1024') });
  assert.deepEqual(pixels, words);
  assert.deepEqual(scale, { channels: 1, bits: 12, slope: 2, intercept: -1_024 });
});

test('a signed value is counted from the lowest one', async () => {
  const words = [0x8000, 0xffff, 0, 1, 0x7fff];
  const { pixels, scale } = await readPixels({ words, isSigned: true, stored: 16 });
  assert.deepEqual(pixels, [0, 32_767, 32_768, 32_769, 65_535]);
  assert.equal(scale.intercept, -32_768);
});

test('padding is what the file names as such and its frame contains', async () => {
  const named: Element[] = [
    { tag: 0x0028_0120, vr: 'US', value: 10 },
    { tag: 0x0028_0121, vr: 'US', value: 12 },
  ];
  const { pixels, padding } = await readPixels({ words: [9, 10, 12, 13, 12], more: named });
  assert.deepEqual(pixels, [9, 10, 12, 13, 12]);
  assert.deepEqual(padding, [10, 12]);
});
