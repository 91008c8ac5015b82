import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { encodeRle } from '@deqiq/samples/dicom-variants/encoders.ts';
import type { ImageAttributes } from '../attributes.ts';
import { decodeRle } from './rle.ts';

const attributes = (more: Partial<ImageAttributes>): ImageAttributes => ({
  width: 3,
  height: 1,
  frames: 1,
  samples: 1,
  photometric: 'MONOCHROME2',
  allocated: 8,
  stored: 8,
  highBit: 7,
  isSigned: false,
  isPlanar: false,
  ...more,
});

const frame = (offsets: readonly number[], ...bytes: number[]): Buffer => {
  const header = Buffer.alloc(64);
  header.writeUInt32LE(offsets.length, 0);
  for (const [index, offset] of offsets.entries()) header.writeUInt32LE(offset, 4 + index * 4);
  return Buffer.concat([header, Buffer.from(bytes)]);
};

describe('RLE', () => {
  test('contains literal runs, repeated bytes and padding', () => {
    // -128 is no operation (PS3.5, G.3.1).
    const bytes = frame([64], 0x80, 1, 7, 8, 0xfe, 9, 0x80);
    assert.deepEqual([...decodeRle(bytes, attributes({ width: 5 }))], [7, 8, 9, 9, 9]);
  });

  test('contains the most significant byte first', () => {
    const bytes = frame([64, 68], 2, 1, 2, 3, 2, 4, 5, 6);
    assert.deepEqual(
      [...decodeRle(bytes, attributes({ allocated: 16 }))],
      [0x0104, 0x0205, 0x0306],
    );
  });

  test('contains colours one after the other', () => {
    const bytes = frame([64, 67, 70], 1, 1, 2, 1, 3, 4, 1, 5, 6);
    const image = attributes({ width: 2, samples: 3, photometric: 'RGB' });
    assert.deepEqual([...decodeRle(bytes, image)], [1, 3, 5, 2, 4, 6]);
  });

  test('that is cut off leaves the rest black', () => {
    assert.deepEqual([...decodeRle(frame([64], 1, 7), attributes({}))], [7, 0, 0]);
    assert.deepEqual([...decodeRle(frame([900]), attributes({}))], [0, 0, 0]);
  });

  test('with more pixels than the picture ends with the picture', () => {
    assert.deepEqual([...decodeRle(frame([64], 0x81, 5), attributes({}))], [5, 5, 5]);
  });

  test('with another number of segments than samples is damaged', () => {
    assert.throws(() => decodeRle(frame([64, 68]), attributes({})), /contradicts/);
    assert.throws(() => decodeRle(Buffer.alloc(20), attributes({})), /contradicts/);
  });

  test('of a long run and of noise is the same after decoding', () => {
    const words = Array.from({ length: 600 }, (_, at) => (at < 300 ? 4_000 : (at * 7_919) % 4_096));
    const image = attributes({ width: 600, allocated: 16 });
    const input = { words, width: 600, height: 1, samples: 1, bits: 12, isSigned: false } as const;
    assert.deepEqual([...decodeRle(encodeRle(input), image)], words);
  });
});
