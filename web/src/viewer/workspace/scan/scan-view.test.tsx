import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadMesh } from '../../pixels/mesh/load-mesh.ts';
import type { ViewerFile } from '../../viewer-file.ts';
import { ScanView } from './scan-view.tsx';

vi.mock('../../pixels/mesh/load-mesh.ts', () => ({ loadMesh: vi.fn() }));
vi.mock('../../pixels/mesh/scan-renderer.ts', () => ({ createScanRenderer: () => undefined }));

const file: ViewerFile = {
  id: 's',
  name: 'scan.stl',
  description: '',
  state: 'ready',
  kind: 'surface',
  derivedUrl: '/f/',
  photoUrl: undefined,
  hasSides: false,
  previewUrl: '/preview',
  thumbnailUrl: undefined,
  notes: [],
  series: undefined,
};

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function open(change: Partial<ViewerFile> = {}) {
  const onDownload = vi.fn();
  render(
    <ScanView
      file={{ ...file, ...change }}
      isPrivate={false}
      onDownload={onDownload}
      renewFile={async () => undefined}
    />,
  );
  return { user: userEvent.setup(), onDownload };
}

test('a scan that did not arrive can be requested again, and downloaded', async () => {
  vi.mocked(loadMesh).mockRejectedValueOnce(new Error('no network'));
  const { user, onDownload } = open();
  expect(screen.getByRole('status').textContent).toBe('Şəkil yüklənir');
  await user.click(await screen.findByRole('button', { name: 'Yüklə' }));
  expect(onDownload).toHaveBeenCalledOnce();
  vi.mocked(loadMesh).mockReturnValueOnce(new Promise(() => undefined));
  await user.click(screen.getByRole('button', { name: 'Yenidən cəhd et' }));
  expect(screen.getByRole('status').textContent).toBe('Şəkil yüklənir');
});

test('a browser without WebGL shows the preview, and says so', async () => {
  const view = { right: [1, 0, 0], up: [0, 1, 0], towards: [0, 0, 1] };
  const metadata = { origin: [0, 0, 0], size: [1, 1, 1], view };
  vi.mocked(loadMesh).mockResolvedValueOnce({ metadata } as never);
  open();
  expect(
    await screen.findByText('Bu brauzer skanı döndərə bilmir. Önbaxış göstərilir'),
  ).toBeTruthy();
});

test('a scan whose mesh is still made is waited for', () => {
  open({ derivedUrl: undefined, state: 'pending' });
  expect(screen.getByRole('status').textContent).toBe('Şəkil hazırlanır');
});
