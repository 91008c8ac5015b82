import { afterEach, expect, test, vi } from 'vitest';
import { pictureSource } from './source.ts';

const stubFetch = (response: () => Promise<Response>) => {
  const fetch = vi.fn(response);
  vi.stubGlobal('fetch', fetch);
  return fetch;
};
const respond = (status: number) => () => Promise.resolve(new Response(null, { status }));
const source = pictureSource('/uploads/abc/');

afterEach(() => vi.unstubAllGlobals());

test('requests are sent without cookies and are not cached', async () => {
  const fetch = stubFetch(respond(200));
  await source.fetch('l0');
  expect(fetch).toHaveBeenCalledWith('/uploads/abc/l0', {
    cache: 'no-store',
    credentials: 'omit',
    headers: {},
  });
});

test('the rest of an object is requested by range, of the same version', async () => {
  const fetch = stubFetch(respond(206));
  await source.fetch('l2', { ranges: [[500]], etag: '"1"' });
  expect(fetch).toHaveBeenCalledWith(
    '/uploads/abc/l2',
    expect.objectContaining({ headers: { range: 'bytes=500-', 'if-range': '"1"' } }),
  );
});

test('several parts of an object are requested together', async () => {
  const fetch = stubFetch(respond(206));
  await source.fetch('l2', { ranges: [[0, 5], [7, 8], [20]] });
  expect(fetch).toHaveBeenCalledWith(
    '/uploads/abc/l2',
    expect.objectContaining({ headers: { range: 'bytes=0-4,7-7,20-' } }),
  );
});

test('every failure has a type', async () => {
  for (const [status, failure] of [
    [404, 'missing'],
    [410, 'expired'],
    [500, 'network'],
    [403, 'network'],
  ] as const) {
    stubFetch(respond(status));
    await expect(source.fetch('meta')).rejects.toMatchObject({ failure });
  }
  stubFetch(() => Promise.reject(new TypeError('Failed to fetch')));
  await expect(source.fetch('meta')).rejects.toMatchObject({ failure: 'network' });
});

test('another version of the object is not joined to the first bytes', async () => {
  stubFetch(respond(200));
  await expect(source.fetch('l2', { ranges: [[5]] })).rejects.toMatchObject({ failure: 'expired' });
});

test('an aborted request is no failure', async () => {
  const signal = AbortSignal.abort();
  stubFetch(() => Promise.reject(signal.reason));
  await expect(source.fetch('meta', { signal })).rejects.toMatchObject({ name: 'AbortError' });
});
