import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { addHeader } from '@deqiq/contract/shared/imaging/brick-header.ts';
import {
  BRICK_CHECKSUM,
  brickBox,
  brickPicture,
  eachBrickRow,
} from '@deqiq/contract/shared/imaging/bricks.ts';
import { randomFrom } from '@deqiq/testkit/random.ts';
import { decodeWith } from '../../dicom/codecs/wasm.ts';
import { brickWriter, chooseDepth } from './bricks.ts';

/** Cuts a volume into bricks, and reads it again from them. */
async function cutAndRead(
  [width, height, slices]: readonly [number, number, number],
  bits: number,
  depth: number,
) {
  const random = randomFrom(width * height * slices);
  const kind = bits > 8 ? Uint16Array : Uint8Array;
  const values = new kind(width * height * slices).map(() => random.below(2 ** bits));
  values.fill(0, 0, width * height);
  const parts: Uint8Array[] = [];
  const writer = brickWriter({ width, height, channels: 1, bits }, depth, async (name, bytes) => {
    assert.equal(name, 'l2');
    parts.push(bytes);
  });
  for (let slice = 0; slice < slices; slice += 1)
    await writer.add(values.subarray(slice * width * height, (slice + 1) * width * height));
  const level = await writer.end();
  const { brick = 0, brickSlices, brickHeader = [] } = level;
  const grid = { width, height, slices, brick, brickSlices };
  const read = new kind(values.length);
  for (const [index, part] of parts.entries()) {
    const {
      first: [, , z],
      size: [columns],
    } = brickBox(grid, index);
    const header = Uint8Array.from(brickHeader);
    const encoded = Buffer.from(addHeader(header, part, brickPicture(grid, index)));
    const codestream = encoded.subarray(0, -BRICK_CHECKSUM);
    assert.equal(encoded.readUInt32BE(codestream.length), crc32(codestream));
    const { samples } = await decodeWith('htj2k', codestream);
    eachBrickRow(grid, index, (inPicture, inSlices) =>
      read.set(samples.subarray(inPicture, inPicture + columns), z * width * height + inSlices),
    );
  }
  return { values, read, level, parts };
}

for (const [size, bits, depth] of [
  [[70, 33, 65], 12, 32],
  [[70, 33, 65], 12, 10],
  [[32, 32, 32], 16, 32],
  [[33, 1, 34], 8, 32],
  [[33, 1, 34], 8, 10],
  [[1, 40, 5], 12, 32],
] as const)
  test(`${size.join(' × ')} voxels of ${bits} bits in bricks of ${depth} slices are the same voxels`, async () => {
    const { values, read, level, parts } = await cutAndRead(size, bits, depth);
    assert.deepEqual(read, values);
    const [width, height, slices] = size;
    const { lengths, brickHeader, brickMaxima, ...described } = level;
    assert.equal(brickMaxima?.length, lengths.length + BRICK_CHECKSUM);
    assert.deepEqual(brickHeader?.slice(-2), [0xff, 0x93]);
    assert.deepEqual(described, {
      name: 'l2',
      scale: 1,
      width,
      height,
      slices,
      isLossless: true,
      brick: 32,
      ...(depth === 10 && { brickSlices: 10 }),
    });
    assert.deepEqual(
      lengths,
      parts.map(({ length }) => length),
    );
  });

test('bricks of thick slices have fewer of them', () => {
  assert.equal(chooseDepth([0.4, 0.4, 0.4]), 32);
  assert.equal(chooseDepth([0.451, 0.451, 0.6]), 32);
  assert.equal(chooseDepth([0.451, 0.451, 1]), 10);
});
