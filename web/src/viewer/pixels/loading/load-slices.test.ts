import { BRICK_CHECKSUM } from '@deqiq/contract/shared/imaging/bricks.ts';
import { crc32 } from '@deqiq/contract/shared/imaging/crc32.ts';
import type { PackLevel } from '@deqiq/contract/shared/imaging/derivatives.ts';
import { isFastRun } from '@deqiq/testkit/fast-run.ts';
import { randomFrom } from '@deqiq/testkit/random.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { volumeMetadata } from '../../geometry/testing.ts';
import type { Decoder } from '../decoder/decoder.ts';
import { loadSlices } from './load-slices.ts';
import { PictureError } from './picture-error.ts';
import { pictureSource } from './source.ts';

type Random = ReturnType<typeof randomFrom>;

const SIZE = { width: 6, height: 4, slices: 5 } as const;
const metadata = volumeMetadata({ size: [SIZE.width, SIZE.height, SIZE.slices] });

/** A codestream of the test is any bytes after its sides; its decoder returns the third one for each pixel. */
function createPack() {
  const slices = Array.from({ length: SIZE.slices }, (_, index) => {
    const slice = new Uint8Array(40 + index + BRICK_CHECKSUM).fill(index + 1);
    slice.set([SIZE.width, SIZE.height]);
    const end = slice.length - BRICK_CHECKSUM;
    new DataView(slice.buffer).setUint32(end, crc32(slice.subarray(0, end)));
    return slice;
  });
  const level: PackLevel = {
    name: 'l1',
    scale: 2,
    ...SIZE,
    isLossless: true,
    hasChecksums: true,
    lengths: slices.map(({ length }) => length),
  };
  return { bytes: Uint8Array.from(slices.flatMap((slice) => [...slice])), level };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

const decoder: Decoder = {
  concurrency: 2,
  decode({ bytes, lengths, width, height }) {
    const starts = lengths.map((_, index) => sum(lengths.slice(0, index)));
    const pixels = starts.flatMap((start) => {
      const [columns = 0, rows = 0, value = 0] = bytes.subarray(start);
      return Array<number>(columns * rows).fill(value);
    });
    return width * height === 0
      ? Promise.reject(new PictureError('damaged'))
      : Promise.resolve(Uint16Array.from(pixels).buffer);
  },
  release: () => undefined,
};

async function load({ bytes, level }: ReturnType<typeof createPack>) {
  vi.stubGlobal('fetch', (_: string, { headers }: { headers: { range?: string } }) => {
    const start = Number(/\d+/.exec(headers.range ?? '')?.[0] ?? 0);
    return Promise.resolve(new Response(bytes.slice(start), { status: start > 0 ? 206 : 200 }));
  });
  const { signal } = new AbortController();
  const source = pictureSource('/f/');
  return (await loadSlices(level, undefined, { source, decoder, metadata, signal })).values;
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const DAMAGED = isFastRun ? 200 : 2_000;

test(`of ${DAMAGED} damaged packs none becomes another picture, and each has its failure`, async () => {
  const pack = createPack();
  const right = [...(await load(pack))];
  expect(new Set(right)).toEqual(new Set([1, 2, 3, 4, 5]));
  const random = randomFrom(31);
  const outcomes = new Set<string>();
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  for (let round = 0; round < DAMAGED; round += 1) {
    const loading = load(damage(pack, random)).then(
      () => 'loaded',
      (error: unknown) => (error instanceof PictureError ? error.failure : String(error)),
    );
    // The rest of a response that is too short is requested again, after pauses.
    await vi.runAllTimersAsync();
    outcomes.add(await loading);
  }
  expect(outcomes).toEqual(new Set(['damaged', 'network', 'memory']));
});

/** Its bytes are others, missing or too many; or its sizes and lengths in the metadata are wrong. */
function damage({ bytes, level }: ReturnType<typeof createPack>, random: Random) {
  switch (random.below(5)) {
    case 0:
      return { level, bytes: Uint8Array.from(bytes.subarray(0, random.below(bytes.length))) };
    case 1:
      return {
        level,
        bytes: Uint8Array.from([...bytes, ...bytes.subarray(0, 1 + random.below(9))]),
      };
    case 2:
      return { level: { ...level, lengths: changeLengths(level.lengths, random) }, bytes };
    case 3: {
      const side = random.pick(['width', 'height', 'slices'] as const);
      const wrong = [0, level[side] - 1, level[side] + 1, 2 ** 40];
      return { level: { ...level, [side]: random.pick(wrong) }, bytes };
    }
    default:
      return { level, bytes: changeBytes(bytes, random) };
  }
}

function changeBytes(bytes: Uint8Array, random: Random) {
  const copy = Uint8Array.from(bytes);
  for (let times = 1 + random.below(3); times > 0; times -= 1) {
    const at = random.below(copy.length);
    copy[at] = (copy[at] ?? 0) ^ (1 + random.below(255));
  }
  return copy;
}

/** One is shorter or longer, negative or missing. */
function changeLengths(lengths: readonly number[], random: Random): number[] {
  const at = random.below(lengths.length);
  const length = lengths[at] ?? 0;
  const change = random.below(4);
  if (change === 0) return lengths.toSpliced(at, 1);
  const wrong = [0, length - 1 - random.below(20), length + 1 + random.below(20), -length][change];
  return lengths.with(at, wrong ?? 0);
}
