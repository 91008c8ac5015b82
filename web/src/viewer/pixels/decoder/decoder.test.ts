import { beforeEach, expect, test, vi } from 'vitest';
import { acquireDecoder } from './decoder.ts';
import type { Codestreams } from './messages.ts';

/** Workers that were started: each decodes by returning its bytes. */
let workers: StubWorker[] = [];

class StubWorker {
  onmessage: ((event: { data: ArrayBuffer }) => void) | undefined;
  onerror: (() => void) | undefined;
  isBroken = false;
  jobs = 0;
  terminate = vi.fn();
  constructor() {
    workers.push(this);
  }
  postMessage(request: Codestreams | object) {
    if (!('bytes' in request)) return;
    this.jobs += 1;
    if (!this.isBroken) queueMicrotask(() => this.onmessage?.({ data: request.bytes.buffer }));
  }
}

const codestreams = (): Codestreams => ({
  bytes: new Uint8Array(4),
  lengths: [4],
  width: 2,
  height: 2,
  channels: 1,
  discarded: 0,
});

beforeEach(() => {
  workers = [];
  vi.stubGlobal('Worker', StubWorker);
  vi.stubGlobal('navigator', { hardwareConcurrency: 2 });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('')));
  vi.stubGlobal('WebAssembly', { compileStreaming: () => Promise.resolve({}) });
});

test('a worker whose script did not load is replaced', async () => {
  const decoder = acquireDecoder();
  await vi.waitFor(() => expect(workers).toHaveLength(1));
  Object.assign(workers[0] ?? {}, { isBroken: true });
  workers[0]?.onerror?.();
  expect((await decoder.decode(codestreams())).byteLength).toBe(4);
  expect(workers[0]?.terminate).toHaveBeenCalledOnce();
  decoder.release();
});

test('everything that waits for a worker without a script fails, so that it can be tried again', async () => {
  const decoder = acquireDecoder();
  await vi.waitFor(() => expect(workers).toHaveLength(1));
  Object.assign(workers[0] ?? {}, { isBroken: true });
  const jobs = [codestreams(), codestreams()].map((job) => decoder.decode(job));
  const settled = Promise.allSettled(jobs);
  await vi.waitFor(() => expect(workers[0]?.jobs).toBe(1));
  workers[0]?.onerror?.();
  for (const { reason } of (await settled) as PromiseRejectedResult[])
    expect(reason).toMatchObject({ failure: 'network' });
  decoder.release();
});

test('a codec that did not arrive is requested again while other pictures use the decoder', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const preloaded = acquireDecoder();
  await expect(preloaded.decode(codestreams())).rejects.toMatchObject({ failure: 'network' });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('')));
  const shown = acquireDecoder();
  expect((await shown.decode(codestreams())).byteLength).toBe(4);
  for (const { release } of [preloaded, shown]) release();
});
