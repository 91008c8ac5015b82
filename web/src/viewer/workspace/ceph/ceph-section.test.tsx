import type { PictureScale } from '@deqiq/contract/shared/imaging/picture-scale.ts';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Ceph } from '../../model/drawing/ceph-content.ts';
import { createCephFigure } from '../../testing/ceph-figure.ts';
import { CephSection } from './ceph-section.tsx';

const show = (ceph: Ceph, kind: PictureScale['kind'] = 'detector') =>
  render(
    <CephSection
      ceph={ceph}
      scale={{
        picture: { kind, millimetresPerPixel: [1, 1] },
        space: undefined,
        levelScale: 1,
      }}
    />,
  );

test('each analysis is a table of values, norms and differences, with its source', async () => {
  show(createCephFigure());
  expect(screen.getByRole('row', { name: 'SNA 82,0° 82 ± 3,9° 0,0 SD, normadadır' })).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Ricketts' }));
  expect(screen.getByRole('table', { name: 'Ricketts' })).toBeDefined();
  expect(screen.getByText('Norma: Ricketts 1981')).toBeDefined();
  expect(screen.getByText('Norma 9 yaş üçündür; hər 3 ildə +1°')).toBeDefined();
});

test('a picture without a scale says why there are no millimetres', async () => {
  show(createCephFigure(), 'none');
  expect(screen.getByText(/^Şəklin miqyası yoxdur/)).toBeDefined();
  expect(screen.queryByText(/ mm/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Tweed' }));
  expect(screen.queryByText(/^Şəklin miqyası yoxdur/)).toBeNull();
});

test('landmarks that are missing are said', () => {
  const { unmount } = show(createCephFigure(undefined, ['S', 'N', 'A']));
  expect(screen.getByText('Bəzi ölçülər göstərilmir: onların nöqtələri qoyulmayıb')).toBeDefined();
  unmount();
  show(createCephFigure(undefined, ['S']));
  expect(screen.getByText('Bu analiz üçün hələ kifayət qədər nöqtə qoyulmayıb')).toBeDefined();
  expect(screen.queryByRole('table')).toBeNull();
});
