import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { encodeElements } from '@deqiq/samples/dicom/elements.ts';
import {
  encodeJpegBaseline,
  encodeJpegLossless,
  encodeJpegLs,
} from '@deqiq/samples/dicom-variants/encoders.ts';
import { type ImageFile, imageFile, SYNTAX } from '@deqiq/samples/dicom-variants/image-file.ts';
import { openImage, renderedFrame } from '@deqiq/testkit/documents/rendered.ts';
import { readFileMeta } from '../../../dicom/file-meta.ts';
import { readFrame } from './render.ts';

const WIDTH = 24;
const HEIGHT = 16;
const size = { width: WIDTH, height: HEIGHT } as const;
const grey = Array.from({ length: WIDTH * HEIGHT }, (_, at) => (at * 7) % 4096);
const colour = Array.from({ length: WIDTH * HEIGHT * 3 }, (_, at) => (at * 5) % 256);

const input = { ...size, words: grey, samples: 1, bits: 12, isSigned: false } as const;
const colourInput = { ...input, words: colour, samples: 3, bits: 8 } as const;

async function storedValues(bytes: Buffer, frame = 0): Promise<number[]> {
  const image = openImage(bytes);
  assert.ok(image);
  return Array.from((await readFrame(image, frame)).words);
}

/** A file with more bytes at the beginning of its data set, or before its pixels. */
function withBytes(file: Buffer, at: 'start' | 'pixels', bytes: Buffer): Buffer {
  const pixels = Buffer.from('e07f1000', 'hex');
  const index = at === 'pixels' ? file.indexOf(pixels) : (readFileMeta(file)?.end ?? 0);
  return Buffer.concat([file.subarray(0, index), bytes, file.subarray(index)]);
}

const compressed = (syntax: string, frame: Buffer, more: ImageFile = {}): Buffer =>
  imageFile({ ...size, syntax, fragments: [[frame]], ...more });

describe('a file as other programs write it', () => {
  test('has file meta information without a preamble', async () => {
    const colours = { photometric: 'RGB', allocated: 8 } as const;
    for (const interleave of [0, 1, 2]) {
      const frame = await encodeJpegLs(colourInput, { interleave });
      const whole = compressed(SYNTAX.jpegLs, frame, colours);
      const meta = encodeElements([{ tag: 0x0002_0010, vr: 'UI', value: SYNTAX.jpegLs }]);
      const dataSet = whole.subarray(readFileMeta(whole)?.end);
      assert.deepEqual(await storedValues(Buffer.concat([meta, dataSet])), colour);
    }
  });

  test('has the meta information of its original behind its own', async () => {
    const file = compressed(SYNTAX.jpegLossless, encodeJpegLossless(input));
    const original = encodeElements([{ tag: 0x0002_0010, vr: 'UI', value: SYNTAX.explicit }]);
    assert.deepEqual(await storedValues(withBytes(file, 'start', original)), grey);
  });

  test('is a lossless JPEG without its lowest bits', async () => {
    const frame = encodeJpegLossless({ ...input, bits: 16 }, 2);
    const expected = grey.map((value) => value & ~3);
    assert.deepEqual(await storedValues(compressed(SYNTAX.jpegLossless, frame)), expected);
  });

  test('contains an icon that is compressed, too', async () => {
    const frame = encodeJpegLossless(input);
    const icon = Buffer.from(
      `88000002535100003c000000feff00e034000000${'28001000555302000100'}${'e07f10004f420000ffffffff'}${'feff00e000000000'}${'feff00e006000000ffd8ffc30011'}${'feffdde000000000'}`,
      'hex',
    );
    const file = withBytes(compressed(SYNTAX.jpegLossless, frame), 'pixels', icon);
    assert.deepEqual(await storedValues(file), grey);
    assert.equal(openImage(file)?.file.data.elements.x00880200?.items?.length, 1);
  });

  test('is big-endian and contains unknown items, which are always little-endian', async () => {
    const file = imageFile({ ...size, syntax: SYNTAX.bigEndian, words: grey });
    const unknown = Buffer.from(
      '00082112554e0000ffffffff' + 'feff00e00c000000080050110400000031323334' + 'feffdde000000000',
      'hex',
    );
    assert.deepEqual(await storedValues(withBytes(file, 'start', unknown)), grey);
  });

  test('is big-endian and has bytes in words, also where a frame begins within one', async () => {
    const width = 3;
    const height = 3;
    const frames = 2;
    const words = Array.from({ length: width * height * 3 * frames }, (_, at) => at * 3);
    const pixels = { tag: 0x7fe0_0010, vr: 'OW', value: Uint8Array.from(words) } as const;
    const colours = { photometric: 'RGB', allocated: 8, more: [pixels] } as const;
    const file = imageFile({ width, height, frames, syntax: SYNTAX.bigEndian, ...colours });
    for (const frame of [0, 1])
      assert.deepEqual(await renderedFrame(file, frame), words.slice(frame * 27, (frame + 1) * 27));
  });

  test('has tiles at the edge that are smaller than the others', async () => {
    const whole = await encodeJpegBaseline({ ...colourInput, words: colour.map(() => 200) });
    const width = 10;
    const height = 8;
    const white = Array.from({ length: width * height * 3 }, () => 255);
    const edge = await encodeJpegBaseline({ ...colourInput, width, height, words: white });
    const colours = { photometric: 'YBR_FULL_422', allocated: 8, frames: 2 } as const;
    const file = compressed(SYNTAX.jpegBaseline, whole, {
      ...colours,
      fragments: [[whole], [edge]],
    });
    const shown = await renderedFrame(file, 1);
    const red = (x: number, y: number) => shown?.[(y * WIDTH + x) * 3];
    assert.equal(shown?.length, WIDTH * HEIGHT * 3);
    assert.deepEqual([red(0, 0), red(9, 7), red(10, 0), red(0, 8)], [255, 255, 0, 0]);
  });
});
