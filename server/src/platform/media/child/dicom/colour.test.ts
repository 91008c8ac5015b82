import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Element } from '@deqiq/samples/dicom/elements.ts';
import {
  type ImageFile,
  imageFile,
  littleEndianWords,
  paletteElements,
  SYNTAX,
} from '@deqiq/samples/dicom-variants/image-file.ts';
import { renderedFrame } from '@deqiq/testkit/documents/rendered.ts';

const rendered = (image: ImageFile, frame = 0) => renderedFrame(imageFile(image), frame);

const rgb = { photometric: 'RGB', allocated: 8, width: 2 };

describe('a colour picture', () => {
  test('of RGB keeps its bytes', async () => {
    assert.deepEqual(await rendered({ ...rgb, words: [1, 2, 3, 4, 5, 6] }), [1, 2, 3, 4, 5, 6]);
  });

  test('in planes is interleaved', async () => {
    const words = [1, 4, 2, 5, 3, 6];
    assert.deepEqual(await rendered({ ...rgb, isPlanar: true, words }), [1, 2, 3, 4, 5, 6]);
    const wide = words.map((word) => word * 256 + 9);
    const deep = { ...rgb, allocated: 16, stored: 16, isPlanar: true, words: wide };
    assert.deepEqual(await rendered(deep), [1, 2, 3, 4, 5, 6]);
  });

  test('of more than 8 bits shows the upper 8', async () => {
    const words = [0x10, 0x20, 0x30, 0xff0, 0xfff, 0x00f];
    assert.deepEqual(
      await rendered({ ...rgb, allocated: 16, stored: 12, words }),
      [1, 2, 3, 255, 255, 0],
    );
  });

  test('of YBR becomes RGB', async () => {
    const image = { ...rgb, photometric: 'YBR_FULL' };
    // Red, and a blue that exceeds the range.
    const words = [76, 85, 255, 29, 255, 107];
    assert.deepEqual(await rendered({ ...image, words }), [254, 0, 0, 0, 0, 254]);
  });

  test('of YBR 4:2:2 shares chroma between two pixels', async () => {
    const image = { ...rgb, photometric: 'YBR_FULL_422', words: [76, 149, 85, 255] };
    assert.deepEqual(await rendered(image), [254, 0, 0, 255, 73, 73]);
  });

  test('of the partial range is stretched', async () => {
    const image = { ...rgb, photometric: 'YBR_PARTIAL_422', words: [16, 235, 128, 128] };
    assert.deepEqual(await rendered(image), [0, 0, 0, 255, 255, 255]);
  });
});

describe('a palette picture', () => {
  const palette = { photometric: 'PALETTE COLOR', allocated: 8 };
  const words = [0, 1, 2, 9];
  const red = [0, 100, 200];
  const green = [1, 101, 201];
  const blue = [2, 102, 202];
  const colours = [0, 1, 2, 100, 101, 102, 200, 201, 202, 200, 201, 202];
  const wide = (entries: readonly number[] = []) => entries.map((entry) => entry * 257);

  test('has tables of 16 bits, in every byte order', async () => {
    const more = paletteElements([wide(red), wide(green), wide(blue)]);
    for (const syntax of [SYNTAX.explicit, SYNTAX.implicit, SYNTAX.bigEndian])
      assert.deepEqual(await rendered({ ...palette, syntax, words, more }), colours, syntax);
  });

  test('has tables of 8 bits, two entries in a word', async () => {
    const more = paletteElements([red ?? [], green ?? [], blue ?? []], { bits: 8 });
    assert.deepEqual(await rendered({ ...palette, words, more }), colours);
  });

  test('has tables of 16 bits with values of 8', async () => {
    const more = paletteElements([red ?? [], green ?? [], blue ?? []]);
    assert.deepEqual(await rendered({ ...palette, words, more }), colours);
  });

  test('begins at its first index', async () => {
    const more = paletteElements([wide(red), wide(green), wide(blue)], { first: 5 });
    assert.deepEqual(
      await rendered({ ...palette, words: [0, 5, 6, 255], more }),
      [0, 1, 2, 0, 1, 2, 100, 101, 102, 200, 201, 202],
    );
  });

  const segmented = (segments: readonly number[], count: number, bits = 16): Element[] =>
    [0, 1, 2].flatMap((colour): Element[] => [
      { tag: 0x0028_1101 + colour, vr: 'US', value: [count, 0, bits] },
      {
        tag: 0x0028_1221 + colour,
        vr: 'OW',
        value: bits === 8 ? Uint8Array.from(segments) : littleEndianWords(segments),
      },
    ]);
  const firstChannel = async (image: Parameters<typeof rendered>[0]) =>
    (await rendered(image))?.filter((_, index) => index % 3 === 0);

  test('has segmented tables: single values and straight lines', async () => {
    // Two values, then a line of four to 0x5000.
    const segments = [0, 2, 0x0000, 0x1000, 1, 4, 0x5000];
    const some = [0, 1, 2, 3, 4, 5];
    const more = segmented(segments, 6);
    assert.deepEqual(
      await firstChannel({ ...palette, words: some, more }),
      [0, 0x10, 0x20, 0x30, 0x40, 0x50],
    );
  });

  test('has segmented tables of 8 bits', async () => {
    const more = segmented([0, 2, 0, 0x10, 1, 4, 0x50], 6, 8);
    assert.deepEqual(
      await firstChannel({ ...palette, words: [0, 1, 2, 3, 4, 5], more }),
      [0, 0x10, 0x20, 0x30, 0x40, 0x50],
    );
  });

  test('has segmented tables that repeat earlier segments', async () => {
    // A value, a line from it, and both again: the second segment of the data begins at byte 0.
    const segments = [0, 1, 0x1000, 1, 2, 0x3000, 2, 2, 0, 0];
    assert.deepEqual(
      await firstChannel({ ...palette, words: [0, 1, 2, 3, 4, 5], more: segmented(segments, 6) }),
      [0x10, 0x20, 0x30, 0x10, 0x20, 0x30],
    );
  });

  test('with segments that refer to themselves, or without its tables, is damaged', async () => {
    const endless = [0, 1, 1, 2, 2, 6, 0];
    const image = { ...palette, words };
    await assert.rejects(rendered({ ...image, more: segmented(endless, 60_000) }), /damaged/);
    await assert.rejects(rendered(image), /without its palette/);
  });
});
