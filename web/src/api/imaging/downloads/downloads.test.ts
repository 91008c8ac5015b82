import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDownloads, type DownloadRequest } from './downloads.ts';
import { BLOB_LIMIT } from './sinks.ts';

const URL_A = '/public/uploads/checkupFiles/link-a';
const URL_B = '/public/uploads/checkupFiles/link-b';
const ETAG = '"panoramic-1"';

const bytes = Uint8Array.from({ length: 1000 }, (_, index) => index % 251);

type Script = (request: Request) => Response | Promise<Response>;

let saved: { name: string; content: Uint8Array }[];
let requests: Request[];
let blobs: Map<string, Blob>;

beforeEach(() => {
  vi.useFakeTimers();
  saved = [];
  requests = [];
  blobs = new Map();
  vi.stubGlobal(
    'open',
    vi.fn(() => ({ opener: window })),
  );
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = `blob:${blobs.size}`;
    blobs.set(url, blob as Blob);
    return url;
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    const blob = blobs.get(this.href);
    const name = this.download;
    if (!blob)
      saved.push({ name, content: new TextEncoder().encode(this.getAttribute('href') ?? '') });
    else
      void blob.arrayBuffer().then((data) => saved.push({ name, content: new Uint8Array(data) }));
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a running download reports its bytes every 100 ms, not with every piece', async () => {
  const line = openLine();
  serve(() => answer(line.stream));
  const { downloads, entry } = begin();
  await vi.advanceTimersByTimeAsync(0);
  line.push(bytes.subarray(0, 100));
  await vi.advanceTimersByTimeAsync(99);
  expect(entry()?.received).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(entry()).toMatchObject({ state: 'running', received: 100, size: 1000 });
  line.push(bytes.subarray(100, 400));
  await vi.advanceTimersByTimeAsync(100);
  expect(entry()?.received).toBe(400);
  downloads.clear();
});

test('a finished download is saved byte for byte and its entry is removed after 3 s', async () => {
  serve(() => answer(fullResponse(bytes)));
  const { entry } = begin();
  await vi.advanceTimersByTimeAsync(0);
  expect(entry()).toMatchObject({ state: 'complete', received: 1000 });
  expect(saved).toEqual([{ name: 'scan.dcm', content: bytes }]);
  await vi.advanceTimersByTimeAsync(2_999);
  expect(entry()).toBeDefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(entry()).toBeUndefined();
});

test('a refused download opens the file directly after 2 s, with a fresh link', async () => {
  serve(() => refusal(404, 'not-found', 'Fayl tapılmadı'));
  const { entry } = begin({ freshSource: async () => ({ url: URL_B, size: 1000 }) });
  await vi.advanceTimersByTimeAsync(1_999);
  expect(entry()).toMatchObject({ state: 'failed', message: 'Fayl tapılmadı' });
  expect(window.open).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(window.open).toHaveBeenCalledExactlyOnceWith(URL_B, '_blank');
  expect(entry()).toBeUndefined();
});

test('a file that is no longer listed opens no tab, and the entry shows why', async () => {
  serve(() => refusal(404, 'not-found', ''));
  const { entry } = begin({ freshSource: async () => undefined });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(window.open).not.toHaveBeenCalled();
  expect(entry()).toMatchObject({ state: 'failed', message: 'Fayl tapılmadı' });
});

test('where the browser blocks the new tab, the entry keeps a link for the person', async () => {
  vi.stubGlobal(
    'open',
    vi.fn(() => null),
  );
  serve(() => refusal(404, 'not-found', 'Fayl tapılmadı'));
  const { downloads, entry } = begin();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(entry()).toMatchObject({ state: 'failed', openUrl: URL_A });
  downloads.remove('checkup/scan.dcm');
  expect(entry()).toBeUndefined();
});

