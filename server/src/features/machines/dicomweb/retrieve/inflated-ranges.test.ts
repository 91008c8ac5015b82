import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { collectRanges, groupRanges, isCollected } from './inflated-ranges.ts';

const FRAME = 100_000;
const FRAMES = Array.from({ length: 50 }, (_, index) => [index * FRAME, FRAME]);
const CONTENT = Buffer.from(
  Uint8Array.from({ length: FRAME * FRAMES.length }, (_, at) => (at * 7_919) >> 9),
);

test('frames of a deflated entry are read in one pass, in the order of the request', async () => {
  const entry = deflateRawSync(CONTENT);
  let bytes = 0;
  const read = async (into: Uint8Array, position: number) => {
    const part = entry.subarray(position, position + into.length);
    into.set(part);
    bytes += part.length;
    return part.length;
  };
  const object = { size: entry.length, read, close: async () => {} };
  const location = { offset: 0, length: entry.length, size: CONTENT.length, isDeflated: true };
  const wanted = Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? 49 : 0));
  const ranges = wanted.map((frame) => FRAMES[frame] ?? []);
  const frames = await collectRanges(object, location, ranges);
  assert.ok(bytes <= entry.length, `${bytes} of ${entry.length} bytes`);
  for (const [index, frame] of wanted.entries())
    assert.ok(frames[index]?.equals(CONTENT.subarray(frame * FRAME, (frame + 1) * FRAME)));
});

test('one pass collects a bounded number of bytes', () => {
  const large = [0, 10_000_000];
  const other = [10_000_000, 10_000_000];
  const huge = [20_000_000, 90_000_000];
  const groups = groupRanges([large, large, other, huge, large]);
  assert.deepEqual(groups, [[large, large], [other], [huge], [large]]);
  assert.deepEqual(groups.map(isCollected), [true, true, false, true]);
});
