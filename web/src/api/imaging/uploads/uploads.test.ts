import 'fake-indexeddb/auto';
import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import { setLanguageSource } from '@deqiq/messages/language.ts';
import { createStore, entries } from 'idb-keyval';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { accessTokenOf } from '../../../testing/tokens.ts';
import { session } from '../../people/session/session.ts';
import type { UploadProgress } from './progress-meter.ts';
import { findRefusal, forgetFiles, inNaturalOrder, selectFile, uploadFiles } from './uploads.ts';

type Sent = { number: number; fileId: string; form: FormData; size: number };
type Answer = { status: number; body: unknown } | 'offline';

/** A server that stores chunks. A test sets its response to the n-th chunk. */
let chunks: Map<string, Map<number, number>>;
let sent: Sent[];
let answers: Map<number, Answer>;
/** Result of the content check by file name, sent after the last chunk. Valid files have no entry. */
let checks: Map<string, object>;
let refreshes: number;

beforeEach(() => {
  setLanguageSource(() => 'spec');
  localStorage.clear();
  sessionStorage.clear();
  session.signIn('admin', { accessToken: 'first', refreshToken: 'refresh' }, false);
  chunks = new Map();
  sent = [];
  answers = new Map();
  checks = new Map();
  refreshes = 0;
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => serve(url, init));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  session.clear();
});

test('a file travels in chunks of 2,097,152 bytes, one by one and in order', async () => {
  const selection = await selectFile(fileOf(CHUNK_SIZE * 2 + 5, 'opg.dcm'), 'checkup-1');
  const { uploaded } = await upload([selection], { checkupId: 'checkup-1' });
  expect(sent.map(({ number, size }) => [number, size])).toEqual([
    [0, CHUNK_SIZE],
    [1, CHUNK_SIZE],
    [2, 5],
  ]);
  const fields = Object.fromEntries(sent[2]?.form ?? []);
  expect(fields).toMatchObject({
    chunkNumber: '2',
    fileId: selection.fileId,
    totalChunks: '3',
    fileName: 'opg.dcm',
    checkupId: 'checkup-1',
  });
  expect(uploaded).toEqual([{ fileId: selection.fileId, fileName: 'opg.dcm', totalChunks: 3 }]);
});

test('a file of exactly one chunk is one chunk, and a new checkup sends no checkupId', async () => {
  const selection = await selectFile(fileOf(CHUNK_SIZE));
  await upload([selection]);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.form.has('checkupId')).toBe(false);
});

test('the percent runs over the bytes of all files and per file', async () => {
  const big = await selectFile(fileOf(CHUNK_SIZE * 3));
  const small = await selectFile(fileOf(CHUNK_SIZE, 'b.dcm'));
  const reports: UploadProgress[] = [];
  await upload([big, small], { onProgress: (progress) => reports.push(progress) });
  const percents = [...new Set(reports.map(({ percent }) => percent))];
  expect(percents).toEqual([0, 25, 50, 75, 100]);
  expect(reports.find(({ percent }) => percent === 25)?.files.get(big.fileId)).toBe(33);
  expect(reports.at(-1)?.files.get(small.fileId)).toBe(100);
});

test('selecting the same file again resumes with the missing chunks', async () => {
  const file = () => fileOf(CHUNK_SIZE * 3);
  const first = await selectFile(file());
  answers.set(2, { status: 507, body: refusal('disk-full', 'Diskdə kifayət qədər yer yoxdur') });
  await expect(upload([first])).rejects.toThrow('Diskdə kifayət qədər yer yoxdur');
  sent = [];
  answers.clear();
  const again = await selectFile(file());
  await upload([again]);
  expect(again.fileId).toBe(first.fileId);
  expect(sent.map(({ number }) => number)).toEqual([2]);
});

test('another date, size, content or checkup is another upload', async () => {
  const file = fileOf(1000);
  const { fileId } = await selectFile(file);
  const others = [
    await selectFile(fileOf(1000, 'scan.dcm', { lastModified: 2 })),
    await selectFile(fileOf(1001)),
    await selectFile(fileOf(1000, 'scan.dcm', { fill: 9 })),
    await selectFile(file, 'checkup-1'),
  ];
  expect((await selectFile(file)).fileId).toBe(fileId);
  expect(new Set([fileId, ...others.map((other) => other.fileId)]).size).toBe(5);
});

