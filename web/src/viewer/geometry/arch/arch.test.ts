import { buildHead } from '@deqiq/samples/cbct/head-model.ts';
import { archPoint, locate } from '@deqiq/samples/jaw/arch.ts';
import { buildJaw } from '@deqiq/samples/jaw/jaw.ts';
import {
  type ArchOptions,
  archPhantom,
  cylinderPhantom,
  type Phantom,
  spherePhantom,
} from '@deqiq/samples/phantoms/phantoms.ts';
import { type Scan, type ScanOptions, scanPhantom } from '@deqiq/samples/phantoms/scan.ts';
import { rod, type Shape, sphere, wall } from '@deqiq/samples/phantoms/scene.ts';
import { VARIANTS } from '@deqiq/samples/phantoms/variants.ts';
import { pickCases } from '@deqiq/testkit/fast-run.ts';
import { describe, expect, test } from 'vitest';
import { volumeMetadata, volumeSpace } from '../testing.ts';
import { cross, distance, dot, type Point3 } from '../vectors.ts';
import {
  createVolumeSpace,
  findCentre,
  isInside,
  toVoxel,
  type VolumeSpace,
} from '../volume/volume-space.ts';
import { defaultArch, findArch } from './arch.ts';
import type { LevelValues } from './axial-projection.ts';
import { createCurve } from './curve.ts';

/** The level and the geometry that the server derives from a scan. */
function derive(scan: Scan): { level: LevelValues; space: VolumeSpace } {
  const [width, height, slices] = scan.size;
  const { column, row } = scan.variant;
  const space = volumeSpace({ ...scan, column, row });
  const values = Uint16Array.from(scan.densities, (density) =>
    Math.max(0, Math.round(density + 1024)),
  );
  return { level: { scale: 1, width, height, slices, values }, space };
}

/** A level of half the size: means of 2 × 2 × 2 voxels. The size must be even. */
function halve({ scale, width, height, slices, values }: LevelValues): LevelValues {
  const size = [width / 2, height / 2, slices / 2] as const;
  const offsets = [0, 1].flatMap((z) =>
    [0, 1].flatMap((y) => [0, 1].map((x) => x + y * width + z * width * height)),
  );
  const half = Uint16Array.from({ length: size[0] * size[1] * size[2] }, (_, index) => {
    const x = index % size[0];
    const y = Math.floor(index / size[0]) % size[1];
    const z = Math.floor(index / size[0] / size[1]);
    const first = 2 * (x + y * width + z * width * height);
    return offsets.reduce((sum, offset) => sum + (values[first + offset] ?? 0), 0) / 8;
  });
  const [halfWidth, halfHeight, halfSlices] = size;
  return {
    scale: scale * 2,
    width: halfWidth,
    height: halfHeight,
    slices: halfSlices,
    values: half,
  };
}

/** Largest distance of the true points from the curve as seen from above, millimetres. */
function worstDistance(controlPoints: readonly Point3[], truth: readonly Point3[]): number {
  const curve = createCurve(controlPoints);
  const distances = truth.map(([x, y]) => {
    const nearest = curve.pointAt(curve.nearest([x, y, 0]).position);
    return Math.hypot(nearest[0] - x, nearest[1] - y);
  });
  return Math.max(...distances);
}

function find(options: ArchOptions, scanOptions: ScanOptions = {}) {
  const phantom = archPhantom(options);
  const { level, space } = derive(scanPhantom(phantom, { side: 64, ...scanOptions }));
  return { found: findArch(level, space), truth: phantom.truth, space };
}

