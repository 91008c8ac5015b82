import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Element } from '@deqiq/samples/dicom/elements.ts';
import { SYNTAX } from '@deqiq/samples/dicom/transfer-syntax.ts';
import {
  type ImageFile,
  imageFile,
  rescaleElements,
  tableElement,
  windowElements,
} from '@deqiq/samples/dicom-variants/image-file.ts';
import { openImage, renderedFrame } from '@deqiq/testkit/documents/rendered.ts';

const rendered = (image: ImageFile, frame = 0) => renderedFrame(imageFile(image), frame);

const MODALITY = 0x0028_3000;
const VOI = 0x0028_3010;

describe('a grey picture', () => {
  const words = [0, 1000, 2000, 4000];

  test('without a window goes from its darkest to its brightest value', async () => {
    assert.deepEqual(await rendered({ words }), [0, 64, 128, 255]);
    assert.deepEqual(await rendered({ words, syntax: SYNTAX.implicit }), [0, 64, 128, 255]);
    assert.deepEqual(await rendered({ words, syntax: SYNTAX.bigEndian }), [0, 64, 128, 255]);
    assert.deepEqual(await rendered({ words, syntax: SYNTAX.deflated }), [0, 64, 128, 255]);
    assert.deepEqual(await rendered({ words: [10, 20, 60, 110], allocated: 8 }), [0, 26, 128, 255]);
  });

  test('whose lowest value is white is inverted', async () => {
    assert.deepEqual(await rendered({ words, photometric: 'MONOCHROME1' }), [255, 191, 128, 0]);
    const more = windowElements('2000', '2000', 'LINEAR_EXACT');
    assert.deepEqual(
      await rendered({ words, photometric: 'MONOCHROME1', more }),
      [255, 255, 128, 0],
    );
  });

  test('is shown in the window that the file proposes', async () => {
    const some = [0, 1000, 2000, 3001];
    const shade = (more: Element[]) => rendered({ words: some, more });
    assert.deepEqual(await shade(windowElements('2000.5', '2001')), [0, 0, 128, 255]);
    const exact = windowElements('2000', '2000', 'LINEAR_EXACT');
    assert.deepEqual(await shade(exact), [0, 0, 128, 255]);
    const sigmoid = windowElements('2000', '1000', 'SIGMOID');
    assert.deepEqual(await shade(sigmoid), [0, 5, 128, 250]);
  });

  test('in a narrow window has the steps of the standard', async () => {
    // PS3.3, C.11.2.1.2: a window of 3 values has 2 steps.
    const more = windowElements('1000', '3');
    assert.deepEqual(await rendered({ words: [998, 999, 1000, 1001], more }), [0, 64, 191, 255]);
  });

  test('is shown in the first of several windows', async () => {
    const more = windowElements('2000\\100', '2000\\10', 'LINEAR_EXACT');
    assert.deepEqual(await rendered({ words, more }), [0, 0, 128, 255]);
  });

  test('a window without a usable width counts as none', async () => {
    for (const width of ['0', '-5', 'wide', ''])
      assert.deepEqual(
        await rendered({ words, more: windowElements('2000', width) }),
        [0, 64, 128, 255],
        width,
      );
    assert.deepEqual(
      await rendered({ words, more: windowElements('none', '400') }),
      [0, 64, 128, 255],
    );
  });

  test('has signed values, unused bits above them, and a rescale', async () => {
    const some = [0xfc18, 0, 1000, 2000]; // -1000 in 12 bits, with other bits above
    assert.deepEqual(await rendered({ words: some, isSigned: true }), [0, 85, 170, 255]);
    const more = [...windowElements('40', '400'), ...rescaleElements('1', '-1024')];
    assert.deepEqual(await rendered({ words: [0, 864, 1064, 1264], more }), [0, 0, 128, 255]);
  });

  test('a rescale that is no number counts as none', async () => {
    const more = [
      ...rescaleElements('one', 'minus'),
      ...windowElements('2000', '2000', 'LINEAR_EXACT'),
    ];
    assert.deepEqual(await rendered({ words, more }), [0, 0, 128, 255]);
  });

  test('may occupy the upper bits of its words', async () => {
    const shifted = words.map((word) => (word << 4) | 7);
    assert.deepEqual(await rendered({ words: shifted, highBit: 15 }), [0, 64, 128, 255]);
  });

  test('goes through the modality table and the VOI table, in every byte order', async () => {
    const some = [5, 10, 11, 12, 500];
    for (const syntax of [SYNTAX.explicit, SYNTAX.implicit, SYNTAX.bigEndian]) {
      const modality = tableElement(MODALITY, { first: 10, bits: 16, entries: [0, 900, 1000] });
      const measured = await rendered({ syntax, words: some, more: [modality] });
      assert.deepEqual(measured, [0, 0, 230, 255, 255], syntax);
      const voi = tableElement(VOI, { first: 10, bits: 8, entries: [0, 51, 255] });
      const shown = await rendered({ syntax, words: some, more: [voi] });
      assert.deepEqual(shown, [0, 0, 51, 255, 255], syntax);
    }
  });

  test('a table of a signed picture begins at a signed value', async () => {
    const modality = tableElement(MODALITY, { first: -2, bits: 16, entries: [0, 400, 1000] });
    assert.deepEqual(
      await rendered({ words: [0xffe, 0xfff, 0, 1], isSigned: true, more: [modality] }),
      [0, 102, 255, 255],
    );
  });

  test('a modality table precedes the window', async () => {
    const modality = tableElement(MODALITY, { first: 0, bits: 16, entries: [0, 1000, 3000] });
    const more = [modality, ...windowElements('1000', '2000', 'LINEAR_EXACT')];
    assert.deepEqual(await rendered({ words: [0, 1, 2], more }), [0, 128, 255]);
  });

  test('ignores padding when it looks for its darkest and brightest value', async () => {
    const padding = (tag: number, value: number): Element => ({ tag, vr: 'US', value });
    const one = [padding(0x0028_0120, 0)];
    assert.deepEqual(await rendered({ words: [0, 1000, 2000, 3000], more: one }), [0, 0, 128, 255]);
    const range = [padding(0x0028_0120, 0), padding(0x0028_0121, 10)];
    assert.deepEqual(
      await rendered({ words: [0, 7, 1000, 2000, 3000], more: range }),
      [0, 0, 0, 128, 255],
    );
    const signed = [padding(0x0028_0120, 0xf830)];
    assert.deepEqual(
      await rendered({ words: [0xf830, 0, 1000, 2000], isSigned: true, stored: 16, more: signed }),
      [0, 0, 128, 255],
    );
  });

  test('of one value alone is middle grey', async () => {
    assert.deepEqual(await rendered({ words: [7, 7] }), [128, 128]);
  });

  test('of one bit is read from the lowest bit on', async () => {
    const bits = { width: 8, height: 2, allocated: 1, words: [0b0000_0101, 0b1000_0000] };
    assert.deepEqual(
      await rendered(bits),
      [255, 0, 255, 0, 0, 0, 0, 0].concat([0, 0, 0, 0, 0, 0, 0, 255]),
    );
  });

  test('of several frames has a window of its own for each', async () => {
    const voi = (centre: string): Element[] => [
      { tag: 0x0028_9132, vr: 'SQ', value: [windowElements(centre, '2000', 'LINEAR_EXACT')] },
    ];
    const more: Element[] = [{ tag: 0x5200_9230, vr: 'SQ', value: [voi('1000'), voi('2000')] }];
    const image = { words: [0, 1000, 2000, 1000, 2000, 3000], width: 3, frames: 2, more };
    assert.deepEqual(await rendered(image, 0), [0, 128, 255]);
    assert.deepEqual(await rendered(image, 1), [0, 128, 255]);
  });
});

describe('there is no picture', () => {
  const words = [0, 1000];

  for (const [what, image] of [
    ['with a transfer syntax that is not decoded', { syntax: '1.2.840.10008.1.2.4.100' }],
    ['with an unknown photometric interpretation', { photometric: 'HSV' }],
    ['with 32 bits', { allocated: 32, stored: 32 }],
    ['with more stored than allocated bits', { stored: 17 }],
    ['without a width', { width: 0 }],
  ] as const)
    test(`in a file ${what}`, async () => {
      assert.equal(await rendered({ words, ...image }), undefined);
    });

  test('in a file that is none, is cut off before its pixels, or is too large', async () => {
    assert.equal(await renderedFrame(Buffer.from('no DICOM at all')), undefined);
    assert.equal(openImage(imageFile({ words, cut: 16 })), undefined);
    assert.throws(() => openImage(imageFile({ words }), 1), /too many pixels/);
  });
});