test('what is remembered names no file, and is forgotten once taken over', async () => {
  const selection = await selectFile(fileOf(10, 'Aynur_Quliyeva.dcm'));
  const remembered = () => entries(createStore('deqiq-uploads', 'unfinished'));
  const before = await remembered();
  expect(JSON.stringify(before)).toContain(selection.fileId);
  expect(JSON.stringify(before)).not.toContain('Aynur');
  expect(Object.keys(localStorage)).toEqual([]);
  await forgetFiles([selection]);
  expect(JSON.stringify(await remembered())).not.toContain(selection.fileId);
  expect((await selectFile(fileOf(10, 'Aynur_Quliyeva.dcm'))).fileId).not.toBe(selection.fileId);
});

test('the same user resumes after a log-out; other users cannot', async () => {
  const file = () => fileOf(77, 'scan.dcm');
  const signInAs = (person: string) =>
    session.signIn('admin', { accessToken: accessTokenOf(person), refreshToken: person }, false);
  signInAs('a');
  const { fileId } = await selectFile(file());
  session.clear();
  signInAs('b');
  expect((await selectFile(file())).fileId).not.toBe(fileId);
  session.clear();
  signInAs('a');
  expect((await selectFile(file())).fileId).toBe(fileId);
});

test('chunks that do not add up to this file are sent again', async () => {
  const selection = await selectFile(fileOf(CHUNK_SIZE + 5));
  chunks.set(
    selection.fileId,
    new Map([
      [0, CHUNK_SIZE],
      [1, 99],
    ]),
  );
  await upload([selection]);
  expect(sent.map(({ number }) => number)).toEqual([0, 1]);
});

test('a 401 in the middle renews the token and repeats that chunk only', async () => {
  const selection = await selectFile(fileOf(CHUNK_SIZE * 3));
  answers.set(1, { status: 401, body: refusal('unauthenticated', 'expired') });
  await upload([selection]);
  expect(refreshes).toBe(1);
  expect(sent.map(({ number }) => number)).toEqual([0, 1, 1, 2]);
});

test('a lost connection is reported and waited out, and received chunks are not sent again', async () => {
  const selection = await selectFile(fileOf(CHUNK_SIZE * 2));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  answers.set(1, 'offline').set(2, 'offline');
  const attempts: number[] = [];
  const onProgress = (now: UploadProgress) => attempts.push(now.failedAttempts);
  const done = upload([selection], { onProgress });
  await vi.advanceTimersByTimeAsync(0);
  expect(attempts.at(-1)).toBe(1);
  await vi.advanceTimersByTimeAsync(3_000);
  await done;
  expect(Math.max(...attempts)).toBe(2);
  expect(attempts.at(-1)).toBe(0);
  expect(sent.map(({ number }) => number)).toEqual([0, 1, 1, 1]);
});

test('the network coming back ends the wait at once', async () => {
  const selection = await selectFile(fileOf(10));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  answers.set(0, 'offline');
  const done = upload([selection]);
  await vi.advanceTimersByTimeAsync(0);
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  await done;
  expect(sent).toHaveLength(2);
});

test('an abort stops before the next chunk, also while waiting for the network', async () => {
  const stopped = new Error('stopped');
  const abort = new AbortController();
  const selection = await selectFile(fileOf(CHUNK_SIZE * 3));
  const done = upload([selection], {
    signal: abort.signal,
    onProgress: ({ percent }) => percent > 0 && abort.abort(stopped),
  });
  await expect(done).rejects.toBe(stopped);
  expect(sent.map(({ number }) => number)).toEqual([0]);

  const second = new AbortController();
  answers.set(1, 'offline');
  const waits = upload([selection], {
    signal: second.signal,
    onProgress: ({ failedAttempts }) => failedAttempts > 0 && second.abort(stopped),
  });
  await expect(waits).rejects.toBe(stopped);
});

test('an upload the server refuses is forgotten, a full disk is not its fault', async () => {
  const selection = await selectFile(fileOf(10));
  answers.set(0, { status: 507, body: refusal('disk-full', 'Diskdə kifayət qədər yer yoxdur') });
  await expect(upload([selection])).rejects.toThrow();
  expect((await selectFile(fileOf(10))).fileId).toBe(selection.fileId);
  answers.set(1, { status: 409, body: refusal('conflict', 'Bu fayl artıq əlavə olunub') });
  const { uploaded, refused } = await upload([selection]);
  expect(uploaded).toEqual([]);
  expect(refused.map(({ error }) => error.message)).toEqual(['Bu fayl artıq əlavə olunub']);
  expect((await selectFile(fileOf(10))).fileId).not.toBe(selection.fileId);
});

