import { expect, test } from 'vitest';
import { volumeSpace } from '../../geometry/testing.ts';
import { add } from '../../geometry/vectors.ts';
import { STANDARD } from '../../geometry/volume/axes.ts';
import { paneToPatient } from '../../geometry/volume/planes.ts';
import { findCentre } from '../../geometry/volume/volume-space.ts';
import { createArchModel } from './arch-model.ts';

const pane = { width: 200, height: 200 };

/** The lowest and highest z that a cross-section shows, in millimetres above the lowest of the volume. */
function findSection(slices: number, archHeight: number, zoom = 1): readonly number[] {
  const space = volumeSpace({ size: [96, 96, slices], spacing: [0.5, 0.5, 0.5] });
  const bottom = findCentre(space)[2] - slices / 4;
  const middle = findCentre(space);
  const points = [-15, 0, 15].map((x) =>
    add(middle, [x, -Math.abs(x), bottom + archHeight - middle[2]]),
  );
  const arch = createArchModel(space, points, 1, STANDARD);
  const view = arch.sectionView(10, pane, zoom);
  if (!view) throw new Error('no section');
  return [pane.height, 0].map((y) => paneToPatient(view, pane, [100, y])[2] - bottom);
}

const expectHeights = (actual: readonly number[], expected: readonly number[]) =>
  expect(actual.map((value) => Math.round(value * 100) / 100)).toEqual(expected);

test('a cross-section shows all of a volume up to 80 mm high', () => {
  expectHeights(findSection(160, 20), [0, 80]);
});

test('of a head it shows 75 mm around the arch, within the volume, and more when it is zoomed out', () => {
  expectHeights(findSection(280, 60), [22.5, 97.5]);
  expectHeights(findSection(280, 20), [0, 75]);
  expectHeights(findSection(280, 130), [65, 140]);
  expectHeights(findSection(280, 70, 0.5), [-5, 145]);
});
