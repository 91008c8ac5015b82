import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { byteRanges } from './byte-ranges.ts';

const BYTES = randomBytes(1_000);

/** Reads at most 7 bytes at a time, as a store may. */
const object = {
  size: BYTES.length,
  read: async (into: Uint8Array, position: number) => {
    const length = Math.min(into.length, 7, BYTES.length - position);
    return BYTES.copy(into, 0, position, position + length);
  },
  close: async () => {},
};

async function readAll(body: ReturnType<typeof byteRanges>, buffer: number): Promise<Buffer> {
  const all = Buffer.alloc(body.size);
  let position = 0;
  while (position < all.length) {
    const count = await body.read(all.subarray(position, position + buffer), position);
    assert.ok(count > 0);
    position += count;
  }
  assert.equal(await body.read(Buffer.alloc(9), position), 0);
  return all;
}

test('several ranges are the parts of a multipart body, however it is read', async () => {
  const ranges = [
    { start: 0, end: 1 },
    { start: 5, end: 300 },
    { start: 300, end: 1_000 },
  ];
  for (const buffer of [1, 10, 64, 100_000]) {
    const body = byteRanges(object, ranges, 'image/x');
    const boundary = /^multipart\/byteranges; boundary=(.+)$/.exec(body.contentType)?.[1];
    const parts = ranges.map(({ start, end }) => [
      `\r\n--${boundary}\r\ncontent-type: image/x\r\n`,
      `content-range: bytes ${start}-${end - 1}/1000\r\n\r\n`,
      BYTES.subarray(start, end).toString('latin1'),
    ]);
    assert.equal(
      (await readAll(body, buffer)).toString('latin1'),
      `${parts.flat().join('')}\r\n--${boundary}--\r\n`,
    );
  }
});

test('an object that is too short is an error', async () => {
  const body = byteRanges({ ...object, size: 2_000 }, [{ start: 900, end: 1_100 }]);
  await assert.rejects(body.read(Buffer.alloc(1_000), 0), /ends at 1000/);
});
