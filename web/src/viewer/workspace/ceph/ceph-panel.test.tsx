import type { Annotation } from '@deqiq/contract/imaging/annotations.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { photoMetadata } from '../../model/picture/photo.ts';
import { createAnnotation, createModel } from '../../testing/annotations.ts';
import { createCephFigure } from '../../testing/ceph-figure.ts';
import type { ViewerFile } from '../../viewer-file.ts';
import { CephPanel } from './ceph-panel.tsx';

const photo: ViewerFile = {
  id: 'earlier-1',
  name: 'sefalo.jpg',
  description: '',
  notes: [],
  series: undefined,
  state: 'ready',
  kind: undefined,
  derivedUrl: undefined,
  photoUrl: '/sefalo.jpg',
  hasSides: false,
  previewUrl: undefined,
  thumbnailUrl: undefined,
};

const calibration = createAnnotation('k', {
  kind: 'calibration',
  points: [
    [0, 0],
    [10, 0],
  ],
  millimetres: 10,
});

function show(list: () => Promise<readonly Annotation[]>, kind: 'calibrated' | 'detector') {
  const model = createModel(photoMetadata({ width: 300, height: 300 }));
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <CephPanel
        model={model}
        ceph={createCephFigure()}
        scale={{
          picture: { kind, millimetresPerPixel: [1, 1] },
          space: undefined,
          levelScale: 1,
        }}
        earlier={[{ id: 'c0', title: 'Sefalometriya · 1 may 2024', files: [photo] }]}
        api={{ list, create: vi.fn(), update: vi.fn(), remove: vi.fn() }}
        renewFile={async () => undefined}
      />
    </QueryClientProvider>,
  );
  return model;
}

/** SNA was 85 degrees, and all lengths those of a face of 0.9. */
const before = () => {
  const figure = createCephFigure(([x, y]) => [x * 0.9, y * 0.9]);
  const angle = ((91 - 3) * Math.PI) / 180;
  const points = figure.points.map((point, at) =>
    figure.names[at] === 'A'
      ? ([135 + 54 * Math.cos(angle), 54 + 54 * Math.sin(angle)] as const)
      : point,
  );
  return createAnnotation('e', { ...figure, points });
};

test('an earlier tracing is chosen: the table has what it was and how it changed, in millimetres', async () => {
  const model = show(async () => [before(), calibration], 'calibrated');
  const select = await screen.findByRole('combobox', { name: /^Əvvəlki sefalometriya/ });
  expect(screen.getByRole('row', { name: 'SNA 82,0° 82 ± 3,9° 0,0 SD, normadadır' })).toBeDefined();
  await userEvent.selectOptions(select, 'Sefalometriya · 1 may 2024');
  expect(screen.getByRole('status').textContent).toMatch(/millimetr miqyasında$/);
  expect(
    screen.getByRole('row', { name: /^SNA ?Norma: 82 ± 3,9° 85,0° 82,0° −3,0°$/ }),
  ).toBeDefined();
  expect(
    screen.getByRole('row', { name: /^L1–NB ?Norma: 4 mm ≈ 3,6 mm 4,0 mm ≈ \+0,4 mm$/ }),
  ).toBeDefined();
  expect(model.state.get().earlierCeph?.fileId).toBe('earlier-1');
  await userEvent.selectOptions(select, 'Müqayisəsiz');
  expect(model.state.get().earlierCeph).toBeUndefined();
});

test('without a scale S–N is made equal, which is said, and lengths have no earlier value', async () => {
  show(async () => [before()], 'detector');
  const select = await screen.findByRole('combobox', { name: /^Əvvəlki sefalometriya/ });
  await userEvent.selectOptions(select, 'Sefalometriya · 1 may 2024');
  expect(screen.getByRole('status').textContent).toMatch(/S–N uzunluqları bərabərləşdirilib/);
  expect(screen.getByRole('row', { name: /^L1–NB ?Norma: 4 mm — ≈ 4,0 mm —$/ })).toBeDefined();
});

test('an earlier tracing without S or N says why nothing is drawn', async () => {
  show(async () => [createAnnotation('e', createCephFigure(undefined, ['S', 'A']))], 'calibrated');
  const select = await screen.findByRole('combobox', { name: /^Əvvəlki sefalometriya/ });
  await userEvent.selectOptions(select, 'Sefalometriya · 1 may 2024');
  expect(screen.getByRole('status').textContent).toMatch(/S və N nöqtələri qoyulmalıdır$/);
});

test('where no tracing is saved, that is said; where the search fails, it is repeated', async () => {
  const list = vi.fn<() => Promise<readonly Annotation[]>>();
  list.mockRejectedValueOnce(new Error('offline')).mockResolvedValue([calibration]);
  show(list, 'calibrated');
  expect(await screen.findByRole('alert')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Yenidən cəhd edin' }));
  expect(await screen.findByText(/saxlanmış sefalometriya yoxdur$/)).toBeDefined();
});
