import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Viewer, type ViewerFile } from './viewer.tsx';
import type { Workspace } from './workspace/workspace.tsx';

const opened = vi.hoisted((): string[] => []);

vi.mock('./pixels/renderer.ts', () => ({
  createRenderer: () => ({ resize() {}, draw() {}, dispose() {} }),
}));
vi.mock('./model/picture/photo.ts', async (original) => {
  const { photoMetadata } = await original<typeof import('./model/picture/photo.ts')>();
  const openPhoto = (url: string) => {
    opened.push(url);
    return url === '/broken'
      ? Promise.reject(new Error('no network'))
      : Promise.resolve(photoMetadata({ width: 200, height: 100 }));
  };
  return { photoMetadata, openPhoto };
});
vi.mock('./pixels/mesh/load-mesh.ts', () => ({
  loadMesh: () => Promise.reject(new Error('no network')),
}));
vi.mock('./workspace/workspace.tsx', () => ({
  Workspace: ({ earlier, onCompare, beside }: Parameters<typeof Workspace>[0]) => (
    <>
      {earlier?.flatMap(({ files }) =>
        files.map((file) => (
          <button key={file.id} type="button" onClick={() => onCompare(file)}>
            {file.name}
          </button>
        )),
      )}
      {beside}
    </>
  ),
}));

const createPhoto = (id: string): ViewerFile => ({
  id,
  name: `picture ${id}`,
  description: '',
  state: 'ready',
  kind: undefined,
  derivedUrl: undefined,
  photoUrl: `/${id}`,
  hasSides: false,
  previewUrl: undefined,
  thumbnailUrl: undefined,
  notes: [],
  series: undefined,
});

const toFile = (file: string | ViewerFile) => (typeof file === 'string' ? createPhoto(file) : file);

/** The viewer of one picture, beside which these earlier ones can be shown. */
function openViewer(...earlier: (string | ViewerFile)[]) {
  opened.length = 0;
  const nothing = () => Promise.reject(new Error('not expected'));
  render(
    <Viewer
      subject=""
      examination={{ patient: '', title: '', day: '' }}
      files={[createPhoto('now')]}
      fileId="now"
      renewFile={nothing}
      onFile={() => {}}
      onClose={() => {}}
      onDownload={() => {}}
      annotations={{ list: nothing, create: nothing, update: nothing, remove: nothing }}
      earlier={[{ id: 'e', title: '', files: earlier.map(toFile) }]}
    />,
  );
  return userEvent.setup();
}

test('another earlier picture replaces the one that is compared', async () => {
  const user = openViewer('2024', '2023');
  await user.click(await screen.findByRole('button', { name: 'picture 2024' }));
  await waitFor(() => expect(opened).toEqual(['/now', '/2024']));
  await user.click(screen.getByRole('button', { name: 'picture 2023' }));
  await waitFor(() => expect(opened).toEqual(['/now', '/2024', '/2023']));
});

test('an earlier picture that did not arrive can be requested again', async () => {
  const user = openViewer('broken');
  await user.click(await screen.findByRole('button', { name: 'picture broken' }));
  await user.click(await screen.findByRole('button', { name: 'Yenidən cəhd et' }));
  await waitFor(() => expect(opened).toEqual(['/now', '/broken', '/broken']));
});

test('a surface scan is shown beside a picture with what scans have', async () => {
  const scan = { ...createPhoto('scan'), kind: 'surface', derivedUrl: '/s/' } as const;
  const user = openViewer(scan);
  await user.click(await screen.findByRole('button', { name: 'picture scan' }));
  expect(await screen.findByRole('button', { name: 'Yenidən cəhd et' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Müqayisəni bağla' }));
  expect(screen.queryByRole('button', { name: 'Yenidən cəhd et' })).toBeNull();
});

test('hidden names are not those of earlier pictures either', async () => {
  const user = openViewer('2024');
  await user.click(await screen.findByRole('button', { name: 'picture 2024' }));
  await screen.findByRole('button', { name: 'Müqayisəni bağla' });
  expect(screen.getAllByText('picture 2024')).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Adları gizlət' }));
  expect(screen.queryAllByText(/picture 2024/)).toEqual([]);
  expect(screen.queryByRole('application', { name: /2024/ })).toBeNull();
  expect(screen.getByRole('button', { name: '1 / 1' })).toBeTruthy();
});
