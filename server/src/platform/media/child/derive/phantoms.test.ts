import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addHeader } from '@deqiq/contract/shared/imaging/brick-header.ts';
import {
  BRICK_CHECKSUM,
  brickBox,
  brickPicture,
  eachBrickRow,
} from '@deqiq/contract/shared/imaging/bricks.ts';
import {
  type PackLevel,
  type PictureMetadata,
  pictureMetadata,
} from '@deqiq/contract/shared/imaging/derivatives.ts';
import { archPhantom, cylinderPhantom, spherePhantom } from '@deqiq/samples/phantoms/phantoms.ts';
import { PICTURE_SPACINGS, picturePhantom } from '@deqiq/samples/phantoms/picture-phantom.ts';
import { type Scan, scanPhantom } from '@deqiq/samples/phantoms/scan.ts';
import { multiFrameFile, sliceFiles } from '@deqiq/samples/phantoms/scan-files.ts';
import { VARIANTS } from '@deqiq/samples/phantoms/variants.ts';
import { pickCases } from '@deqiq/testkit/fast-run.ts';
import { zipSync } from 'fflate';
import { decodeWith } from '../dicom/codecs/wasm.ts';
import { cross, dot, subtract, type Vector } from '../dicom/frame-attributes.ts';
import { derive } from './derive.ts';

/** One level of a derived volume, by measured values in patient coordinates. */
interface Volume {
  readonly metadata: PictureMetadata;
  readonly level: PackLevel;
  readonly slices: readonly (Uint8Array | Uint16Array)[];
}

async function deriveLevels(
  type: 'dicom' | 'archive',
  bytes: Buffer,
  kind: PictureMetadata['kind'] = 'volume',
): Promise<readonly Volume[]> {
  const objects = new Map<string, Uint8Array[]>();
  const derivation = await derive(type, bytes, async (name, part) => {
    objects.set(name, [...(objects.get(name) ?? []), Uint8Array.from(part)]);
  });
  assert.deepEqual([derivation?.state, derivation?.kind], ['ready', kind]);
  const object = (name: string) => Buffer.concat(objects.get(name) ?? []);
  const metadata = pictureMetadata.parse(JSON.parse(object('meta').toString()));
  return Promise.all(
    metadata.levels.map(async (level) => {
      const parts: (Uint8Array | Uint16Array)[] = [];
      let from = 0;
      for (const [index, length] of level.lengths.entries()) {
        const end = from + length - (level.hasChecksums ? BRICK_CHECKSUM : 0);
        const stored = object(level.name).subarray(from, end);
        parts.push((await decodeWith('htj2k', completeBrick(level, index, stored))).samples);
        from += length;
      }
      return {
        metadata,
        level,
        slices: level.brick ? joinBricks(level, level.brick, parts) : parts,
      };
    }),
  );
}

/** The codestream of a brick, or of a slice as it is. */
function completeBrick(level: PackLevel, index: number, stored: Buffer): Buffer {
  const { brick, brickHeader } = level;
  if (!brick || !brickHeader) return stored;
  const size = brickPicture({ ...level, brick }, index);
  return Buffer.from(addHeader(Uint8Array.from(brickHeader), stored, size));
}

/** Slices from the pictures of bricks. */
function joinBricks(
  size: Omit<PackLevel, 'brick'>,
  brick: number,
  parts: readonly (Uint8Array | Uint16Array)[],
): (Uint8Array | Uint16Array)[] {
  const { width, height } = size;
  const values = new Uint16Array(width * height * size.slices);
  for (const [index, part] of parts.entries()) {
    const { first, size: box } = brickBox({ ...size, brick }, index);
    eachBrickRow({ ...size, brick }, index, (inPicture, inSlices) =>
      values.set(
        part.subarray(inPicture, inPicture + box[0]),
        first[2] * width * height + inSlices,
      ),
    );
  }
  return Array.from({ length: size.slices }, (_, slice) =>
    values.subarray(slice * width * height, (slice + 1) * width * height),
  );
}

