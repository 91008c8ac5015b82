import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Element, encodeElements } from '@deqiq/samples/dicom/elements.ts';
import { bufferSource } from '../input.ts';
import { dicomPicture } from './picture.ts';

const EXPLICIT = '1.2.840.10008.1.2.1';
const IMPLICIT = '1.2.840.10008.1.2';
const JPEG_LOSSLESS = '1.2.840.10008.1.2.4.70';
const MOST = 1_000_000;

interface Wishes {
  syntax?: string;
  photometric?: string;
  words?: readonly number[];
  allocated?: 8 | 16;
  stored?: number;
  signed?: boolean;
  frames?: number;
  more?: readonly Element[];
  /** Bytes missing at the end. */
  cut?: number;
}

/** A row of pixels in a DICOM file, with the attributes of a test. */
function dicomOf({
  syntax = EXPLICIT,
  photometric = 'MONOCHROME2',
  words = [0, 1000, 2000, 4000],
  allocated = 16,
  stored = allocated === 8 ? 8 : 12,
  signed = false,
  frames = 1,
  more = [],
  cut = 0,
}: Wishes = {}): Buffer {
  const pixels =
    allocated === 8 ? Uint8Array.from(words) : new Uint8Array(Uint16Array.from(words).buffer);
  const elements: Element[] = [
    { tag: 0x0028_0002, vr: 'US', value: 1 },
    { tag: 0x0028_0004, vr: 'CS', value: photometric },
    { tag: 0x0028_0008, vr: 'IS', value: String(frames) },
    { tag: 0x0028_0010, vr: 'US', value: 1 },
    { tag: 0x0028_0011, vr: 'US', value: words.length / frames },
    { tag: 0x0028_0100, vr: 'US', value: allocated },
    { tag: 0x0028_0101, vr: 'US', value: stored },
    { tag: 0x0028_0102, vr: 'US', value: stored - 1 },
    { tag: 0x0028_0103, vr: 'US', value: signed ? 1 : 0 },
    ...more,
    { tag: 0x7fe0_0010, vr: 'OW', value: pixels },
  ];
  const meta = encodeElements([{ tag: 0x0002_0010, vr: 'UI', value: syntax }]);
  const length = encodeElements([{ tag: 0x0002_0000, vr: 'UL', value: meta.length }]);
  const data = syntax === IMPLICIT ? implicitly(elements) : encodeElements(elements);
  const file = Buffer.concat([Buffer.alloc(128), Buffer.from('DICM'), length, meta, data]);
  return file.subarray(0, file.length - cut);
}

/** The same elements without their VR, every length in 32 bits (PS3.5, 7.1.3). */
const implicitly = (elements: readonly Element[]): Buffer =>
  Buffer.concat(
    elements.map((element) => {
      const explicit = encodeElements([element]);
      const long = element.vr === 'OW' || element.vr === 'SQ';
      const value = explicit.subarray(long ? 12 : 8);
      const head = Buffer.alloc(8);
      explicit.copy(head, 0, 0, 4);
      head.writeUInt32LE(value.length, 4);
      return Buffer.concat([head, value]);
    }),
  );

const draw = (bytes: Buffer, maxPixels = MOST) => dicomPicture(bufferSource(bytes), maxPixels);

const shade = (options: Wishes) => {
  const picture = draw(dicomOf(options));
  return picture && Array.from(picture.pixels);
};

const windowed = (centre: string, width: string, shape = 'LINEAR'): Element[] => [
  { tag: 0x0028_1050, vr: 'DS', value: centre },
  { tag: 0x0028_1051, vr: 'DS', value: width },
  { tag: 0x0028_1056, vr: 'CS', value: shape },
];

const table = (tag: number, first: number, bits: number, entries: readonly number[]): Element => ({
  tag,
  vr: 'SQ',
  value: [
    [
      { tag: 0x0028_3002, vr: 'US', value: [entries.length, first, bits] },
      { tag: 0x0028_3006, vr: 'OW', value: new Uint8Array(Uint16Array.from(entries).buffer) },
    ],
  ],
});

describe('the picture of a DICOM file', () => {
  test('without a window ranges from its darkest to its brightest pixel', () => {
    assert.deepEqual(shade({}), [0, 64, 128, 255]);
    assert.deepEqual(shade({ syntax: IMPLICIT }), [0, 64, 128, 255]);
    assert.deepEqual(shade({ allocated: 8, words: [10, 20, 60, 110] }), [0, 26, 128, 255]);
  });

  test('whose lowest value is white is inverted', () => {
    assert.deepEqual(shade({ photometric: 'MONOCHROME1' }), [255, 191, 128, 0]);
  });

  test('is rendered with the window of the file', () => {
    const words = [0, 1000, 2000, 3001];
    assert.deepEqual(shade({ words, more: windowed('2000.5', '2001') }), [0, 0, 128, 255]);
    const exact = windowed('2000', '2000', 'LINEAR_EXACT');
    assert.deepEqual(shade({ words, more: exact }), [0, 0, 128, 255]);
    const sigmoid = shade({ words, more: windowed('2000', '1000', 'SIGMOID') });
    assert.deepEqual(sigmoid, [0, 5, 128, 250]);
  });

  test('supports signed values, unused high bits and a linear rescale', () => {
    const words = [0xfc18, 0, 1000, 2000]; // -1000 in twelve bits, with rubbish above
    assert.deepEqual(shade({ words, signed: true }), [0, 85, 170, 255]);
    const hounsfield: Element[] = [
      ...windowed('40', '400'),
      { tag: 0x0028_1052, vr: 'DS', value: '-1024' },
      { tag: 0x0028_1053, vr: 'DS', value: '1' },
    ];
    assert.deepEqual(shade({ words: [0, 864, 1064, 1264], more: hounsfield }), [0, 0, 128, 255]);
  });

  test('uses the lookup tables of modality and VOI', () => {
    const words = [5, 10, 11, 12, 500];
    const modality = table(0x0028_3000, 10, 16, [0, 900, 1000]);
    assert.deepEqual(shade({ words, more: [modality] }), [0, 0, 230, 255, 255]);
    const voi = table(0x0028_3010, 10, 8, [0, 51, 255]);
    assert.deepEqual(shade({ words, more: [voi] }), [0, 0, 51, 255, 255]);
  });

  test('ignores padding', () => {
    const padding: Element = { tag: 0x0028_0120, vr: 'US', value: 0 };
    const shades = shade({ words: [0, 1000, 2000, 3000], more: [padding] });
    assert.deepEqual(shades, [0, 0, 128, 255]);
  });

  test('of a single shade is grey', () => {
    assert.deepEqual(shade({ words: [7, 7] }), [128, 128]);
  });
});

describe('there is no picture', () => {
  for (const [what, options] of [
    ['compressed', { syntax: JPEG_LOSSLESS }],
    ['in colour', { photometric: 'RGB' }],
    ['of several frames', { frames: 2 }],
  ] satisfies [string, Wishes][]) {
    test(`in a file ${what}`, () => {
      assert.equal(draw(dicomOf(options)), undefined);
    });
  }

  test('in a file that is truncated, no DICOM, or too large when expanded', () => {
    assert.throws(() => draw(dicomOf({ cut: 4 })), /cut off/);
    assert.equal(draw(Buffer.from('no DICOM at all')), undefined);
    assert.equal(draw(dicomOf(), 3), undefined);
  });
});
