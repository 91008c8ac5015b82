import { expect, test } from 'vitest';
import { ellipseInBox } from '../geometry/ellipse.ts';
import { volumeMetadata } from '../geometry/testing.ts';
import { normalize, type Point2, type Point3 } from '../geometry/vectors.ts';
import { createVolumeSpace, toPatient } from '../geometry/volume/volume-space.ts';
import { photoMetadata } from '../model/picture/photo.ts';
import { createAnnotation } from '../testing/annotations.ts';
import { measureGrey, readProfile } from './grey-values.ts';
import type { Content } from './kinds.ts';
import { findMeasureScale, type GreyValues, type MeasureScale } from './measure-scale.ts';
import { describeMeasurement, toTableValue } from './measurements.ts';

type ValueAt = GreyValues['reader']['valueAt'];

const picture = { ...photoMetadata({ width: 400, height: 300 }), spacing: [0.2, 0.2] as const };

function pictureScale(valueAt: ValueAt, change: Partial<GreyValues['metadata']> = {}) {
  const metadata = { ...picture, spacing: [0.2, 0.2] as [number, number] };
  const scale = findMeasureScale({ ...metadata, spacingKind: 'calibrated' }, undefined, [], 1);
  return { ...scale, grey: { reader: { valueAt }, metadata: { unit: '', bits: 8, ...change } } };
}

const ellipse = (centre: Point2, [a, b]: Point2): Content<'ellipse'> => ({
  kind: 'ellipse',
  levelScale: 1,
  points: ellipseInBox(
    [
      [centre[0] - a, centre[1] - b],
      [centre[0] + a, centre[1] + b],
    ],
    [0, 1],
  ),
});

/** A chessboard of two values has their middle as its mean, and half their difference as its deviation. */
const chessboard: ValueAt = ([x, y]) => ((Math.round(x) + Math.round(y)) % 2 === 0 ? 90 : 110);

test('mean and deviation in an ellipse are those of the pixels in it', () => {
  const scale = pictureScale(chessboard);
  const found = measureGrey(ellipse([200, 150], [60, 40]), scale);
  expect(found?.mean).toBeCloseTo(100, 1);
  expect(found?.deviation).toBeCloseTo(10, 1);
});

test('no pixel outside of an ellipse counts', () => {
  const isInside = ([x, y]: Point2 | Point3) =>
    ((x - 200) / 61) ** 2 + ((y - 150) / 41) ** 2 <= 1 ? 500 : 4000;
  const found = measureGrey(ellipse([200, 150], [60, 40]), pictureScale(isInside));
  expect(found).toEqual({ mean: 500, deviation: 0 });
});

test('a gradient has the deviation of its part in an ellipse: half the semi-axis', () => {
  const scale = pictureScale(([x]) => 3 * x);
  const found = measureGrey(ellipse([200, 150], [60, 40]), scale);
  expect(found?.mean).toBeCloseTo(600, 1);
  expect(found?.deviation).toBeCloseTo(90, 0);
});

test('the area is that of the ellipse; its ± covers axes that are read half a pixel too long', () => {
  const value = toTableValue(ellipse([200, 150], [60, 40]), pictureScale(chessboard));
  expect(value).toMatchObject({ unit: 'mm²' });
  const area = Math.PI * 12 * 8;
  expect(value?.value).toBeCloseTo(area, 6);
  const longer = (Math.PI / 4) * (24.1 * 16.1) - area;
  expect(value?.uncertainty).toBeGreaterThan(longer);
  expect(value?.uncertainty).toBeLessThan(2 * longer);
});

const describe = (scale: MeasureScale): string =>
  describeMeasurement(createAnnotation('a', ellipse([200, 150], [60, 40])), [], scale);

test('the unit is HU where the file says so, else grey values with their bits', () => {
  const text = describe(pictureScale(chessboard, { unit: 'HU' }));
  expect(text).toMatch(/^301,6 ± \d+,\d mm² · orta 100,0 ± 10,0 \(σ\) HU$/);
  expect(describe(pictureScale(chessboard))).toMatch(/\(σ\) boz dəyər, 8 bit$/);
  expect(describe({ ...pictureScale(chessboard), levelScale: 2 })).toMatch(/kiçildilmiş şəkildə$/);
  expect(describe(pictureScale(() => undefined))).toMatch(/^301,6 ± \d+,\d mm²$/);
});

test.each([
  [1300, 'D1'],
  [1249, 'D2'],
  [850, 'D2'],
  [400, 'D3'],
  [150, 'D4'],
  [149, undefined],
])('bone of %s HU has the density %s, and none where the unit is another', (value, name) => {
  const read = (unit: string) => describe(pictureScale(() => value, { unit }));
  if (name) expect(read('HU')).toContain(`sümük sıxlığı ${name} (Misch)`);
  else expect(read('HU')).not.toContain('Misch');
  expect(read('')).not.toContain('Misch');
  expect(read('HU?')).not.toContain('Misch');
});

/** A ball of 900 HU in water, measured in a plane that is tilted by 30°. */
test('in a tilted plane of a volume the values are those of the voxels that it cuts', () => {
  const metadata = volumeMetadata({ size: [80, 80, 80] });
  const space = createVolumeSpace(metadata);
  if (!space) throw new Error('no volume');
  const centre = toPatient(space, [40, 40, 40]);
  const valueAt: ValueAt = (voxel) => {
    const point = toPatient(space, voxel.map(Math.round) as unknown as Point3);
    return Math.hypot(...point.map((value, axis) => value - (centre[axis] ?? 0))) < 6 ? 900 : 0;
  };
  const scale = {
    ...findMeasureScale(metadata, space, [], 1),
    grey: { reader: { valueAt }, metadata: { unit: 'HU', bits: 12 } },
  };
  const right = normalize([Math.cos(Math.PI / 6), 0, Math.sin(Math.PI / 6)]);
  const within = (radius: number): Content<'ellipse'> => {
    const corner = (sign: number) =>
      centre.map(
        (value, axis) => value + sign * radius * ((right[axis] ?? 0) + (axis === 1 ? 1 : 0)),
      ) as unknown as Point3;
    return {
      kind: 'ellipse',
      levelScale: 1,
      points: ellipseInBox([corner(-1), corner(1)], [0, 1, 0]),
    };
  };
  expect(measureGrey(within(5), scale)).toEqual({ mean: 900, deviation: 0 });
  const around = measureGrey(within(12), scale);
  // A quarter of the area is in the ball.
  expect(around?.mean).toBeGreaterThan(900 * (5.5 / 12) ** 2);
  expect(around?.mean).toBeLessThan(900 * (6.5 / 12) ** 2);
});

test('a profile finds an edge within half a pixel, and reads no value outside of the picture', () => {
  const scale = pictureScale(([x]) => (x < 0 ? undefined : Math.round(x) < 130 ? 10 : 200));
  const content: Content<'profile'> = {
    kind: 'profile',
    points: [
      [-10, 150],
      [190, 150],
    ],
  };
  const samples = readProfile(content, scale);
  const edge = samples.find(({ value }) => value === 200);
  expect((edge?.share ?? 0) * 200 - 10).toBeGreaterThanOrEqual(129.5);
  expect((edge?.share ?? 0) * 200 - 10).toBeLessThanOrEqual(130.5);
  expect(samples[0]?.share).toBeGreaterThan(0.04);
  expect(new Set(samples.map(({ value }) => value))).toEqual(new Set([10, 200]));
});
