import { render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { stubServer } from '../../testing/server.ts';
import { departure } from '../people/session/departure.ts';
import { usePreview } from './previews.ts';

let revoked: string[] = [];

beforeEach(() => {
  departure.forget();
  revoked = [];
  let count = 0;
  Object.assign(URL, {
    createObjectURL: () => {
      count += 1;
      return `blob:${count}`;
    },
    revokeObjectURL: (url: string) => revoked.push(url),
  });
});

function Shown({ src, file }: { src: string | undefined; file?: string }) {
  const { url, isMissing } = usePreview(src, file);
  return <p>{isMissing ? 'missing' : (url ?? 'loading')}</p>;
}

test('a preview is fetched once, however often it is shown', async () => {
  const server = stubServer({ 'GET /x-ray': { text: 'webp' } });
  const { unmount } = render(<Shown src="/x-ray" />);
  expect(await screen.findByText('blob:1')).toBeTruthy();
  unmount();
  render(<Shown src="/x-ray" />);
  expect(screen.getByText('blob:1')).toBeTruthy();
  expect(server.requests).toHaveLength(1);
});

test('the former picture stays until the one of the next link is there', async () => {
  stubServer({ 'GET /x-ray': { text: 'webp' }, 'GET /x-ray-again': { text: 'webp' } });
  const { rerender } = render(<Shown src="/x-ray" />);
  await screen.findByText('blob:1');
  rerender(<Shown src="/x-ray-again" />);
  expect(screen.queryByText('loading')).toBeNull();
  expect(await screen.findByText('blob:2')).toBeTruthy();
});

test('another file never shows the picture of the former one', async () => {
  const answer = Promise.withResolvers<{ text: string }>();
  stubServer({ 'GET /x-ray': { text: 'webp' }, 'GET /other': () => answer.promise });
  const { rerender } = render(<Shown src="/x-ray" file="a" />);
  await screen.findByText('blob:1');
  rerender(<Shown src="/other" file="b" />);
  expect(screen.getByText('loading')).toBeTruthy();
  answer.resolve({ text: 'webp' });
  expect(await screen.findByText('blob:2')).toBeTruthy();
  rerender(<Shown src={undefined} file="c" />);
  expect(screen.getByText('loading')).toBeTruthy();
});

test('nothing of it stays in memory when the person leaves', async () => {
  const server = stubServer({ 'GET /x-ray': { text: 'webp' } });
  const { unmount } = render(<Shown src="/x-ray" />);
  await screen.findByText('blob:1');
  unmount();
  departure.forget();
  expect(revoked).toEqual(['blob:1']);
  render(<Shown src="/x-ray" />);
  await waitFor(() => expect(server.requests).toHaveLength(2));
});

test('what arrives after the person has left is dropped', async () => {
  const answer = Promise.withResolvers<{ text: string }>();
  stubServer({ 'GET /x-ray': () => answer.promise });
  const { unmount } = render(<Shown src="/x-ray" />);
  unmount();
  departure.forget();
  answer.resolve({ text: 'webp' });
  await vi.waitFor(() => expect(revoked).toEqual(['blob:1']));
});

test('a file without a preview is reported as missing', async () => {
  stubServer({ 'GET /none': { status: 404 } });
  render(<Shown src="/none" />);
  expect(await screen.findByText('missing')).toBeTruthy();
});

test('beyond the cache size the oldest unused preview is evicted', async () => {
  const size = 20 * 1024 * 1024;
  vi.spyOn(Response.prototype, 'blob').mockResolvedValue({ size } as Blob);
  stubServer({ 'GET /a': { text: '' }, 'GET /b': { text: '' }, 'GET /c': { text: '' } });
  const first = render(<Shown src="/a" />);
  await screen.findByText('blob:1');
  first.unmount();
  render(<Shown src="/b" />);
  await screen.findByText('blob:2');
  render(<Shown src="/c" />);
  await screen.findByText('blob:3');
  expect(revoked).toEqual(['blob:1']);
  vi.restoreAllMocks();
});