describe('the arch of a phantom', () => {
  const variants = [
    'axis-aligned',
    'anisotropic',
    'mirrored',
    'coronal',
    'oblique, anisotropic, reversed and signed',
  ] as const;
  test.each(pickCases(variants, 2))('%s is found', (name) => {
    const variant = VARIANTS[name];
    const { found, truth } = find({}, { variant });
    expect(found?.length).toBe(9);
    expect(worstDistance(found ?? [], truth.curve)).toBeLessThan(0.9);
  });

  test.each(pickCases([-20, -10, 10, 20], 2))('rotated by %d degrees is found', (rotation) => {
    const { found, truth } = find({ rotation });
    expect(worstDistance(found ?? [], truth.curve)).toBeLessThan(0.9);
  });

  const halves = [
    ['left', -20],
    ['left', 0],
    ['left', 20],
    ['right', -20],
    ['right', 0],
    ['right', 20],
  ] as const;
  test.each(pickCases(halves, 5))(
    'of which only the %s half exists, rotated by %d degrees, is found',
    (teeth, rotation) => {
      const { found, truth } = find({ teeth, rotation });
      expect(found?.length).toBeGreaterThanOrEqual(5);
      expect(worstDistance(found ?? [], truth.curve)).toBeLessThan(1.5);
      const length = createCurve(found ?? []).length;
      expect(length).toBeLessThan(72);
    },
  );

  test.each([300, 1000])('with a noise of %d HU is found', (noise) => {
    const { found, truth } = find({ rotation: 12 }, { noise });
    expect(worstDistance(found ?? [], truth.curve)).toBeLessThan(0.9);
  });

  test('is found in a smaller level', () => {
    const phantom = archPhantom({ rotation: -13 });
    const { level, space } = derive(scanPhantom(phantom));
    const found = findArch(halve(level), space);
    expect(worstDistance(found ?? [], phantom.truth.curve)).toBeLessThan(0.9);
  });

  test('has its control points from right to left, at the height of the teeth', () => {
    const { found, truth, space } = find({});
    const first = found?.[0];
    const last = found?.at(-1);
    expect(first?.[0]).toBeLessThan(-15);
    expect(last?.[0]).toBeGreaterThan(15);
    for (const point of found ?? []) {
      expect(Math.abs(point[2] - truth.height)).toBeLessThan(4);
      expect(isInside(space, toVoxel(space, point))).toBe(true);
    }
  });

  test('has cross-sections that are perpendicular to the row of teeth', () => {
    const { found, truth } = find({});
    const curve = createCurve(found ?? []);
    for (const [index, point] of truth.curve.entries()) {
      const before = truth.curve[index - 1];
      const after = truth.curve[index + 1];
      if (!before || !after) continue;
      const along: Point3 = [after[0] - before[0], after[1] - before[1], 0];
      const tangent = curve.tangentAt(curve.nearest(point).position);
      const sine = cross(tangent, along)[2] / distance(along, [0, 0, 0]);
      expect(Math.abs(Math.asin(sine)) * (180 / Math.PI)).toBeLessThan(4);
      expect(dot(tangent, along)).toBeGreaterThan(0);
    }
  });
});

/** Bodies that are no jaw. */
const bodies = (...shapes: Shape[]) => ({ ...archPhantom({ teeth: 'none' }), shapes });

/** A closed wall of bone, seen from above an ellipse. */
const ring = (halfWidth: number, halfDepth: number, thickness: number) =>
  wall(
    Array.from({ length: 61 }, (_, index): Point3 => {
      const angle = (index / 60) * 2 * Math.PI;
      return [halfWidth * Math.sin(angle), -halfDepth * Math.cos(angle), 0];
    }),
    { thickness, bottom: -20, top: 20, density: 1500 },
  );

/** A dome of bone with soft tissue within. */
const vault = (radius: number, thickness: number): Shape[] => [
  sphere([0, 14, 0], radius, 1500),
  sphere([0, 14, 0], radius - thickness, 40),
];

/** A wall of bone whose parts have a radius and an angle in degrees, one after the other; positive is to the left. */
function bentWall(
  start: Point3,
  heading: number,
  parts: readonly [radius: number, bend: number][],
) {
  let [x, y] = start;
  let direction = (heading * Math.PI) / 180;
  const path: Point3[] = [start];
  for (const [radius, bend] of parts) {
    const count = Math.ceil((radius * Math.abs(bend)) / 57 / 2);
    const step = (radius * Math.abs(bend) * Math.PI) / 180 / count;
    for (let index = 0; index < count; index += 1) {
      direction += (Math.sign(bend) * step) / radius;
      x += Math.cos(direction) * step;
      y += Math.sin(direction) * step;
      path.push([x, y, 0]);
    }
  }
  return wall(path, { thickness: 7, bottom: -20, top: 20, density: 1500 });
}

