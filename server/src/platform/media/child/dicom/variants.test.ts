import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type DicomVariant, dicomVariants } from '@deqiq/samples/dicom-variants/variants.ts';
import { openImage } from '@deqiq/testkit/documents/rendered.ts';
import { greyScale } from './grey.ts';
import { type DicomImage, readFrame, renderSamples } from './render.ts';

const variants = await dicomVariants();

function open({ bytes }: DicomVariant): DicomImage {
  const image = openImage(bytes);
  assert.ok(image);
  return image;
}

/** Reads the stored values of a frame: signed values of grey files, indexes, or colours as written. */
async function storedValues(image: DicomImage, frame: number): Promise<number[]> {
  const samples = await readFrame(image, frame);
  const { toStored } = greyScale(image.file.data, frame, image.image, samples);
  const values = Array.from(samples.words);
  return image.image.samples === 1 ? values.map(toStored) : values;
}

const largestDifference = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((max, value, index) => Math.max(max, Math.abs(value - (b[index] ?? Infinity))), 0);

const clamp = (value: number): number => Math.round(Math.min(Math.max(value, 0), 255));

/** The formulas of PS3.3 (C.11.1, C.11.2, C.7.6.3.1), value by value. */
function reference({ format, shading }: DicomVariant, values: readonly number[]): number[] {
  const { photometric } = format;
  const { slope = 1, intercept = 0, modality, voi, window, palette, padding } = shading;
  if (palette)
    return values.flatMap((index) => palette.map((entries) => (entries[index] ?? 0) >> 8));
  if (photometric.startsWith('YBR_FULL')) return toRgb(values);
  if (!photometric.startsWith('MONOCHROME')) return [...values];
  type Table = NonNullable<typeof voi>;
  const entryOf = ({ first, entries }: Table, value: number) =>
    entries[Math.min(Math.max(value - first, 0), entries.length - 1)] ?? 0;
  const measured = values.map((value) =>
    modality ? entryOf(modality, value) : value * slope + intercept,
  );
  const relevant = measured.filter((_, index) => {
    const value = values[index] ?? 0;
    return !padding || value < padding[0] || value > padding[1];
  });
  const min = Math.min(...relevant);
  const max = Math.max(...relevant);
  const share = (value: number): number => {
    if (voi && !window) return entryOf(voi, value) / (2 ** voi.bits - 1);
    if (!window) return (value - min) / (max - min);
    const { centre, width, shape } = window;
    if (shape === 'SIGMOID') return 1 / (1 + Math.exp((-4 * (value - centre)) / width));
    if (shape === 'LINEAR_EXACT') return (value - centre) / width + 0.5;
    return (value - (centre - 0.5)) / (width - 1) + 0.5;
  };
  const isInverse = photometric === 'MONOCHROME1';
  return measured.map((value) => {
    const grey = Math.min(Math.max(share(value), 0), 1) * 255;
    return clamp(isInverse ? 255 - grey : grey);
  });
}

function toRgb(values: readonly number[]): number[] {
  return Array.from({ length: values.length / 3 }, (_, pixel) => {
    const [y = 0, cb = 0, cr = 0] = values.slice(pixel * 3, pixel * 3 + 3);
    return [
      clamp(y + 1.402 * (cr - 128)),
      clamp(y - 0.3441 * (cb - 128) - 0.7141 * (cr - 128)),
      clamp(y + 1.772 * (cb - 128)),
    ];
  }).flat();
}

describe(`${variants.length} variants of DICOM`, () => {
  test('are enough, and each has a name of its own', () => {
    assert.ok(variants.length >= 100);
    assert.equal(new Set(variants.map(({ name }) => name)).size, variants.length);
  });

  for (const variant of variants)
    test(`${variant.name}: pixels and rendering are right`, async () => {
      const image = open(variant);
      assert.equal(image.frames.count, variant.frames.length);
      assert.equal(image.frames.isIncomplete, false);
      for (const [frame, written] of variant.frames.entries()) {
        const samples = await readFrame(image, frame);
        const values = await storedValues(image, frame);
        assert.equal(values.length, written.length);
        const difference = largestDifference(written, values);
        assert.ok(difference <= variant.tolerance, `frame ${frame}: differs by ${difference}`);
        const { pixels } = renderSamples(image, frame, samples);
        // A codec that has converted the colours leaves nothing to convert.
        const isConverted = samples.isRgb && samples.samples === 3;
        const expected = isConverted ? values : reference(variant, values);
        assert.equal(pixels.length, expected.length);
        const shade = largestDifference(expected, Array.from(pixels));
        assert.ok(shade <= 1, `frame ${frame}: shown ${shade} of 255 too bright or dark`);
      }
    });
});
