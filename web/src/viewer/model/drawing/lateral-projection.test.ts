import { describe, expect, test } from 'vitest';
import { findAllResults } from '../../annotations/ceph/ceph-results.ts';
import { volumeSpace } from '../../geometry/testing.ts';
import { add, cross, normalize, type Point3, scale } from '../../geometry/vectors.ts';
import { type Axes, STANDARD } from '../../geometry/volume/axes.ts';
import {
  findProjection,
  lateralView,
  sampleMeans,
} from '../../geometry/volume/lateral-projection.ts';
import { paneToPatient, patientToPane } from '../../geometry/volume/planes.ts';
import { createCephFigure } from '../../testing/ceph-figure.ts';
import { type Ceph, createCeph, mergeCeph, moveLandmark } from './ceph-content.ts';

const PANE = { width: 800, height: 700 };
const space = volumeSpace({ origin: [-90, -90, -90], spacing: [1, 1, 1], size: [181, 181, 181] });

/** A head that lies askew in the machine: turned, and its crown to one side. */
function straighten(): Axes {
  const left = normalize([0.95, 0.25, 0.15]);
  const back = normalize(cross([0.05, -0.1, 1], left));
  return [left, back, cross(left, back)];
}

/** The landmarks of the figure in a head, each at another distance from the midline. */
function createHead([left, back, head]: Axes): Point3[] {
  return createCephFigure().points.map(([x, y], index) =>
    add(scale(left, ((index * 37) % 100) - 50), add(scale(back, 110 - x), scale(head, 100 - y))),
  );
}

/** Presses on each landmark where the projection shows it, on whole pixels. */
function trace(axes: Axes, points: readonly Point3[]): Ceph {
  const view = lateralView(space, axes, findProjection(space, axes, [0, 0, 0], 'both'), PANE);
  const { names } = createCephFigure();
  const placed = points.map((point, index) => {
    const [x, y] = patientToPane(view, PANE, point).point;
    const pressed = paneToPatient(view, PANE, [Math.round(x), Math.round(y)]);
    const options = {
      frame: undefined,
      down: view.down,
      plane: [view.right, view.down] as const,
      millimetres: 0,
      hasDepth: false,
      landmark: names[index],
    };
    const ceph = createCeph({ points: [pressed], levelScale: 1 }, options);
    if (!ceph) throw new Error('no landmark');
    return ceph;
  });
  return placed.reduce(mergeCeph);
}

const picture = { kind: 'none', millimetresPerPixel: [1, 1] } as const;

const measureAll = (ceph: Ceph) =>
  Object.fromEntries(
    findAllResults(ceph, { picture }).map(({ analysis, result: { name, unit, value } }) => [
      `${analysis.name} ${name} ${unit}`,
      value,
    ]),
  );

describe.each<[string, Axes]>([
  ['that lies straight', STANDARD],
  ['that was straightened', straighten()],
])('a cephalogram of a head %s', (_, axes) => {
  const measured = measureAll(trace(axes, createHead(axes)));

  test.each([
    ['Steiner SNA °', 82],
    ['Steiner SNB °', 80],
    ['Steiner ANB °', 2],
    ['Tweed FMA °', 25],
    ['Jarabak Ar–Go–Me °', 110],
  ])('%s is %d within 0.3 degrees', (name, value) => {
    expect(Math.abs((measured[name] ?? Number.NaN) - value)).toBeLessThan(0.3);
  });

  test('lengths are those of the patient', () => {
    expect(Math.abs((measured['Steiner U1–NA mm'] ?? Number.NaN) - 4)).toBeLessThan(0.3);
  });
});

test('a landmark that is dragged keeps the directions of its tracing', () => {
  const axes = straighten();
  const ceph = trace(axes, createHead(axes));
  const [left, back] = axes;
  const to = add(scale(left, 30), scale(back, 12));
  const moved = moveLandmark(ceph, { index: 0, to, levelScale: 1, hasDepth: false });
  expect(moved.points[0]).toEqual([expect.closeTo(12, 9), expect.closeTo(0, 9)]);
  expect(moved.plane).toEqual(ceph.plane);
});

test('halves of a head meet at the midline, and are the whole together', () => {
  const [both, right, left] = (['both', 'right', 'left'] as const).map((half) =>
    findProjection(space, STANDARD, [10, 0, 0], half),
  );
  expect((right?.thickness ?? 0) + (left?.thickness ?? 0)).toBeCloseTo(both?.thickness ?? 0, 9);
  expect((right?.through[0] ?? 0) + (right?.thickness ?? 0) / 2).toBeCloseTo(10, 9);
  expect((left?.through[0] ?? 0) - (left?.thickness ?? 0) / 2).toBeCloseTo(10, 9);
});

test('the window is found from means along the rays', () => {
  const projection = findProjection(space, STANDARD, [0, 0, 0], 'both');
  const view = lateralView(space, STANDARD, projection, { width: 1, height: 1 });
  const valueAt = ([x, y]: Point3) => (y > 0 ? (x > 0 ? 1000 : 0) : -1000);
  const means = sampleMeans(view, projection, [1, 0, 0], { side: 100, valueAt });
  expect(means[0]).toBe(-1000);
  expect(means.at(-1)).toBe(500);
});