test('a refused file does not stop the others', async () => {
  const names = ['a.dcm', 'b.dcm', 'c.dcm'];
  const all = await Promise.all(names.map((name) => selectFile(fileOf(10, name))));
  checks.set('b.dcm', refusal('unsupported-type', 'b.dcm: The file is not what its name says'));
  const { uploaded, refused } = await upload(all);
  expect(uploaded.map(({ fileName }) => fileName)).toEqual(['a.dcm', 'c.dcm']);
  expect(refused.map(({ file }) => file.name)).toEqual(['b.dcm']);
});

test('a server that keeps failing is a failure after three tries, not a lost connection', async () => {
  const selection = await selectFile(fileOf(10));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  for (const index of [0, 1, 2]) answers.set(index, { status: 500, body: refusal('internal', '') });
  const attempts: number[] = [];
  const onProgress = (now: UploadProgress) => attempts.push(now.failedAttempts);
  const done = upload([selection], { onProgress }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await done).toMatchObject({ status: 500 });
  expect(sent).toHaveLength(3);
  expect(Math.max(...attempts)).toBe(0);
});

test('a predictable refusal is shown when the file is selected', async () => {
  expect(await findRefusal(fileOf(10, 'setup.exe'))).toBe('Files of this type are not accepted');
  expect(await findRefusal(fileOf(0))).toBe('The file is empty');
  const huge = Object.defineProperty(fileOf(1), 'size', { value: 4 * 1024 ** 3 + 1 });
  expect(await findRefusal(huge)).toBe('A file may have at most 4 GiB');
  expect(await findRefusal(fileOf(10, 'IM000001'))).toBeUndefined();
});

test.each([
  ['a program called .dcm', 'scan.dcm', 'MZ and more'],
  ['a page called .dcm', 'scan.dcm', '<html>'],
  ['a text called .png', 'scan.png', 'not a picture'],
  ['a picture called .txt', 'note.txt', 'with a \0 in it'],
])('%s is refused when it is chosen', async (_, name, content) => {
  expect(await findRefusal(new File([content], name))).toBe('The file is not what its name says');
});

test('slices are sent in the order of their numbers', async () => {
  const names = ['I100.dcm', 'I10.dcm', 'I2.dcm'];
  const all = await Promise.all(names.map((name) => selectFile(fileOf(10, name))));
  const ordered = inNaturalOrder(all).map(({ file }) => file.name);
  expect(ordered).toEqual(['I2.dcm', 'I10.dcm', 'I100.dcm']);
});

function upload(
  selections: Parameters<typeof uploadFiles>[0],
  options: Partial<Parameters<typeof uploadFiles>[1]> = {},
) {
  const onProgress = () => undefined;
  return uploadFiles(selections, { signal: new AbortController().signal, onProgress, ...options });
}

function fileOf(size: number, name = 'scan.dcm', { lastModified = 1, fill = 1 } = {}): File {
  return new File([new Uint8Array(size).fill(fill)], name, { lastModified });
}

function refusal(code: string, message: string) {
  return { code, message, requestId: 'r' };
}

async function serve(url: string, init: RequestInit): Promise<Response> {
  init.signal?.throwIfAborted();
  if (url.endsWith('/auth/refresh-token')) {
    refreshes += 1;
    return Response.json({ accessToken: 'second' });
  }
  const stored = chunks.get(url.split('/').at(-1) ?? '');
  if (init.method === 'GET') {
    if (!stored) return Response.json(refusal('not-found', 'yoxdur'), { status: 404 });
    const size = Array.from(stored.values()).reduce((sum, part) => sum + part, 0);
    return Response.json({ fileId: 'f', chunks: [...stored.keys()], size });
  }
  if (url.endsWith('/check')) {
    const { fileName } = JSON.parse(String(init.body)) as { fileName: string };
    const refused = checks.get(fileName);
    return Response.json(refused ?? { fileId: 'f', size: 1 }, { status: refused ? 415 : 200 });
  }
  return receive(init.body as FormData);
}

function receive(form: FormData): Response {
  const number = Number(form.get('chunkNumber'));
  const fileId = String(form.get('fileId'));
  const { size } = form.get('chunk') as File;
  const answer = answers.get(sent.length);
  sent.push({ number, fileId, form, size });
  if (answer === 'offline') throw new TypeError('Failed to fetch');
  if (answer) return Response.json(answer.body, { status: answer.status });
  const stored = chunks.get(fileId) ?? new Map<number, number>();
  chunks.set(fileId, stored.set(number, size));
  return Response.json({ fileId, chunkNumber: number, received: stored.size });
}
