import { calibrate, readScale } from '@deqiq/contract/shared/imaging/picture-scale.ts';
import { describe, expect, test } from 'vitest';
import {
  measureAngle,
  measureAngleInVolume,
  measureLength,
  measureLengthInVolume,
  voxelUncertainty,
} from './measure.ts';
import { GRIDS, volumeSpace } from './testing.ts';
import type { Point2, Point3 } from './vectors.ts';
import { toPatient, toVoxel } from './volume/volume-space.ts';

const from: Point2 = [10, 10];
const to: Point2 = [40, 50];

const fromOrigin = (x: number, y: number): [Point2, Point2] => [
  [0, 0],
  [x, y],
];

describe('a length in a picture', () => {
  test('is true millimetres where the spacing is calibrated', () => {
    const scale = readScale({ spacing: [0.1, 0.1], spacingKind: 'calibrated' });
    const { value, unit, isApproximate, uncertainty } = measureLength([from, to], scale);
    expect(value).toBeCloseTo(5);
    expect([unit, isApproximate]).toEqual(['mm', false]);
    expect(uncertainty).toBeCloseTo(0.0707, 4);
  });

  test('is approximate where the spacing is that of the detector', () => {
    const scale = readScale({ spacing: [0.1, 0.1], spacingKind: 'detector' });
    expect(measureLength([from, to], scale)).toMatchObject({ unit: 'mm', isApproximate: true });
  });

  test.each([{}, { spacing: [0.1, 0.1] as [number, number] }])(
    'is pixels where nothing is known about the spacing',
    (metadata) => {
      const scale = readScale({ ...metadata, spacingKind: 'unknown' });
      expect(measureLength([from, to], scale)).toMatchObject({
        value: 50,
        unit: 'px',
        isApproximate: false,
      });
    },
  );

  test('counts columns and rows by their own spacing', () => {
    const scale = readScale({ spacing: [0.2, 0.3], spacingKind: 'calibrated' });
    expect(measureLength(fromOrigin(10, 0), scale).value).toBeCloseTo(2);
    expect(measureLength(fromOrigin(0, 10), scale).value).toBeCloseTo(3);
  });

  test('of a polyline is the sum of its sections', () => {
    const scale = readScale({ spacing: [0.5, 0.5], spacingKind: 'calibrated' });
    const points: Point2[] = [
      [0, 0],
      [10, 0],
      [10, 10],
      [0, 10],
    ];
    const { value, uncertainty } = measureLength(points, scale);
    expect(value).toBeCloseTo(15);
    expect(uncertainty).toBeCloseTo((Math.sqrt(3) * Math.SQRT1_2) / 2);
  });

  test('is less certain on a smaller level', () => {
    const scale = readScale({ spacing: [0.1, 0.1], spacingKind: 'calibrated' });
    const uncertainty = (level: number) => measureLength([from, to], scale, level).uncertainty;
    expect(uncertainty(4)).toBeCloseTo(4 * uncertainty(1));
  });
});

describe('a calibration by a known length', () => {
  test('makes that length, and all others, true to it', () => {
    const scale = calibrate([from, to], 12.5, { spacing: undefined });
    expect(measureLength([from, to], scale)).toMatchObject({
      value: expect.closeTo(12.5),
      unit: 'mm',
      isApproximate: true,
    });
    expect(measureLength(fromOrigin(0, 100), scale).value).toBeCloseTo(25);
  });

  test('keeps the proportions of pixels that are not square', () => {
    const scale = calibrate(fromOrigin(10, 0), 20, { spacing: [0.1, 0.2] });
    expect(measureLength(fromOrigin(0, 10), scale).value).toBeCloseTo(40);
  });

  test('passes its own uncertainty on', () => {
    const short = calibrate(fromOrigin(10, 0), 10, { spacing: undefined });
    const long = calibrate(fromOrigin(1000, 0), 1000, { spacing: undefined });
    const line: Point2[] = fromOrigin(500, 0);
    expect(measureLength(line, short).uncertainty).toBeGreaterThan(35);
    expect(measureLength(line, long).uncertainty).toBeLessThan(1);
  });

  test('of no length changes nothing', () => {
    expect(calibrate([from, from], 10, { spacing: undefined }).kind).toBe('none');
    expect(calibrate([from, to], 0, { spacing: undefined }).kind).toBe('none');
  });
});

describe('an angle', () => {
  const square = readScale({ spacing: [0.1, 0.1], spacingKind: 'calibrated' });

  test.each([15, 45, 90, 137, 180])('of %d degrees is measured at its middle point', (degrees) => {
    const radians = (degrees * Math.PI) / 180;
    const end: Point2 = [50 + 80 * Math.cos(radians), 50 - 80 * Math.sin(radians)];
    expect(measureAngle([[100, 50], [50, 50], end], square).value).toBeCloseTo(degrees, 5);
  });

  test('is true where pixels are not square', () => {
    const scale = readScale({ spacing: [0.1, 0.2], spacingKind: 'detector' });
    expect(
      measureAngle(
        [
          [20, 0],
          [0, 0],
          [20, 10],
        ],
        scale,
      ).value,
    ).toBeCloseTo(45);
  });

  test('is the less certain the shorter its arms are', () => {
    const ofArms = (length: number) =>
      measureAngle(
        [
          [length, 0],
          [0, 0],
          [0, length],
        ],
        square,
      ).uncertainty;
    expect(ofArms(100)).toBeCloseTo(0.573, 2);
    expect(ofArms(10)).toBeGreaterThan(5);
    expect(measureAngle([from, from, to], square)).toMatchObject({ value: 0, uncertainty: 180 });
  });
});

describe.each(Object.entries(GRIDS))('in a volume %s', (_, grid) => {
  const space = volumeSpace(grid);
  const findVoxel = (patient: Point3) =>
    toVoxel(space, patient).map(Math.round) as unknown as Point3;
  /** The tools see a point only as a voxel: its coordinates are rounded. */
  const seen = (patient: Point3) => toPatient(space, findVoxel(patient));
  const centre = toPatient(space, [40, 30, 15]);
  const shift = (x: number, y: number, z: number): Point3 => [
    centre[0] + x,
    centre[1] + y,
    centre[2] + z,
  ];

  test('a length between voxels is right within its uncertainty', () => {
    const ends = [centre, shift(6, -8, 10)] as const;
    const { value, uncertainty, unit } = measureLengthInVolume(ends.map(seen), space);
    expect(unit).toBe('mm');
    expect(Math.abs(value - Math.sqrt(200))).toBeLessThan(uncertainty * 2);
    expect(measureLengthInVolume(ends, space).value).toBeCloseTo(Math.sqrt(200));
    expect(voxelUncertainty(space, 1)).toBeCloseTo(Math.hypot(...space.spacing) / 2);
    expect(voxelUncertainty(space, 4)).toBeCloseTo(Math.hypot(...space.spacing) * 2);
  });

  test('an angle is right', () => {
    const arms = [shift(10, 0, 0), centre, shift(-5, 0, 5 * Math.sqrt(3))] as const;
    expect(measureAngleInVolume(arms, space).value).toBeCloseTo(120, 5);
  });
});