describe('no arch is found', () => {
  const others: readonly [string, Phantom<unknown>][] = [
    ['where there are no teeth', archPhantom({ teeth: 'none' })],
    ['among spheres', spherePhantom()],
    ['among straight cylinders', cylinderPhantom()],
    ['along a straight rod', bodies(rod([0, -38, 0], [3, 38, 2], 4, 2000))],
    ['along two rods', bodies(...[-22, 22].map((x) => rod([x, -30, 0], [x, 30, 0], 4, 2000)))],
    ['around a ball', bodies(sphere([0, 0, 0], 20, 2000))],
    ['in a round ring', bodies(ring(22, 22, 8))],
    ['in a deep ring', bodies(ring(24, 34, 9))],
    ['in a wide ring', bodies(ring(34, 26, 6))],
    ['in the vault of a skull', bodies(...vault(38, 5))],
    ['in a vault that the field cuts off behind', bodies(...vault(52, 6))],
    ['in a large sphere that the field cuts off', bodies(sphere([0, 6, 0], 46, 1500))],
    ['in a forehead', bodies(bentWall([-38, 0, 0], -38, [[60, 76]]))],
    ['in a bone that opens to one side', bodies(bentWall([-4, 34, 0], -150, [[26, 150]]))],
    [
      'in a bone that goes on',
      bodies(
        bentWall([-36, 20, 0], -80, [
          [25, 160],
          [12, -170],
          [200, -10],
        ]),
      ),
    ],
  ];
  test.each(pickCases(others, 3))('%s', (_, phantom) => {
    for (const noise of [0, 300]) {
      const { level, space } = derive(scanPhantom(phantom, { side: 64, noise }));
      expect(findArch(level, space)).toBeUndefined();
    }
  });

  test.each([0, 1500])('where all voxels are %d', (value) => {
    const space = volumeSpace({ size: [20, 20, 20] });
    const values = new Uint16Array(8000).fill(value);
    const level = { scale: 1, width: 20, height: 20, slices: 20, values };
    expect(findArch(level, space)).toBeUndefined();
  });
});

describe('the arch of a head with bone and soft tissue', () => {
  /** The synthetic head of the samples, its front teeth 30 mm before the middle, rotated. */
  function headLevel(rotation: number, size: Point3, centre: Point3) {
    const head = buildHead(buildJaw(3, { smile: 2 }));
    const spacing = 2;
    const cosine = Math.cos(rotation);
    const sine = Math.sin(rotation);
    const counts = size.map((length) => Math.round(length / spacing)) as unknown as Point3;
    const [width, height, slices] = counts;
    const origin = centre.map((value, axis) => value - (size[axis] ?? 0) / 2) as unknown as Point3;
    const values = new Uint16Array(width * height * slices);
    for (let column = 0; column < width; column += 1)
      for (let row = 0; row < height; row += 1) {
        const left = origin[0] + column * spacing;
        const back = origin[1] + row * spacing;
        const x = cosine * left + sine * back;
        const y = cosine * back - sine * left + 30;
        const point = { ...locate(x, y), x, y, z: 0 };
        for (let slice = 0; slice < slices; slice += 1) {
          point.z = origin[2] + slice * spacing;
          values[column + width * (row + height * slice)] = Math.max(
            0,
            head.densityAt(point) + 1100,
          );
        }
      }
    const space = createVolumeSpace({
      ...volumeMetadata({ origin, spacing: [spacing, spacing, spacing], size: counts }),
    });
    const truth = Array.from({ length: 41 }, (_, index): Point3 => {
      const { x, y } = archPoint(index * 2 - 40);
      return [cosine * x - sine * (y - 30), sine * x + cosine * (y - 30), 0];
    }).filter(
      ([x, y]) => Math.abs(x - centre[0]) < size[0] / 2 && Math.abs(y - centre[1]) < size[1] / 2,
    );
    return { level: { scale: 1, width, height, slices, values }, space, truth };
  }

  test.each<[string, number, Point3, Point3]>([
    ['of both jaws', 0.1, [100, 100, 80], [0, 0, 0]],
    ['of both jaws, rotated by 20 degrees', 0.35, [100, 100, 80], [0, 0, 0]],
    ['of both jaws with most of the head', -0.2, [170, 200, 150], [0, 40, 20]],
    ['of one quadrant', 0, [50, 50, 50], [15, -12, 0]],
  ])('%s is found within the teeth', (_, rotation, size, centre) => {
    const { level, space, truth } = headLevel(rotation, size, centre);
    const found = space && findArch(level, space);
    expect(truth.length).toBeGreaterThan(15);
    expect(worstDistance(found ?? [], truth)).toBeLessThan(2.5);
  });
});

test('the default arch lies in the middle of the volume', () => {
  for (const size of [
    [96, 96, 96],
    [400, 300, 200],
  ] as const) {
    const space = volumeSpace({ size, spacing: [0.4, 0.4, 0.4] });
    const points = defaultArch(space);
    const curve = createCurve(points);
    expect(points.every((point) => isInside(space, toVoxel(space, point)))).toBe(true);
    expect(curve.normalAt(curve.length / 2)[1]).toBeCloseTo(-1);
    expect(points[0]?.[2]).toBeCloseTo(findCentre(space)[2]);
    expect(curve.controlPoints).toEqual(points);
  }
});