const zip = (scan: Scan): Buffer => Buffer.from(zipSync(sliceFiles(scan), { level: 0 }));

function geometryOf({ metadata: { geometry } }: Volume) {
  assert.ok(geometry);
  const { origin, column, row, normal, spacing } = geometry;
  return { origin, axes: [column, row, normal] as const, spacing };
}

/** Coordinates of a point of the patient in the level: voxel i covers the full voxels scale × i to scale × (i + 1) - 1. */
function toLevel(volume: Volume, patient: Vector): Vector {
  const { origin, axes, spacing } = geometryOf(volume);
  const { scale } = volume.level;
  // The slices of a tilted gantry are not at right angles to their direction: the reciprocal basis.
  const [column, row, normal] = axes;
  const reciprocal = [cross(row, normal), cross(normal, column), cross(column, row)];
  const determinant = dot(column, cross(row, normal));
  const [a, b, c] = reciprocal.map((axis, index) => {
    const full = dot(subtract(patient, origin), axis) / determinant / (spacing[index] ?? 1);
    return (full - (scale - 1) / 2) / scale;
  });
  return [a ?? 0, b ?? 0, c ?? 0];
}

function valueAt({ metadata, level, slices }: Volume, [x, y, z]: Vector): number {
  const inside = x >= 0 && y >= 0 && x < level.width && y < level.height;
  const value = inside ? slices[z]?.[y * level.width + x] : undefined;
  return (value ?? 0) * metadata.slope + metadata.intercept;
}

/** The centre of what is denser than soft tissue within `reach` of a point, minus that point, in millimetres. */
function errorAt(volume: Volume, expected: Vector, reach: number): Vector {
  const middle = toLevel(volume, expected);
  const { axes, spacing } = geometryOf(volume);
  const { scale } = volume.level;
  const ranges = middle.map((value, axis) => {
    // A tilted grid is wider along its axes than the sphere.
    const extent = (1.5 * reach) / ((spacing[axis] ?? 1) * scale);
    const from = Math.ceil(value - extent);
    const to = Math.floor(value + extent);
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  }) as [number[], number[], number[]];
  const sum = [0, 0, 0];
  let weight = 0;
  for (const z of ranges[2])
    for (const y of ranges[1])
      for (const x of ranges[0]) {
        const offset = [x, y, z].map((position, axis) => position - (middle[axis] ?? 0));
        const away = [0, 1, 2].map((axis) =>
          axes.reduce(
            (sum, direction, index) =>
              sum + (direction[axis] ?? 0) * (offset[index] ?? 0) * (spacing[index] ?? 1) * scale,
            0,
          ),
        );
        if (Math.hypot(...away) > reach) continue;
        const value = Math.max(valueAt(volume, [x, y, z]) - 60, 0);
        weight += value;
        for (const axis of [0, 1, 2]) sum[axis] = (sum[axis] ?? 0) + value * (offset[axis] ?? 0);
      }
  const inMillimetres = (axis: 0 | 1 | 2) =>
    axes.reduce(
      (total, direction, index) =>
        total + (direction[axis] * (sum[index] ?? 0) * (spacing[index] ?? 1) * scale) / weight,
      0,
    );
  return [inMillimetres(0), inMillimetres(1), inMillimetres(2)];
}

const nearestValue = (volume: Volume, patient: Vector): number =>
  valueAt(volume, toLevel(volume, patient).map(Math.round) as unknown as Vector);

const spheres = spherePhantom();

/** An eighth of a voxel of the level: a level that is shifted by half a voxel of full resolution is found out. */
const tolerance = ({ spacing }: Scan, { level }: Volume) =>
  (Math.max(...spacing) * level.scale) / 8;

