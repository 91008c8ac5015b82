import { pickCases } from '@deqiq/testkit/fast-run.ts';
import { randomFrom } from '@deqiq/testkit/random.ts';
import { describe, expect, test } from 'vitest';
import { movePoint, type Rigid, rotateDirection } from '../registration/rigid.ts';
import { add, distance, normalize, type Point3, scale, subtract } from '../vectors.ts';
import { type AlignTask, alignScan } from './align-scan.ts';
import { compose, fromPoints, fromVector } from './rigid.ts';
import type { Field } from './volume-field.ts';

/** Teeth: balls of unequal sizes along an arch, in millimetres of the patient. */
const teeth = Array.from({ length: 12 }, (_, index) => {
  const angle = (Math.PI * (index + 0.5)) / 12;
  const centre: Point3 = [24 * Math.cos(angle), -30 * Math.sin(angle) + 15, 2 * Math.sin(index)];
  return { centre, radius: 3 + 0.4 * (index % 4) };
});

/** Millimetres from the surface of the teeth, negative inside. */
const depthAt = (point: Point3): number =>
  Math.min(...teeth.map(({ centre, radius }) => distance(point, centre) - radius));

/** A volume whose voxels of 0.5 mm lie askew; partial volume and noise like those of a half level. */
function createField(noise: number): Field {
  const random = randomFrom(3);
  const { rotation: rows } = fromVector([0.05, -0.1, 0.08], [0, 0, 0]);
  const size: Point3 = [124, 96, 36];
  const steps = [scale(rows[0], 0.5), scale(rows[1], 0.5), scale(rows[2], 0.5)] as const;
  const half = add(add(scale(steps[0], 61.5), scale(steps[1], 47.5)), scale(steps[2], 17.5));
  const origin = subtract([0, 0, 0], half);
  const values = new Uint16Array(size[0] * size[1] * size[2]);
  for (const index of values.keys()) {
    const column = index % size[0];
    const row = Math.floor(index / size[0]) % size[1];
    const slice = Math.floor(index / size[0] / size[1]);
    const point = add(
      add(add(origin, scale(steps[0], column)), scale(steps[1], row)),
      scale(steps[2], slice),
    );
    const share = Math.min(1, Math.max(0, 0.5 - depthAt(point) / 0.6));
    values[index] = Math.max(0, 1000 + 2000 * share + noise * random.normal());
  }
  return { values, size, origin, steps };
}

/** Upper halves of the teeth as a scanner sees them, and gums that no volume shows. */
function createScan(toScan: Rigid) {
  const random = randomFrom(5);
  const truth: Point3[] = [];
  const points: number[] = [];
  const normals: number[] = [];
  while (truth.length < 3_000) {
    const tooth = random.pick(teeth);
    const normal = normalize([random.normal(), random.normal(), Math.abs(random.normal())]);
    const point = add(tooth.centre, scale(normal, tooth.radius));
    if (depthAt(point) < -1e-6) continue;
    const isGum = truth.length % 6 === 0;
    const seen = isGum ? add(point, scale(normal, 1 + 2 * random.next())) : point;
    truth.push(seen);
    points.push(...movePoint(toScan, add(seen, scale(normal, 0.02 * random.normal()))));
    normals.push(...rotateDirection(toScan, normal));
  }
  return { truth, points: Float32Array.from(points), normals: Float32Array.from(normals) };
}

const toScan = fromVector([0.6, -1.1, 0.4], [40, -12, 25]);

/** Root of the mean square of the distances between where points are and where they belong, millimetres. */
function measureError({ points, truth }: ReturnType<typeof createScan>, rigid: Rigid): number {
  const squares = truth.map((point, index) => {
    const [x = 0, y = 0, z = 0] = points.subarray(index * 3, index * 3 + 3);
    return distance(movePoint(rigid, [x, y, z]), point) ** 2;
  });
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length);
}

/** Three teeth, pressed with an error of up to 1.5 mm. */
function pressPoints(): Rigid | undefined {
  const random = randomFrom(11);
  const pressed = [0, 5, 11].map((index) => teeth[index]?.centre ?? teeth[0]?.centre ?? [0, 0, 0]);
  const shift = (point: Point3): Point3 => [
    point[0] + random.between(-1, 1),
    point[1] + random.between(-1, 1),
    point[2] + random.between(-1, 1),
  ];
  const [a, b, c] = pressed as [Point3, Point3, Point3];
  const from = [
    shift(movePoint(toScan, a)),
    shift(movePoint(toScan, b)),
    shift(movePoint(toScan, c)),
  ] as const;
  return fromPoints(from, [a, b, c]);
}

function createTask(noise: number) {
  const scan = createScan(toScan);
  const start = pressPoints();
  if (!start) throw new Error('the points lie on a line');
  const task: AlignTask = { ...scan, field: createField(noise), threshold: 2000, start };
  return { task, scan, start };
}

describe('a scan over the bone', () => {
  for (const noise of pickCases([150, 0], 2))
    test(`lies within 0.2 mm of its place after three points, with a noise of ${noise}`, () => {
      const { task, scan, start } = createTask(noise);
      expect(measureError(scan, start)).toBeGreaterThan(0.5);
      const found = alignScan(task);
      if (!found) throw new Error('nothing was found');
      expect(measureError(scan, found.rigid)).toBeLessThan(0.2);
      expect(found.rms).toBeLessThan(0.2);
      expect(found.share).toBeGreaterThan(0.7);
    });

  test('is refused where it lies at no surface', () => {
    const { task, start } = createTask(0);
    const away = compose(fromVector([0, 0, 0], [0, 0, 14]), start);
    expect(alignScan({ ...task, start: away })).toBeUndefined();
  });

  test('is refused where other spots were pressed', () => {
    const [a, b, c] = [0, 5, 11].map((index) => teeth[index]?.centre);
    if (!a || !b || !c) throw new Error('there are no teeth');
    const far = add(c, [6, 0, 0]);
    expect(fromPoints([a, b, c], [a, b, c])).toBeDefined();
    expect(fromPoints([a, b, c], [a, b, far])).toBeUndefined();
  });

  test('needs three points that are not on one line', () => {
    const line = [
      [0, 0, 0],
      [10, 0, 0],
      [20, 1, 0],
    ] as const;
    expect(fromPoints(line, line)).toBeUndefined();
  });

  test('is moved by millimetres and radians', () => {
    const [x, y, z] = movePoint(fromVector([0, 0, Math.PI / 2], [1, 2, 3]), [10, 0, 0]);
    expect([x, y, z].map((value) => Math.round(value * 1e9) / 1e9)).toEqual([1, 12, 3]);
  });
});
