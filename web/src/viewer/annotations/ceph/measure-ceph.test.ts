import type { Landmark } from '@deqiq/contract/shared/imaging/landmarks.ts';
import type { PictureScale } from '@deqiq/contract/shared/imaging/picture-scale.ts';
import { expect, test } from 'vitest';
import type { Point2 } from '../../geometry/vectors.ts';
import type { Ceph } from '../../model/drawing/ceph-content.ts';
import { createCephFigure } from '../../testing/ceph-figure.ts';
import { findAllResults } from './ceph-results.ts';

const MILLIMETRES: PictureScale = { kind: 'calibrated', millimetresPerPixel: [1, 1] };

const measureAll = (ceph: Ceph, picture = MILLIMETRES) =>
  Object.fromEntries(
    findAllResults(ceph, { picture }).map(({ analysis, result: { name, unit, value } }) => [
      `${analysis.name} ${name} ${unit}`,
      value,
    ]),
  );

/** By construction of the figure. */
const expected = {
  'Steiner SNA °': 82,
  'Steiner SNB °': 80,
  'Steiner ANB °': 2,
  'Steiner SN–GoGn °': 32,
  'Steiner U1–NA °': 22,
  'Steiner U1–NA mm': 4,
  'Steiner L1–NB °': 25,
  'Steiner L1–NB mm': 4,
  'Steiner Kəsici dişlərarası bucaq °': 131,
  'Tweed FMA °': 25,
  'Tweed FMIA °': 62,
  'Tweed IMPA °': 93,
  'Ricketts Üz oxu °': 90,
  'Ricketts Üz dərinliyi °': 87,
  'Ricketts Alt çənə müstəvisi °': 25,
  'Ricketts Üzün aşağı hündürlüyü °': 47,
  'Ricketts Qabarıqlıq (A–NPog) mm': 60 * Math.sin(Math.PI / 90),
  'Ricketts Alt dodaq – estetik xətt mm': -2,
  'Downs Üz bucağı °': 87,
  'Downs Okklüzion müstəvi °': 8,
  'Jarabak Ar–Go–Me °': 110,
  'Eastman ANS–PNS / Go–Me °': 27,
  'Eastman U1 / ANS–PNS °': 109,
  'Eastman L1 / Go–Me °': 93,
};

/** The same face to the left, on its back, and in a turned and enlarged picture. */
const positions: readonly (readonly [string, (point: Point2) => Point2])[] = [
  ['to the right', (point) => point],
  ['to the left', ([x, y]) => [300 - x, y]],
  ['turned by a quarter', ([x, y]) => [y, 300 - x]],
  ['mirrored and turned', ([x, y]) => [y, x]],
  ['upside down', ([x, y]) => [300 - x, 300 - y]],
];

test.each(positions)('measures of a figure of known geometry: a face %s', (_, move) => {
  const measured = measureAll(createCephFigure(move));
  for (const [name, value] of Object.entries(expected))
    expect(measured[name], name).toBeCloseTo(value, 6);
});

test('points on whole pixels of 0.1 mm keep every angle within 0.3 degrees', () => {
  const round = ([x, y]: Point2): Point2 => [Math.round(x / 0.1), Math.round(y / 0.1)];
  const scale: PictureScale = { kind: 'calibrated', millimetresPerPixel: [0.1, 0.1] };
  const measured = measureAll(createCephFigure(round), scale);
  for (const [name, value] of Object.entries(expected))
    expect(Math.abs((measured[name] ?? Number.NaN) - value), name).toBeLessThan(0.3);
});

test('pixels that are not square do not bend an angle', () => {
  const stretch = ([x, y]: Point2): Point2 => [x / 0.1, y / 0.2];
  const scale: PictureScale = { kind: 'calibrated', millimetresPerPixel: [0.1, 0.2] };
  const measured = measureAll(createCephFigure(stretch), scale);
  expect(measured['Steiner SNA °']).toBeCloseTo(82, 6);
  expect(measured['Steiner U1–NA mm']).toBeCloseTo(4, 6);
});

test('without a scale there are angles and no millimetres', () => {
  const results = findAllResults(createCephFigure(), {
    picture: { kind: 'none', millimetresPerPixel: [1, 1] },
  });
  expect(results.length).toBeGreaterThan(20);
  expect(results.every(({ result }) => result.unit === '°')).toBe(true);
});

test('a measure needs its landmarks, and no others', () => {
  const names: readonly Landmark[] = ['S', 'N', 'A'];
  expect(measureAll(createCephFigure(undefined, names))).toEqual({
    'Steiner SNA °': expect.closeTo(82, 6),
  });
});

const describeSteiner = (
  move: (point: Point2, name: Landmark) => Point2,
  picture = MILLIMETRES,
) => {
  const figure = createCephFigure();
  const points = figure.points.map((point, at) => move(point, figure.names[at] ?? 'S'));
  const results = findAllResults({ ...figure, points }, { picture });
  return results.map(({ result }) => result);
};

test('a value is beside its norm, in standard deviations and in words', () => {
  const [sna, snb, , , , distance] = describeSteiner((point) => point);
  expect(sna).toMatchObject({
    valueText: '82,0°',
    norm: '82 ± 3,9°',
    difference: '0,0 SD, normadadır',
  });
  expect(snb?.level).toBe('normal');
  expect(distance).toMatchObject({ valueText: '4,0 mm', norm: '4 mm', difference: '0,0 mm' });
});

test.each([
  [6, 'changed', '+1,5 SD, normadan yuxarı'],
  [9, 'far', '+2,3 SD, normadan xeyli yuxarı'],
  [-9, 'far', '−2,3 SD, normadan xeyli aşağı'],
])('an SNA that differs by %i degrees', (degrees, level, difference) => {
  const angle = ((91 - degrees) * Math.PI) / 180;
  const moved: Point2 = [150 + 60 * Math.cos(angle), 60 + 60 * Math.sin(angle)];
  const [sna] = describeSteiner((point, name) => (name === 'A' ? moved : point));
  expect(sna).toMatchObject({ level, difference });
});

test('lengths of a detector are approximate', () => {
  const results = describeSteiner((point) => point, { ...MILLIMETRES, kind: 'detector' });
  expect(results.find(({ unit }) => unit === 'mm')?.valueText).toBe('≈ 4,0 mm');
});
