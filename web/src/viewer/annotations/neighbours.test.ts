import type { AnnotationContent } from '@deqiq/contract/imaging/annotation-shapes.ts';
import { randomFrom } from '@deqiq/testkit/random.ts';
import { expect, test } from 'vitest';
import { type Implant, implantToImplant, measureAxisAngle } from '../geometry/implant.ts';
import { volumeMetadata } from '../geometry/testing.ts';
import { add, normalize, type Point3, scale as times } from '../geometry/vectors.ts';
import { createVolumeSpace } from '../geometry/volume/volume-space.ts';
import { createAnnotation } from '../testing/annotations.ts';
import { findMeasureScale } from './measure-scale.ts';
import { describeMeasurement } from './measurements.ts';

const metadata = volumeMetadata();
const scale = findMeasureScale(metadata, createVolumeSpace(metadata), [], 1);
const DOWN: Point3 = [0, 0, -1];

const at = (position: Point3, direction: Point3 = DOWN): Implant => ({
  position,
  direction,
  diameter: 4,
  length: 10,
});

test('the distance of two implants is from wall to wall', () => {
  const first = at([0, 0, 0]);
  expect(implantToImplant(first, at([7, 0, 0]))).toBeCloseTo(3, 6);
  // Side by side, one deeper than the other ends: from edge to edge.
  expect(implantToImplant(first, at([7, 0, -14]))).toBeCloseTo(5, 3);
  expect(implantToImplant(first, at([0, 0, -12]))).toBeCloseTo(2, 6);
  expect(implantToImplant(first, at([3, 0, -2]))).toBe(0);
  expect(implantToImplant(first, at([7, 0, 0], [-1, 0, 0]))).toBe(0);
});

/** Points on the walls and ends of an implant. */
function* surfaceOf({ position, direction, diameter, length }: Implant): Generator<Point3> {
  const across = normalize(
    Math.abs(direction[2]) < 0.9 ? [-direction[1], direction[0], 0] : [1, 0, 0],
  );
  const side = normalize(
    add(across, times(direction, -across.reduce((sum, v, i) => sum + v * (direction[i] ?? 0), 0))),
  );
  const other: Point3 = [
    direction[1] * side[2] - direction[2] * side[1],
    direction[2] * side[0] - direction[0] * side[2],
    direction[0] * side[1] - direction[1] * side[0],
  ];
  for (let angle = 0; angle < 72; angle += 1)
    for (let depth = 0; depth <= 40; depth += 1) {
      const radians = (angle * Math.PI) / 36;
      const radial = add(times(side, Math.cos(radians)), times(other, Math.sin(radians)));
      for (const share of depth === 0 || depth === 40 ? [0, 0.25, 0.5, 0.75, 1] : [1])
        yield add(
          add(position, times(direction, (length * depth) / 40)),
          times(radial, (diameter / 2) * share),
        );
    }
}

/** The min distance of any two points. Nine million pairs are compared by their squares, without an array for each. */
function findNearest(points: readonly Point3[], others: readonly Point3[]): number {
  let square = Number.POSITIVE_INFINITY;
  for (const [x, y, z] of points)
    for (const other of others)
      square = Math.min(square, (other[0] - x) ** 2 + (other[1] - y) ** 2 + (other[2] - z) ** 2);
  return Math.sqrt(square);
}

test('of tilted implants no two points of their walls are nearer, by half a step of the search', () => {
  const random = randomFrom(17);
  const any = (range: number) => random.between(-range, range);
  for (let round = 0; round < 6; round += 1) {
    const first = at([0, 0, 0], normalize([any(30), any(30), -100]));
    const second = at([any(2) + 9, any(4), any(4)], normalize([any(40), any(40), -100]));
    const nearest = findNearest([...surfaceOf(first)], [...surfaceOf(second)]);
    const found = implantToImplant(first, second);
    expect(found).toBeLessThanOrEqual(nearest + 1e-3);
    expect(nearest - found).toBeLessThan(0.1);
  }
});

test('the angle of two axes does not depend on which end is up', () => {
  const tilt = (degrees: number): Point3 => {
    const angle = (degrees * Math.PI) / 180;
    return [Math.sin(angle), 0, -Math.cos(angle)];
  };
  expect(measureAxisAngle(at([0, 0, 0]), at([9, 0, 0], tilt(12)))).toBeCloseTo(12, 6);
  expect(measureAxisAngle(at([0, 0, 0]), at([9, 0, 0], tilt(170)))).toBeCloseTo(10, 6);
});

test('an implant says how near the next one is, and the largest angle to any other', () => {
  const implant = (id: string, content: Implant, tooth?: number) =>
    createAnnotation(id, { kind: 'implant', ...content, tooth } as AnnotationContent);
  const first = implant('a', at([0, 0, 0]));
  const alone = describeMeasurement(first, [first], scale);
  expect(alone).toBe('Ø 4,0 × 10,0 mm');
  const all = [
    first,
    implant('b', at([6.5, 0, 0]), 36),
    implant('c', at([-20, 0, 0], normalize([0, 1, -4]))),
  ];
  expect(describeMeasurement(first, all, scale)).toMatch(
    /· digər implanta 2,5 ± \d,\d mm \(Diş 36\) \(yaxındır\) · oxlar arasında ən çox 14°$/,
  );
  const touching = [first, implant('b', at([3, 0, 0]))];
  expect(describeMeasurement(first, touching, scale)).toMatch(
    /digər implanta toxunur \(çox yaxındır\) · oxlar arasında ən çox 0°$/,
  );
});