describe('a phantom of spheres 10 mm apart, derived', () => {
  for (const [name, variant] of pickCases(Object.entries(VARIANTS), 3))
    test(`${name}: all levels have them where they are in the patient, with their densities`, async () => {
      const scan = scanPhantom(spheres, { variant, side: 64 });
      const volumes = await deriveLevels('dicom', multiFrameFile(scan));
      assert.deepEqual(
        volumes.map(({ level }) => level.scale),
        [4, 2, 1],
      );
      for (const volume of volumes)
        for (const { centre } of spheres.truth.spheres) {
          const error = Math.hypot(...errorAt(volume, centre, 5));
          assert.ok(
            error < tolerance(scan, volume),
            `${volume.level.name}: the sphere at ${centre.join(', ')} is ${error} mm away`,
          );
        }
      const full = volumes.at(-1);
      assert.ok(full);
      for (const { centre, density } of spheres.truth.spheres)
        assert.ok(Math.abs(nearestValue(full, centre) - density) < 2, centre.join(', '));
    });

  test('as single slices in any order are the same volume as in one file', async () => {
    for (const variant of [VARIANTS.reversed, VARIANTS.oblique]) {
      const scan = scanPhantom(spheres, { variant, side: 32 });
      const [fromFile, fromSlices] = await Promise.all([
        deriveLevels('dicom', multiFrameFile(scan)),
        deriveLevels('archive', zip(scan)),
      ]);
      assert.deepEqual(fromSlices.at(-1)?.slices, fromFile.at(-1)?.slices);
      assert.deepEqual(fromSlices.at(-1)?.metadata.geometry, fromFile.at(-1)?.metadata.geometry);
    }
  });

  for (const tilt of pickCases([-0.2, 0.3], 2))
    test(`taken with a gantry that is tilted by ${tilt} mm per slice has them where they are`, async () => {
      const scan = scanPhantom(spheres, { side: 64, tilt });
      const volumes = await deriveLevels('archive', zip(scan));
      for (const volume of volumes.slice(1))
        for (const { centre } of spheres.truth.spheres) {
          const error = Math.hypot(...errorAt(volume, centre, 4));
          assert.ok(
            error < tolerance(scan, volume),
            `${volume.level.name} ${centre.join(', ')}: ${error} mm`,
          );
        }
    });

  test('of which two slices are missing has them where they are', async () => {
    const scan = scanPhantom(spheres, { side: 64 });
    const gaps = [30, 31].map((index) => Object.keys(sliceFiles(scan))[index]);
    const files = Object.entries(sliceFiles(scan)).filter(([name]) => !gaps.includes(name));
    const bytes = Buffer.from(zipSync(Object.fromEntries(files), { level: 0 }));
    const full = (await deriveLevels('archive', bytes)).at(-1);
    assert.ok(full);
    assert.equal(full.slices.length, 64);
    for (const { centre } of spheres.truth.spheres) {
      const error = Math.hypot(...errorAt(full, centre, 4));
      assert.ok(error < scan.spacing[2] / 2, `${centre.join(', ')}: ${error} mm`);
    }
  });

  test('has the geometry that the device wrote', async () => {
    const scan = scanPhantom(spheres, { variant: VARIANTS.oblique, side: 32 });
    const geometry = (await deriveLevels('dicom', multiFrameFile(scan)))[0]?.metadata.geometry;
    assert.ok(geometry);
    const { column, row } = scan.variant;
    for (const [axis, value] of [...column, ...row, ...cross(column, row)].entries()) {
      const derived: number = [...geometry.column, ...geometry.row, ...geometry.normal][axis] ?? 0;
      assert.ok(Math.abs(derived - value) < 1e-6, `direction ${axis}`);
    }
    for (const axis of [0, 1, 2] as const)
      assert.ok(Math.abs(geometry.spacing[axis] - scan.spacing[axis]) < 1e-6);
  });
});

