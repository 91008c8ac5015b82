import { expect, test } from 'vitest';
import type { Decoder } from '../decoder/decoder.ts';
import { type Level, pixelsPerSlice } from '../level.ts';
import type { LoadContext } from './load-context.ts';
import { createPictureReader } from './load-picture.ts';
import type { PictureSource } from './source.ts';

/** Header of two decompositions and the lengths of three resolutions, padded to a known length. */
const PARTS = [2000, 6000, 12_000] as const;
const hex = (value: number, bytes: number) => value.toString(16).padStart(bytes * 2, '0');
const HEADER = `ff4fff52000c00020001000203030000ff55${hex(10, 2)}0000${PARTS.map((part) => hex(part, 2)).join('')}ff90000a`;
const START = HEADER.length / 2 - 4;
const TOTAL = START + 20_000;
const BYTES = new Uint8Array(TOTAL);
BYTES.set(Uint8Array.from(HEADER.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)));

const SIZE = { width: 4000, height: 3000 };

function open() {
  const starts: number[] = [];
  const decoded: { discarded: number; bytes: number }[] = [];
  const source: PictureSource = {
    url: '/f/',
    fetch(_name, { ranges: [[start = 0] = []] = [] } = {}) {
      starts.push(start);
      let sent = start;
      const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
        if (sent >= TOTAL) return controller.close();
        controller.enqueue(BYTES.slice(sent, sent + 1500));
        sent += 1500;
      };
      return Promise.resolve(new Response(new ReadableStream({ pull }, { highWaterMark: 0 })));
    },
  };
  const decoder: Decoder = {
    concurrency: 1,
    decode({ bytes, discarded, width, height }) {
      decoded.push({ discarded, bytes: bytes.length });
      return Promise.resolve(new ArrayBuffer(width * height));
    },
    release: () => undefined,
  };
  const seen: number[] = [];
  const progress: [number, number][] = [];
  const metadata = { kind: 'image', channels: 1, bits: 8 } as LoadContext['metadata'];
  const context: LoadContext = {
    source,
    decoder,
    metadata,
    signal: new AbortController().signal,
    onLevel: ({ scale }: Level) => seen.push(scale),
    onProgress: (bytes, total) => progress.push([bytes, total]),
  };
  const lengths = [TOTAL];
  const level = { name: 'l2', scale: 1, ...SIZE, slices: 1, isLossless: true, lengths } as const;
  const reader = createPictureReader({ ...level, lengths }, undefined);
  return { reader, context, starts, decoded, seen, progress };
}

test('loading ends with the bytes of the requested scale, and continues there', async () => {
  const { reader, context, starts, decoded, seen, progress } = open();
  const half = await reader.load(2, context);
  expect(half).toMatchObject({ scale: 2, width: 2000, height: 1500, sampling: 'wavelet' });
  expect(half.values).toHaveLength(pixelsPerSlice(half));
  expect(seen).toEqual([4, 2]);
  const received = progress.at(-1)?.[0] ?? 0;
  expect(received).toBeLessThan(START + 8000 + 1500);
  expect(progress.at(-1)?.[1]).toBe(START + 8000);
  const whole = await reader.load(1, context);
  expect(whole).toMatchObject({ scale: 1, isLossless: true });
  expect(starts).toEqual([0, received]);
  expect(decoded).toEqual([
    { discarded: 2, bytes: START + 2000 },
    { discarded: 1, bytes: START + 8000 },
    { discarded: 0, bytes: TOTAL },
  ]);
});

test('a level that was loaded is returned without a request', async () => {
  const { reader, context, starts } = open();
  const whole = await reader.load(1, context);
  expect(await reader.load(1, context)).toBe(whole);
  expect(await reader.load(2, context)).toMatchObject({ scale: 2 });
  expect(starts).toEqual([0]);
});

test('calls at the same time share one download', async () => {
  const { reader, context, starts, decoded } = open();
  const [half, whole] = await Promise.all([reader.load(2, context), reader.load(1, context)]);
  expect([half.scale, whole.scale]).toEqual([2, 1]);
  expect(decoded).toHaveLength(3);
  expect(starts).toHaveLength(2);
});

test('after a cancelled call the next one continues', async () => {
  const { reader, context, decoded } = open();
  const abort = new AbortController();
  const cancelled = reader.load(1, {
    ...context,
    signal: abort.signal,
    onProgress: (bytes) => bytes > 5000 && abort.abort(),
  });
  await expect(cancelled).rejects.toMatchObject({ name: 'AbortError' });
  expect(await reader.load(1, context)).toMatchObject({ scale: 1 });
  expect(decoded.at(-1)).toEqual({ discarded: 0, bytes: TOTAL });
});
