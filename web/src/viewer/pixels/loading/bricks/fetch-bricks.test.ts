import { BRICK_CHECKSUM, countBricks } from '@deqiq/contract/shared/imaging/bricks.ts';
import { crc32 } from '@deqiq/contract/shared/imaging/crc32.ts';
import { randomFrom } from '@deqiq/testkit/random.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { volumeMetadata } from '../../../geometry/testing.ts';
import { PictureError } from '../picture-error.ts';
import { pictureSource } from '../source.ts';
import { createBrickStore } from './brick-store.ts';
import { fetchBricks } from './fetch-bricks.ts';

const grid = { width: 32, height: 16, slices: 16, brick: 16 };
const count = countBricks(grid).reduce((product, each) => product * each, 1);
const metadata = volumeMetadata({ size: [grid.width, grid.height, grid.slices] });

/** A codestream of the test is any bytes; its decoder returns the first one for each voxel. */
function createObject() {
  const bricks = Array.from({ length: count }, (_, index) => {
    const brick = new Uint8Array(60 + index + BRICK_CHECKSUM).fill(index + 1);
    const end = brick.length - BRICK_CHECKSUM;
    new DataView(brick.buffer).setUint32(end, crc32(brick.subarray(0, end)));
    return brick;
  });
  const offsets = [0];
  for (const { length } of bricks) offsets.push((offsets.at(-1) ?? 0) + length);
  return { bytes: Uint8Array.from(bricks.flatMap((brick) => [...brick])), offsets };
}

async function load(bytes: Uint8Array<ArrayBuffer>, offsets: readonly number[]) {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(bytes, { status: 206 })));
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
  await fetchBricks(
    { grid, offsets, header: undefined, put },
    [0, count],
    context,
    () => undefined,
  );
  return values;
}

afterEach(() => vi.unstubAllGlobals());

test('of 2,000 damaged objects none puts other pixels into the level', async () => {
  const { bytes, offsets } = createObject();
  const right = await load(bytes, offsets);
  expect(new Set(right)).toEqual(new Set([1, 2]));
  const random = randomFrom(30);
  const failures = new Set<string>();
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  for (let round = 0; round < 2_000; round += 1) {
    const damaged = damage(bytes, random);
    const loading = load(damaged, offsets).then(
      () => 'loaded',
      (error: unknown) => (error instanceof PictureError ? error.failure : String(error)),
    );
    // The rest of a response that is too short is requested again, after pauses.
    await vi.runAllTimersAsync();
    failures.add(await loading);
  }
  vi.useRealTimers();
  expect(failures).toEqual(new Set(['damaged', 'network']));
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