describe('a phantom of cylinders, derived', () => {
  const skewed = ['oblique, anisotropic, reversed and signed', 'axis-aligned'] as const;
  for (const name of pickCases(skewed, 2))
    test(`${name}: they enclose their angles within 0.5 degrees`, async () => {
      const { truth, ...phantom } = cylinderPhantom();
      const scan = scanPhantom({ ...phantom, truth }, { variant: VARIANTS[name], side: 96 });
      const full = (await deriveLevels('dicom', multiFrameFile(scan))).at(-1);
      assert.ok(full);
      const directions = truth.arms.map(({ from, to }) => {
        // Away from the vertex, where the cylinders touch, and from the round end.
        const [near, far] = [0.55, 0.9].map((share): Vector => {
          const [x, y, z] = [0, 1, 2].map(
            (axis) => (from[axis] ?? 0) + ((to[axis] ?? 0) - (from[axis] ?? 0)) * share,
          ) as [number, number, number];
          const error = errorAt(full, [x, y, z], 2);
          return [x + error[0], y + error[1], z + error[2]];
        }) as [Vector, Vector];
        return subtract(far, near);
      });
      const [first] = directions;
      assert.ok(first);
      for (const [index, { angle }] of truth.arms.entries()) {
        const arm = directions[index] ?? first;
        const cosine: number = dot(first, arm) / Math.hypot(...first) / Math.hypot(...arm);
        const measured: number = (Math.acos(Math.min(cosine, 1)) * 180) / Math.PI;
        assert.ok(Math.abs(measured - angle) < 0.5, `${measured} is not ${angle}`);
      }
    });
});

describe('a phantom of a dental arch, derived', () => {
  for (const name of pickCases(['oblique', 'reversed', 'mirrored', 'axis-aligned'] as const, 2))
    test(`${name}: left is left, and teeth, bone and canal are in it`, async () => {
      const { truth, ...phantom } = archPhantom();
      const scan = scanPhantom({ ...phantom, truth }, { variant: VARIANTS[name], side: 96 });
      const full = (await deriveLevels('dicom', multiFrameFile(scan))).at(-1);
      assert.ok(full);
      const metalAt = ([x, y, z]: Vector): boolean => nearestValue(full, [x, y, z]) > 2000;
      // The foot of an L reaches to its right; an R is closed above and open below.
      const left = truth.markers.left;
      const right = truth.markers.right;
      const offset = ([x, y, z]: Vector, dx: number, dz: number): Vector => [x + dx, y, z + dz];
      assert.ok(metalAt(offset(left, 0.5, -3.5)) && !metalAt(offset(left, 0.5, 3.5)));
      assert.ok(metalAt(offset(right, 1.3, 1.6)) && !metalAt(offset(right, -0.2, -3.5)));
      for (const tooth of truth.teeth) assert.ok(metalAt(tooth), tooth.join(', '));
      for (const point of truth.canal.slice(1, -1)) {
        assert.ok(nearestValue(full, point) < 200, point.join(', '));
        assert.ok(nearestValue(full, offset(point, 0, 3)) > 300, point.join(', '));
      }
    });
});

describe('a phantom of a panoramic, derived', () => {
  for (const [kind, expected] of [
    ['calibrated', 'calibrated'],
    ['detector', 'detector'],
    ['none', 'unknown'],
  ] as const)
    test(`${kind}: its spacing means what the file says, and its spots are where they are`, async () => {
      const { points, bytes, width } = picturePhantom(kind);
      const [level] = await deriveLevels('dicom', bytes, 'image');
      assert.ok(level);
      const { metadata, slices } = level;
      const spacing = PICTURE_SPACINGS[kind];
      assert.equal(metadata.spacingKind, expected);
      assert.deepEqual(metadata.spacing, spacing && [spacing.columns, spacing.rows]);
      const pixels = [...(slices[0] ?? [])];
      const brightest = pixels.reduce((a, b) => Math.max(a, b), 0);
      const found = [...pixels.entries()]
        .filter(([, value]) => value === brightest)
        .map(([index]) => [index % width, Math.floor(index / width)]);
      assert.deepEqual(found, points);
    });
});
