import { describe, expect, test } from 'vitest';
import {
  findDirections,
  fitScan,
  panScan,
  projectPoint,
  rotateScan,
  type ScanCamera,
  sides,
  zoomScan,
} from './scan-camera.ts';
import { cross, type Point3 } from './vectors.ts';

const box = { origin: [10, 20, 30], size: [60, 40, 10] } as const;
const size = { width: 800, height: 600 };
const first = { right: [1, 0, 0], up: [0, 1, 0], towards: [0, 0, 1] } as const;
const camera = fitScan(first, box, size);

const project = (view: ScanCamera, point: Point3) => projectPoint(view, point, size);

const expectClose = (actual: readonly number[], expected: readonly number[]) => {
  for (const [index, value] of expected.entries()) expect(actual[index]).toBeCloseTo(value, 6);
};

/** Three directions at right angles, as of a right hand. */
const expectHand = ({ right, up, towards }: Pick<ScanCamera, 'right' | 'up' | 'towards'>) =>
  expectClose(cross(right, up), towards);

describe('the view of a scan', () => {
  test('begins with the whole scan in the middle', () => {
    expectClose(camera.centre, [40, 40, 35]);
    expect(camera.zoom * 60).toBeCloseTo(800 * 0.88, 6);
    expectClose(project(camera, [40, 40, 40]), [400, 300]);
  });

  test('follows the finger: what is in front moves with it', () => {
    const front: Point3 = [40, 40, 40];
    const right = rotateScan(camera, [30, 0]);
    expect(project(right, front)[0]).toBeGreaterThan(410);
    const down = rotateScan(camera, [0, 30]);
    expect(project(down, front)[1]).toBeGreaterThan(310);
  });

  test('has unit vectors at right angles after a thousand rotations', () => {
    let now = camera;
    for (let count = 0; count < 1_000; count += 1) now = rotateScan(now, [7, count % 5]);
    expectHand(now);
    expect(Math.hypot(...now.towards)).toBeCloseTo(1, 9);
  });

  test('moves by as many pixels as the finger', () => {
    const [x, y] = project(camera, [15, 25, 30]);
    expectClose(project(panScan(camera, [12, -7]), [15, 25, 30]), [x + 12, y - 7]);
  });

  test('enlarges around the finger', () => {
    const point: Point3 = [15, 25, 30];
    const at = project(camera, point);
    const larger = zoomScan(camera, 3, { point: at, size });
    expect(larger.zoom).toBeCloseTo(camera.zoom * 3, 9);
    expectClose(project(larger, point), at);
  });

  test('has six sides, and the front teeth are seen from the front with the crowns up', () => {
    for (const side of sides) expectHand(findDirections(first, side));
    const { towards, up } = findDirections(first, 'front');
    expect([towards, up]).toEqual([first.up, first.towards]);
    expect(findDirections(first, 'left').towards[0]).toBe(-1);
  });
});
