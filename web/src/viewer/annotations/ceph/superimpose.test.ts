import type { Landmark } from '@deqiq/contract/shared/imaging/landmarks.ts';
import type { PictureScale } from '@deqiq/contract/shared/imaging/picture-scale.ts';
import { expect, test } from 'vitest';
import type { Point2 } from '../../geometry/vectors.ts';
import { createCephFigure } from '../../testing/ceph-figure.ts';
import { superimpose, type Tracing } from './superimpose.ts';

const scaleOf = (kind: PictureScale['kind'], across = 1, down = across): PictureScale => ({
  kind,
  millimetresPerPixel: [across, down],
});

const rotate =
  (degrees: number, size = 1) =>
  ([x, y]: Point2): Point2 => {
    const angle = (degrees * Math.PI) / 180;
    return [
      size * (x * Math.cos(angle) - y * Math.sin(angle)) + 40,
      size * (x * Math.sin(angle) + y * Math.cos(angle)) - 25,
    ];
  };

const current: Tracing = { ceph: createCephFigure(), picture: scaleOf('calibrated') };

/** The largest distance of a landmark from where the current tracing has it, pixels. */
function largestDistance(earlier: Tracing, over = current): number {
  const lies = superimpose(earlier, over);
  if (!lies) throw new Error('no superimposition');
  return Math.max(
    ...lies.points.map(([x, y], at) => {
      const [left = 0, top = 0] = over.ceph.points[at] ?? [];
      return Math.hypot(x - left, y - top);
    }),
  );
}

test.each<[string, (point: Point2) => Point2]>([
  ['as it is', (point) => point],
  ['turned and moved', rotate(17)],
  ['upside down', rotate(180)],
  ['to the other side', ([x, y]) => [300 - x, y]],
  ['to the other side and turned', (point) => rotate(-40)([300 - point[0], point[1]])],
])('the same face in an earlier picture, %s, lies exactly over this one', (_, move) => {
  const earlier = { ceph: createCephFigure(move), picture: scaleOf('calibrated') };
  expect(largestDistance(earlier)).toBeLessThan(1e-9);
});

test('pixels of another size, and such that are not square, are taken into account', () => {
  const earlier = {
    ceph: createCephFigure(([x, y]) => [x / 0.1, y / 0.2]),
    picture: scaleOf('user', 0.1, 0.2),
  };
  const fine = {
    ceph: createCephFigure(([x, y]) => [x / 0.05, y / 0.05]),
    picture: scaleOf('calibrated', 0.05),
  };
  expect(largestDistance(earlier, fine)).toBeLessThan(1e-6);
  expect(superimpose(earlier, fine)?.isTrueSize).toBe(true);
});

test('growth is seen in millimetres: N of a face that was smaller lies behind', () => {
  const earlier = { ceph: createCephFigure(rotate(30, 0.9)), picture: scaleOf('calibrated') };
  const lies = superimpose(earlier, current);
  const find = (points: readonly Point2[], name: Landmark) =>
    points[current.ceph.names.indexOf(name)] ?? [0, 0];
  const before = find(lies?.points ?? [], 'N');
  const now = find(current.ceph.points, 'N');
  expect(Math.hypot(before[0] - now[0], before[1] - now[1])).toBeCloseTo(7, 6);
  expect(find(lies?.points ?? [], 'S')).toEqual([
    expect.closeTo(find(current.ceph.points, 'S')[0], 9),
    expect.closeTo(find(current.ceph.points, 'S')[1], 9),
  ]);
});

test.each(['detector', 'none'] as const)(
  'of a picture whose scale is %s the lengths of S–N are made equal',
  (kind) => {
    const earlier = { ceph: createCephFigure(rotate(30, 3)), picture: scaleOf(kind) };
    expect(superimpose(earlier, current)?.isTrueSize).toBe(false);
    expect(largestDistance(earlier)).toBeLessThan(1e-9);
  },
);

test('an incisor that was tipped by 10 degrees is seen tipped by 10 degrees, on pixels of 0.1 mm', () => {
  const round = ([x, y]: Point2): Point2 => [Math.round(x / 0.1), Math.round(y / 0.1)];
  const figure = createCephFigure();
  const at = (name: Landmark) => figure.names.indexOf(name);
  const [tipX, tipY] = figure.points[at('U1')] ?? [0, 0];
  const [rootX, rootY] = figure.points[at('U1r')] ?? [0, 0];
  const angle = (10 * Math.PI) / 180;
  const tipped: Point2 = [
    rootX + (tipX - rootX) * Math.cos(angle) - (tipY - rootY) * Math.sin(angle),
    rootY + (tipX - rootX) * Math.sin(angle) + (tipY - rootY) * Math.cos(angle),
  ];
  const picture = scaleOf('calibrated', 0.1);
  const before = { ...figure, points: figure.points.with(at('U1'), tipped) };
  const earlier = {
    ceph: { ...before, points: before.points.map(rotate(21)).map(round) },
    picture,
  };
  const now = { ceph: { ...figure, points: figure.points.map(round) }, picture };
  const lies = superimpose(earlier, now);
  const directionOf = (points: readonly Point2[]) => {
    const [x, y] = points[at('U1')] ?? [0, 0];
    const [left, top] = points[at('U1r')] ?? [0, 0];
    return (Math.atan2(y - top, x - left) * 180) / Math.PI;
  };
  const difference = directionOf(lies?.points ?? []) - directionOf(now.ceph.points);
  expect(Math.abs(difference - 10)).toBeLessThan(0.3);
});

test('without S or N nothing lies over the picture', () => {
  const ceph = createCephFigure(undefined, ['S', 'A', 'B']);
  expect(superimpose({ ceph, picture: scaleOf('calibrated') }, current)).toBeUndefined();
  expect(superimpose(current, { ceph, picture: scaleOf('calibrated') })).toBeUndefined();
});
