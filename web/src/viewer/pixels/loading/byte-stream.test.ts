import { beforeEach, expect, test, vi } from 'vitest';
import { streamBytes } from './byte-stream.ts';
import { PictureError } from './picture-error.ts';
import type { PictureSource } from './source.ts';

const BYTES = Uint8Array.from({ length: 100 }, (_, index) => index);

beforeEach(() => {
  vi.useFakeTimers();
  vi.setTimerTickMode('nextTimerAsync');
  return () => vi.useRealTimers();
});

/** Serves ten bytes at a time; breaks the connection after the counts of `breaks`, one per request; -1: no connection. */
function createSource(breaks: number[]) {
  const starts: number[] = [];
  const source: PictureSource = {
    url: '/f/',
    fetch(_name, { ranges: [[start = 0] = []] = [] } = {}) {
      starts.push(start);
      const limit = breaks.shift() ?? BYTES.length;
      if (limit < 0) return Promise.reject(new PictureError('network'));
      let sent = 0;
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          if (start + sent >= BYTES.length) return controller.close();
          if (sent >= limit) return controller.error(new TypeError('the connection broke'));
          controller.enqueue(BYTES.slice(start + sent, start + sent + 10));
          sent += 10;
        },
      });
      return Promise.resolve(new Response(body, { headers: { etag: '"1"' } }));
    },
  };
  return { source, starts };
}

async function read(source: PictureSource, options: { signal?: AbortSignal; start?: number } = {}) {
  const bytes: number[] = [];
  for await (const chunk of streamBytes(source, 'l0', { total: BYTES.length, ...options }))
    bytes.push(...chunk);
  return bytes;
}

test('an interrupted download continues where it stopped', async () => {
  const { source, starts } = createSource([30, 0, 20]);
  expect(await read(source)).toEqual([...BYTES]);
  expect(starts).toEqual([0, 30, 30, 50]);
});

test('a download may start in the middle', async () => {
  const { source, starts } = createSource([]);
  expect(await read(source, { start: 60 })).toEqual([...BYTES.slice(60)]);
  expect(starts).toEqual([60]);
});

test('a download waits for a network that is gone for a while, and continues', async () => {
  const { source, starts } = createSource([30, -1, -1, -1, -1, -1]);
  expect(await read(source)).toEqual([...BYTES]);
  expect(starts).toEqual([0, 30, 30, 30, 30, 30, 30]);
});

test('a connection that breaks six times without a byte fails, and a first request at once', async () => {
  const { source, starts } = createSource([10, 0, 0, -1, 0, 0, 0]);
  await expect(read(source)).rejects.toEqual(new PictureError('network'));
  expect(starts).toEqual([0, 10, 10, 10, 10, 10, 10]);
  const offline = createSource([-1]);
  await expect(read(offline.source)).rejects.toEqual(new PictureError('network'));
  expect(offline.starts).toEqual([0]);
});

test('more bytes than the metadata lists are damaged', async () => {
  const { source } = createSource([]);
  const stream = streamBytes(source, 'l0', { total: 95 });
  await expect(Array.fromAsync(stream)).rejects.toMatchObject({ failure: 'damaged' });
});

test('an aborted download ends', async () => {
  const { source, starts } = createSource([]);
  const abort = new AbortController();
  const stream = streamBytes(source, 'l0', { total: BYTES.length, signal: abort.signal });
  await stream.next();
  abort.abort();
  await expect(stream.next()).rejects.toMatchObject({ name: 'AbortError' });
  expect(starts).toEqual([0]);
});
