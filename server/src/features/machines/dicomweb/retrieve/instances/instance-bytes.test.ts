import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { instanceReader } from './instance-bytes.ts';

const CONTENT = Buffer.from(Uint8Array.from({ length: 1_500_000 }, (_, at) => (at * 7_919) >> 5));
const BEFORE = Buffer.from('another entry');

/** A stored file with one entry behind others, and how many of its bytes were read. */
function newFile(entry: Buffer) {
  const bytes = Buffer.concat([BEFORE, entry, Buffer.from('directory')]);
  const state = { read: 0 };
  const read = async (into: Uint8Array, position: number) => {
    const part = bytes.subarray(position, position + into.length);
    into.set(part);
    state.read += part.length;
    return part.length;
  };
  return { state, object: { size: bytes.length, read, close: async () => {} } };
}

const collect = async (pieces: AsyncIterable<Uint8Array>) =>
  Buffer.concat(await Array.fromAsync(pieces));

const ranges = [
  [0, 10],
  [10, 600_000],
  [700_000, 700_001],
  [900_000, 1_500_000],
] as const;

for (const isDeflated of [false, true])
  test(`ranges of ${isDeflated ? 'a deflated' : 'a stored'} entry are read once, in any order`, async () => {
    const entry = isDeflated ? deflateRawSync(CONTENT) : CONTENT;
    const { state, object } = newFile(entry);
    const location = { offset: BEFORE.length, length: entry.length, size: CONTENT.length };
    const reader = instanceReader(object, { ...location, isDeflated });
    for (const [start, end] of ranges)
      assert.ok((await collect(reader.read(start, end))).equals(CONTENT.subarray(start, end)));
    assert.ok(state.read <= entry.length, `${state.read} of ${entry.length} bytes`);
    assert.ok((await collect(reader.read(5, 9))).equals(CONTENT.subarray(5, 9)));
    reader.close();
  });

test('an entry that is shorter than its directory says is an error', async () => {
  const entry = deflateRawSync(CONTENT);
  const location = { offset: BEFORE.length, length: entry.length, size: CONTENT.length + 5 };
  const reader = instanceReader(newFile(entry).object, { ...location, isDeflated: true });
  await assert.rejects(collect(reader.read(0, CONTENT.length + 5)), /ends at 1500000/);
});
