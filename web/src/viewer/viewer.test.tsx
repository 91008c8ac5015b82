import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { Workspace } from './controls/workspace.tsx';
import { Viewer, type ViewerFile } from './viewer.tsx';

const opened = vi.hoisted((): string[] => []);

vi.mock('./pixels/renderer.ts', () => ({
  createRenderer: () => ({ resize() {}, draw() {}, dispose() {} }),
}));
vi.mock('./model/photo.ts', async (original) => {
  const { photoMetadata } = await original<typeof import('./model/photo.ts')>();
  const openPhoto = (url: string) => {
    opened.push(url);
    return Promise.resolve(photoMetadata({ width: 200, height: 100 }));
  };
  return { photoMetadata, openPhoto };
});
vi.mock('./controls/workspace.tsx', () => ({
  Workspace: ({ earlier, onCompare, beside }: Parameters<typeof Workspace>[0]) => (
    <>
      {earlier.flatMap(({ files }) =>
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

const photoOf = (id: string): ViewerFile => ({
  ...{ id, name: `picture ${id}`, description: '', state: 'ready', kind: undefined },
  ...{ derivedUrl: undefined, photoUrl: `/${id}`, hasSides: false, previewUrl: undefined },
});

test('another earlier picture replaces the one that is compared', async () => {
  const nothing = () => Promise.reject(new Error('not expected'));
  render(
    <Viewer
      {...{ subject: '', examination: { patient: '', title: '', day: '' } }}
      {...{ files: [photoOf('now')], fileId: 'now', onExpired: nothing }}
      {...{ onFile() {}, onClose() {}, onDownload() {} }}
      annotations={{ list: nothing, create: nothing, update: nothing, remove: nothing }}
      earlier={[{ id: 'e', title: '', files: [photoOf('2024'), photoOf('2023')] }]}
    />,
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'picture 2024' }));
  await waitFor(() => expect(opened).toEqual(['/now', '/2024']));
  await user.click(screen.getByRole('button', { name: 'picture 2023' }));
  await waitFor(() => expect(opened).toEqual(['/now', '/2024', '/2023']));
});
