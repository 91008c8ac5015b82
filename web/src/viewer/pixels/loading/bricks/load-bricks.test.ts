import { BRICK_CHECKSUM } from '@deqiq/contract/shared/imaging/bricks.ts';
import { crc32 } from '@deqiq/contract/shared/imaging/crc32.ts';
import type { PackLevel } from '@deqiq/contract/shared/imaging/derivatives.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { volumeMetadata } from '../../../geometry/testing.ts';
import { add } from '../../../geometry/vectors.ts';
import { planeView } from '../../../geometry/volume/planes.ts';
import { createVolumeSpace, findCentre } from '../../../geometry/volume/volume-space.ts';
import type { Decoder } from '../../decoder/decoder.ts';
import { type Level, shownScale } from '../../level.ts';
import type { Pane } from '../../panes.ts';
import { PictureError } from '../picture-error.ts';
import { pictureSource } from '../source.ts';
import { loadBricks } from './load-bricks.ts';

/** Two bricks above each other: an axial plane cuts one of them, a sagittal plane both. */
const size = { width: 32, height: 32, slices: 64 } as const;
const metadata = volumeMetadata({ size: [size.width, size.height, size.slices] });
const space = createVolumeSpace(metadata);
if (!space) throw new Error('The metadata describe no volume');
const centre = findCentre(space);

function withChecksum(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(bytes.length + BRICK_CHECKSUM);
  all.set(bytes);
  new DataView(all.buffer).setUint32(bytes.length, crc32(bytes));
  return all;
}

/** Bytes that the decoder of the test does not read, and their checksum. */
const brick = withChecksum(Uint8Array.of(1, 2, 3, 4));

/** Of 12 bits: the lower brick has no pixel above 15, -985 HU, and the upper one some of 4095. */
const MAXIMA = Array.from(withChecksum(Uint8Array.of(0, 255)));

const packLevel: PackLevel = {
  ...size,
  name: 'l2',
  scale: 1,
  isLossless: true,
  brick: 32,
  lengths: [brick.length, brick.length],
};

const decoder: Decoder = {
  concurrency: 1,
  decode: ({ width, height }) => Promise.resolve(new ArrayBuffer(width * height * 2)),
  release: () => undefined,
};

type PlanePane = Extract<Pane, { kind: 'plane' }>;

const rect = { x: 0, y: 0, width: 64, height: 64 };

function planePane(kind: 'axial' | 'sagittal', millimetresUp: number): PlanePane {
  const through = add(centre, [0, 0, millimetresUp]);
  return {
    kind: 'plane',
    rect,
    view: planeView(space as NonNullable<typeof space>, kind, through, rect),
    slab: { millimetres: 0, mode: 'mean' },
    window: { centre: 0, width: 1 },
    isInverse: false,
    sharpen: 0,
  };
}
const LOWER = planePane('axial', -8);
const UPPER = planePane('axial', 8);
const BOTH = planePane('sagittal', 0);

type Answer = (url: string, brickIndex: number) => Response | Promise<Response>;
const send = (bytes = brick) => new Response(bytes, { status: 206 });

/** Starts loading; `answer` responds to the request for the brick with this index. */
function open(answer: Answer, brickMaxima?: number[]) {
  const requested: string[] = [];
  vi.stubGlobal('fetch', (url: string, { headers }: { headers: { range: string } }) => {
    const index = Number(/\d+/.exec(headers.range)?.[0]) / brick.length;
    requested.push(`${url} ${index}`);
    return answer(url, index);
  });
  const source = pictureSource('/old/');
  const closing = new AbortController();
  const shown: { level?: Level; reports: number } = { reports: 0 };
  const loading = loadBricks({ ...packLevel, brickMaxima }, 32, {
    source,
    decoder,
    metadata,
    signal: closing.signal,
    onLevel(level) {
      shown.level = level;
      shown.reports += 1;
    },
  });
  const failed = loading.then(
    () => undefined,
    (error: unknown) => (error instanceof PictureError ? error.failure : error),
  );
  const show = async (pane: Pane) => {
    shown.level?.bricks?.request([pane], 1, 16);
    await vi.advanceTimersByTimeAsync(400);
  };
  const scale = () => shown.level && shownScale(shown.level);
  return { source, closing, requested, shown, failed, show, scale };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('after a damaged brick, panes that lack bricks are of the half level, others of the full one', async () => {
  const damaged = brick.map((byte) => byte ^ 1);
  const { requested, shown, failed, show, scale } = open((_, index) =>
    index === 0 ? send() : send(damaged),
  );
  await show(LOWER);
  expect(scale()).toBe(1);
  await show(UPPER);
  expect(await failed).toBe('damaged');
  expect(scale()).toBe(2);
  const { reports } = shown;
  await show(LOWER);
  expect(scale()).toBe(1);
  expect(shown.reports).toBe(reports + 1);
  await show(UPPER);
  expect(scale()).toBe(2);
  expect(requested).toEqual(['/old/l2 0', '/old/l2 1']);
});

test('a failed request is repeated after a pause that grows', async () => {
  let failures = 3;
  const { requested, show, scale } = open(() => {
    failures -= 1;
    return failures < 0 ? send() : Promise.reject(new TypeError('no connection'));
  });
  await show(LOWER);
  expect(scale()).toBe(2);
  await vi.advanceTimersByTimeAsync(500 + 1000);
  expect(requested).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(2000);
  expect(scale()).toBe(1);
});

test('of an answer that breaks off the bricks stay, and the others are requested again', async () => {
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1;
      if (sent === 1) controller.enqueue(brick);
      else controller.error(new TypeError('the connection broke'));
    },
  });
  const { requested, show, scale } = open((_, index) =>
    index === 0 ? new Response(body, { status: 206 }) : send(),
  );
  await show(BOTH);
  expect(scale()).toBe(2);
  await vi.advanceTimersByTimeAsync(500);
  expect(scale()).toBe(1);
  expect(requested).toEqual(['/old/l2 0', '/old/l2 1']);
});