test('a broken line is continued by Range with If-Range', async () => {
  serve(
    () => answer(broken(bytes.subarray(0, 300))),
    () => answer(fullResponse(bytes.subarray(300)), 300),
  );
  begin();
  await vi.advanceTimersByTimeAsync(0);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(requests[1]?.headers.get('Range')).toBe('bytes=300-');
  expect(requests[1]?.headers.get('If-Range')).toBe(ETAG);
  expect(saved[0]?.content).toEqual(bytes);
});

test('an answer that ends early counts as broken, not as complete', async () => {
  serve(
    () => answer(fullResponse(bytes.subarray(0, 999))),
    () => answer(fullResponse(bytes.subarray(999)), 999),
  );
  begin();
  await vi.advanceTimersByTimeAsync(0);
  expect(saved).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(saved[0]?.content).toEqual(bytes);
});

test('a file that has changed meanwhile is taken from its beginning', async () => {
  serve(
    () => answer(broken(new Uint8Array(300).fill(7))),
    () => answer(fullResponse(bytes)),
  );
  begin();
  await vi.advanceTimersByTimeAsync(0);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(saved[0]?.content).toEqual(bytes);
});

test('a link that has run out is exchanged once for a fresh one', async () => {
  serve(
    () => answer(broken(bytes.subarray(0, 300))),
    () => refusal(410, 'gone', 'Bu faylın keçidinin vaxtı bitib. Siyahını yeniləyin'),
    () => answer(fullResponse(bytes.subarray(300)), 300),
  );
  const freshSource = vi.fn(async () => ({ url: URL_B, size: 1000 }));
  begin({ freshSource });
  await vi.advanceTimersByTimeAsync(0);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(freshSource).toHaveBeenCalledOnce();
  expect(new URL(requests[2]?.url ?? '').pathname).toBe(URL_B);
  expect(requests[2]?.headers.get('Range')).toBe('bytes=300-');
  expect(saved[0]?.content).toEqual(bytes);
});

test('a fresh link that has run out too is a failure, not a loop', async () => {
  serve(() => refusal(410, 'gone', 'Keçidin vaxtı bitib'));
  const { entry } = begin();
  await vi.advanceTimersByTimeAsync(0);
  expect(requests).toHaveLength(2);
  expect(entry()).toMatchObject({ state: 'failed', message: 'Keçidin vaxtı bitib' });
});

test('a line that is silent for 30 s is picked up again', async () => {
  const line = openLine();
  serve(
    () => answer(line.stream),
    () => answer(fullResponse(bytes.subarray(300)), 300),
  );
  const { entry } = begin();
  await vi.advanceTimersByTimeAsync(0);
  line.push(bytes.subarray(0, 300));
  await vi.advanceTimersByTimeAsync(30_000);
  expect(entry()).toMatchObject({ state: 'running', waiting: true });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(saved[0]?.content).toEqual(bytes);
});

test('a server that fails three times is a failure with its sentence, and no lost connection', async () => {
  serve(() => refusal(500, 'internal', 'Serverdə xəta baş verdi'));
  const { entry } = begin();
  await vi.advanceTimersByTimeAsync(0);
  expect(entry()).toMatchObject({ state: 'running', waiting: false });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(requests).toHaveLength(3);
  expect(entry()).toMatchObject({ state: 'failed', message: 'Serverdə xəta baş verdi' });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(window.open).toHaveBeenCalledWith(URL_A, '_blank');
});

test('a server that recovers after one failure completes the download', async () => {
  serve(
    () => refusal(503, 'unavailable', ''),
    () => answer(fullResponse(bytes)),
  );
  begin();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(saved[0]?.content).toEqual(bytes);
});

test('the same file does not start twice, and a stopped one leaves no entry', async () => {
  serve(() => answer(openLine().stream));
  const { downloads, entry, start } = begin();
  await vi.advanceTimersByTimeAsync(0);
  start();
  await vi.advanceTimersByTimeAsync(0);
  expect(requests).toHaveLength(1);
  downloads.remove('checkup/scan.dcm');
  expect(entry()).toBeUndefined();
  expect(requests[0]?.signal.aborted).toBe(true);
});

