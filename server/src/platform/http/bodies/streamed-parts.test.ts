import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { randomFrom } from '@deqiq/testkit/random.ts';
import { MultipartError } from './part-headers.ts';
import { streamParts } from './streamed-parts.ts';

/** The parts of a body that arrives in pieces of these lengths. */
async function readAll(body: Buffer, pieceLength: () => number, boundary = 'b') {
  async function* pieces() {
    for (let at = 0; at < body.length; ) {
      const length = Math.max(1, pieceLength());
      yield body.subarray(at, at + length);
      at += length;
    }
  }
  const parts = [];
  for await (const { headers, bytes } of streamParts(pieces(), boundary))
    parts.push([
      Object.fromEntries(headers),
      Buffer.concat(await Array.fromAsync(bytes)).toString('latin1'),
    ]);
  return parts;
}

const CONTENT = 'a\r\n--bc\r\n--b -\r\n-- b\r\n--b';

const bodies = [
  ['one part', '--b\r\nA: 1\r\n\r\nxyz\r\n--b--', [[{ a: '1' }, 'xyz']]],
  ['a preamble, padding and an epilogue', 'pre\r\n--b  \r\n\r\nx\r\n--b--\r\nepi', [[{}, 'x']]],
  ['content like the boundary', `--b\r\n\r\n${CONTENT}x\r\n--b--`, [[{}, `${CONTENT}x`]]],
  [
    'an empty part',
    '--b\r\nA: 1\r\n\r\n\r\n--b\r\n\r\ny\r\n--b--',
    [
      [{ a: '1' }, ''],
      [{}, 'y'],
    ],
  ],
  ['no content at all', '--b\r\nA: 1\r\n\r\n--b--', [[{ a: '1' }, '']]],
  ['no parts', '--b--', []],
] as const;

test('parts are the same however the body is cut into pieces', async () => {
  const random = randomFrom(20_261_123);
  for (const [what, body, expected] of bodies)
    for (const length of [() => 1, () => 2, () => 1_000, () => 1 + random.below(9)])
      assert.deepEqual(await readAll(Buffer.from(body), length), expected, what);
});

test('a part that is not read is skipped', async () => {
  const body = Buffer.from('--b\r\n\r\nfirst\r\n--b\r\n\r\nsecond\r\n--b--');
  const parts = streamParts(Readable.from([body]), 'b');
  await parts.next();
  const { value } = await parts.next();
  assert.equal(String(await Array.fromAsync(value?.bytes ?? [])), 'second');
});

test('of many parts in one piece none causes a copy of those behind it', async () => {
  const part = `--b\r\nA: 1\r\n\r\n${'x'.repeat(10_000)}\r\n`;
  const memories = new Set<ArrayBufferLike>();
  for await (const { bytes } of streamParts(
    Readable.from([Buffer.from(`${part.repeat(9)}--b--`)]),
    'b',
  ))
    for await (const { buffer } of bytes) memories.add(buffer);
  assert.equal(memories.size, 1);
});

for (const [what, body] of [
  ['no boundary', 'x'.repeat(100_000)],
  ['no end', '--b\r\n\r\nxyz'],
  ['a broken header', '--b\r\nnothing\r\n\r\nx\r\n--b--'],
  ['huge headers', `--b\r\nA: ${'x'.repeat(10_000)}`],
] as const)
  test(`a body with ${what} is refused`, async () => {
    await assert.rejects(
      readAll(Buffer.from(body), () => 512),
      MultipartError,
    );
  });