test('loading ends after half a minute without a network', async () => {
  const { requested, failed, show, scale } = open(() => Promise.reject(new TypeError('none')));
  await show(LOWER);
  await vi.advanceTimersByTimeAsync(32_000);
  expect(await failed).toBe('network');
  expect(requested).toHaveLength(7);
  await show(UPPER);
  expect(scale()).toBe(2);
  expect(requested).toHaveLength(7);
});

test('a link that has ended is replaced', async () => {
  const { source, requested, show, scale } = open((url) =>
    url.startsWith('/old/') ? new Response(null, { status: 410 }) : send(),
  );
  source.renew = () => Promise.resolve('/new/');
  await show(LOWER);
  expect(scale()).toBe(1);
  await show(UPPER);
  expect(scale()).toBe(1);
  expect(requested).toEqual(['/old/l2 0', '/new/l2 0', '/new/l2 1']);
});

test('a viewer that is closed requests and reports nothing more', async () => {
  const { closing, requested, shown, show } = open(() => send());
  closing.abort();
  await show(LOWER);
  expect(requested).toEqual([]);
  expect(shown.reports).toBe(1);
});

const bone: PlanePane = { ...LOWER, window: { centre: 1000, width: 3000 } };
test.each<[string, Pane, number]>([
  ['of a plane', bone, 0],
  ['of the highest values of a slab', { ...bone, slab: { millimetres: 3, mode: 'maximum' } }, 0],
  ['in a mean, which has their values,', { ...bone, slab: { millimetres: 3, mode: 'mean' } }, 1],
  ['of a sharpened plane, which has their values,', { ...bone, sharpen: 1 }, 1],
  ['in a window that they are part of', { ...bone, window: { centre: 500, width: 2990 } }, 1],
])('bricks %s that are black are not loaded, others are', async (_, pane, expected) => {
  const { requested, show, scale } = open(() => send(), MAXIMA);
  await show({ ...BOTH, window: { centre: 1000, width: 3000 } });
  expect(requested).toEqual(['/old/l2 1']);
  expect(scale()).toBe(1);
  await show(pane);
  expect(requested).toHaveLength(1 + expected);
  expect(scale()).toBe(1);
});

test('a black brick is loaded when its values are read', async () => {
  const { requested, shown, show, scale } = open(() => send(), MAXIMA);
  await show(bone);
  const read = () => shown.level?.bricks?.read([3, 3, 3]);
  expect(read()).toBeUndefined();
  expect(read()).toBeUndefined();
  const { reports } = shown;
  await vi.advanceTimersByTimeAsync(400);
  expect(requested).toEqual(['/old/l2 0']);
  expect(read()).toBe(0);
  expect(scale()).toBe(1);
  expect(shown.reports).toBe(reports + 1);
});

test('highest pixels with another byte, or of other bricks, are damaged', () => {
  const damaged = MAXIMA.map((byte, index) => (index === 1 ? 254 : byte));
  const others = Array.from(withChecksum(Uint8Array.of(0, 255, 0)));
  for (const brickMaxima of [damaged, others])
    expect(() => open(() => send(), brickMaxima)).toThrow(new PictureError('damaged'));
});