test('a file over the limit is left to the browser if it cannot be written to disk directly', async () => {
  serve(() => answer(fullResponse(bytes)));
  const { entry } = begin({ size: BLOB_LIMIT + 1 });
  await vi.advanceTimersByTimeAsync(0);
  expect(requests).toEqual([]);
  expect(saved).toEqual([{ name: 'scan.dcm', content: new TextEncoder().encode(URL_A) }]);
  expect(entry()).toMatchObject({ state: 'handed-over', received: 0 });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(entry()).toBeUndefined();
});

test('a file over the limit is written piece by piece where the browser can', async () => {
  const written: Uint8Array[] = [];
  const writable = {
    write: async (piece: Uint8Array) => void written.push(piece),
    close: vi.fn(async () => undefined),
    abort: vi.fn(async () => undefined),
  };
  const picker = vi.fn(async () => ({ createWritable: async () => writable }));
  vi.stubGlobal('showSaveFilePicker', picker);
  serve(() => answer(fullResponse(bytes)));
  const { entry } = begin({ size: BLOB_LIMIT + 1 });
  await vi.advanceTimersByTimeAsync(0);
  expect(picker).toHaveBeenCalledExactlyOnceWith({ suggestedName: 'scan.dcm' });
  expect(written).toEqual([bytes]);
  expect(saved).toEqual([]);
  expect(entry()).toMatchObject({ state: 'running', waiting: true });
});

test('closing the save dialog is no failure', async () => {
  vi.stubGlobal('showSaveFilePicker', () => Promise.reject(new DOMException('', 'AbortError')));
  const { entry } = begin({ size: BLOB_LIMIT + 1 });
  await vi.advanceTimersByTimeAsync(0);
  expect(entry()).toBeUndefined();
  expect(saved).toEqual([]);
});

function begin(part: Partial<DownloadRequest> = {}) {
  const downloads = createDownloads();
  const request: DownloadRequest = {
    id: 'checkup/scan.dcm',
    name: 'scan.dcm',
    size: 1000,
    url: URL_A,
    freshSource: async () => ({ url: URL_A, size: 1000 }),
    ...part,
  };
  const start = () => void downloads.start(request);
  start();
  return { downloads, start, entry: () => downloads.list()[0] };
}

/** Sends the responses in order, and the last one to all further requests. */
function serve(...scripts: [Script, ...Script[]]): void {
  let attempt = 0;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const request = new Request(new URL(url, 'http://localhost'), init);
    requests.push(request);
    const script = scripts[Math.min(attempt, scripts.length - 1)] ?? scripts[0];
    attempt += 1;
    const response = await script(request);
    const { signal } = init;
    signal?.addEventListener('abort', () => lines.get(response)?.error(signal.reason));
    return response;
  });
}

type Controller = ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>;
const lines = new WeakMap<object, Controller>();

function answer(stream: ReadableStream<Uint8Array<ArrayBuffer>>, from = 0): Response {
  const range = from > 0 ? { 'Content-Range': `bytes ${from}-999/1000` } : {};
  const headers = new Headers({ ETag: ETAG, ...range } as Record<string, string>);
  const response = new Response(stream, { status: from > 0 ? 206 : 200, headers });
  const controller = lines.get(stream);
  if (controller) lines.set(response, controller);
  return response;
}

function refusal(status: number, code: string, message: string): Response {
  return Response.json({ code, message, requestId: 'r' }, { status });
}

function openLine() {
  let controller: Controller | undefined;
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (started) => {
      controller = started;
    },
  });
  if (controller) lines.set(stream, controller);
  return { stream, push: (piece: Uint8Array<ArrayBuffer>) => controller?.enqueue(piece) };
}

function fullResponse(content: Uint8Array<ArrayBuffer>) {
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => {
      controller.enqueue(content);
      controller.close();
    },
  });
}

function broken(content: Uint8Array<ArrayBuffer>) {
  let isUsed = false;
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => {
      if (isUsed) controller.error(new TypeError('network error'));
      else controller.enqueue(content);
      isUsed = true;
    },
  });
}
