import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Sink } from './sinks.ts';
import { transferZip, type ZipEntry, zipSize } from './zip.ts';

const contents: Readonly<Record<string, string>> = { '/a': 'first slice', '/b': 'second' };

beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string) =>
    contents[url] === undefined
      ? Response.json(
          { code: 'not-found', message: 'Fayl tapılmadı', requestId: 'r' },
          { status: 404 },
        )
      : new Response(contents[url]),
  );
});
afterEach(() => vi.unstubAllGlobals());

function entry(name: string, url: string): ZipEntry {
  const source = { url, size: contents[url]?.length ?? 1 };
  return { name, ...source, freshSource: async () => source };
}

function collectingSink() {
  const parts: Uint8Array[] = [];
  const sink: Sink = {
    write: async (bytes) => void parts.push(bytes),
    restart: () => Promise.reject(new Error('not in a ZIP')),
    finish: () => Promise.resolve(),
    discard: () => Promise.resolve(),
  };
  return { sink, text: async () => new Blob(parts as BlobPart[]).text() };
}

function zip(entries: ZipEntry[], sink: Sink, onBytes: (bytes: number) => void = () => undefined) {
  const { signal } = new AbortController();
  return transferZip({ entries, sink, signal, onBytes, onWaiting: () => undefined });
}

test('all files are in the archive under their names, and its size was known before', async () => {
  const entries = [entry('kəsik 1.dcm', '/a'), entry('kəsik 2.dcm', '/b')];
  const { sink, text } = collectingSink();
  let received = 0;
  await zip(entries, sink, (bytes) => {
    received = bytes;
  });
  expect(received).toBe(await zipSize(entries));
  const archive = await text();
  for (const part of ['kəsik 1.dcm', 'kəsik 2.dcm', 'first slice', 'second'])
    expect(archive).toContain(part);
});

test('a file that is gone fails the archive with the server’s sentence', async () => {
  const entries = [entry('a.dcm', '/a'), entry('gone.dcm', '/gone')];
  await expect(zip(entries, collectingSink().sink)).rejects.toThrow('Fayl tapılmadı');
});
