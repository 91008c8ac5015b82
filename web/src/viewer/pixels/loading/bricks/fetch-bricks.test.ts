import { BRICK_CHECKSUM, countBricks } from '@deqiq/contract/shared/imaging/bricks.ts';
import { crc32 } from '@deqiq/contract/shared/imaging/crc32.ts';
import { randomFrom } from '@deqiq/testkit/random.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { volumeMetadata } from '../../../geometry/testing.ts';
import { PictureError } from '../picture-error.ts';
import { pictureSource } from '../source.ts';
import { createBrickStore } from './brick-store.ts';
import { fetchBricks } from './fetch-bricks.ts';

const grid = { width: 64, height: 16, slices: 16, brick: 16 };
const count = countBricks(grid).reduce((product, each) => product * each, 1);
const metadata = volumeMetadata({ size: [grid.width, grid.height, grid.slices] });

/** A codestream of the test is any bytes; its decoder returns the first one for each voxel. */
function createObject() {
  const bricks = Array.from({ length: count }, (_, index) => {
    const brick = new Uint8Array(60 + (index % 2) + BRICK_CHECKSUM).fill(index + 1);
    const end = brick.length - BRICK_CHECKSUM;
    new DataView(brick.buffer).setUint32(end, crc32(brick.subarray(0, end)));
    return brick;
  });
  const offsets = [0];
  for (const { length } of bricks) offsets.push((offsets.at(-1) ?? 0) + length);
  return { bytes: Uint8Array.from(bricks.flatMap((brick) => [...brick])), offsets };
}

type Answer = { readonly body: Uint8Array<ArrayBuffer>; readonly type: string };

/** The response for bricks with these indices: all bytes, or one part for each of them. */
function createAnswer(indices: readonly number[]): Answer {
  const { bytes, offsets } = createObject();
  const part = (index: number) => bytes.slice(offsets[index], offsets[index + 1]);
  const isJoined = indices.length === count;
  if (isJoined) return { body: bytes, type: 'application/octet-stream' };
  const line = (index: number) =>
    `\r\n--b\r\nContent-Range: bytes ${offsets[index]}-${(offsets[index + 1] ?? 0) - 1}/${bytes.length}\r\n\r\n`;
  const pieces = indices.flatMap((index) => [...encode(line(index)), ...part(index)]);
  return {
    body: Uint8Array.from([...pieces, ...encode('\r\n--b--\r\n')]),
    type: 'multipart/byteranges; boundary=b',
  };
}
const encode = (text: string) => new TextEncoder().encode(text);

async function load({ body, type }: Answer, indices: readonly number[]) {
  const fetch = () =>
    Promise.resolve(new Response(body, { status: 206, headers: { 'content-type': type } }));
  vi.stubGlobal('fetch', fetch);
  const { offsets } = createObject();
  const { put, values } = createBrickStore(grid, metadata.bits);
  const decoder = {
    concurrency: 1,
    decode: ({
      bytes: [first = 0],
      width,
      height,
    }: {
      bytes: Uint8Array;
      width: number;
      height: number;
    }) => Promise.resolve(new Uint16Array(width * height).fill(first).buffer),
    release: () => undefined,
  };
  const { signal } = new AbortController();
  const context = { source: pictureSource('/f/'), decoder, metadata, signal };
  await fetchBricks({ grid, offsets, header: undefined, put }, indices, context);
  return values;
}

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['one range', [0, 1, 2, 3], [1, 2, 3, 4]],
  ['several ranges', [0, 2], [1, 0, 3, 0]],
] as const)(
  'of 2,000 damaged answers to %s none puts other pixels into the level',
  async (_, indices, firsts) => {
    const answer = createAnswer(indices);
    const right = await load(answer, indices);
    expect(Array.from(firsts, (_first, brick) => right[brick * grid.brick])).toEqual(firsts);
    const random = randomFrom(30);
    const outcomes = new Set<string>();
    for (let round = 0; round < 2_000; round += 1) {
      const outcome = await load({ ...answer, body: damage(answer.body, random) }, indices).then(
        (values) => (values.every((value, at) => value === right[at]) ? 'right' : 'other pixels'),
        (error: unknown) => (error instanceof PictureError ? error.failure : String(error)),
      );
      outcomes.add(outcome);
    }
    // Bytes behind the last brick, and lines before a part, may be any others.
    expect(outcomes).toEqual(new Set(['right', 'damaged', 'network']));
  },
);

test('a part of another range, of the same length, is damaged', async () => {
  const loading = load(createAnswer([2, 3]), [0, 3]);
  await expect(loading).rejects.toMatchObject({ failure: 'damaged' });
});

/** Some bytes are others, or missing, or there are more of them. */
function damage(bytes: Uint8Array, random: ReturnType<typeof randomFrom>) {
  const change = random.below(3);
  if (change === 0) return Uint8Array.from(bytes.subarray(0, random.below(bytes.length)));
  if (change === 1) return Uint8Array.from([...bytes, ...bytes.subarray(0, 1 + random.below(9))]);
  const copy = Uint8Array.from(bytes);
  for (let times = 1 + random.below(3); times > 0; times -= 1) {
    const at = random.below(copy.length);
    copy[at] = (copy[at] ?? 0) ^ (1 + random.below(255));
  }
  return copy;
}
