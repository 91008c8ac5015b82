import * as texts from '@deqiq/messages/viewer/panel.js';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { ViewerFile } from '../viewer-file.ts';
import { PictureList } from './picture-list.tsx';

const pictureOf = (id: string, photoUrl: string | undefined): ViewerFile => ({
  id,
  name: `KLKT · ${id}.zip`,
  description: 'KLKT · 2026',
  state: photoUrl ? 'ready' : 'pending',
  kind: undefined,
  derivedUrl: undefined,
  photoUrl,
  hasSides: false,
  previewUrl: undefined,
  thumbnailUrl: photoUrl && '/small',
  notes: [],
  series: undefined,
});

const files = [pictureOf('Leyla', '/1'), pictureOf('second', '/2'), pictureOf('third', undefined)];
const [first] = files;

function show({ isPrivate = false, shown = files } = {}) {
  const onFile = vi.fn();
  const onCompare = vi.fn();
  if (!first) throw new Error('no picture');
  const page = { files: shown, current: first, isPrivate, onFile, onCompare };
  render(<PictureList {...page} />);
  return { user: userEvent.setup(), onFile, onCompare };
}

test('opens another picture, or shows it beside; one without pixels is only opened', async () => {
  const { user, onFile, onCompare } = show();
  const current = screen.getByRole('button', { name: /^KLKT · Leyla/ });
  expect(current.getAttribute('aria-current')).toBe('true');
  await user.click(screen.getByRole('button', { name: /^KLKT · third/ }));
  expect(onFile.mock.calls).toEqual([['third']]);
  expect(screen.getAllByRole('button')).toHaveLength(4);
  const beside = texts.showBeside({ name: 'KLKT · second.zip' });
  await user.click(screen.getByRole('button', { name: beside }));
  expect(onCompare.mock.calls).toEqual([[files[1]]]);
});

test('names are not read while they are hidden', () => {
  show({ isPrivate: true });
  expect(document.body.textContent).not.toMatch(/Leyla|second/);
  expect(screen.getByRole('button', { name: texts.showBeside({ name: '2 / 3' }) })).toBeTruthy();
});

test('a single picture needs no list', () => {
  show({ shown: files.slice(0, 1) });
  expect(document.body.textContent).toBe('');
});
