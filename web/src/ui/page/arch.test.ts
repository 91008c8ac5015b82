import { expect, test } from 'vitest';
import { type Arch, archPath, archPoint, teethAlong } from './arch.ts';

const arch: Arch = { width: 50, depth: 40, x: 100, y: 60 };

test('the arch is symmetric on its base line, with the requested width and depth', () => {
  expect(archPoint(arch, 0)).toEqual({ x: 75, y: 60 });
  expect(archPoint(arch, 1)).toEqual({ x: 125, y: 60 });
  expect(archPoint(arch, 0.5).x).toBeCloseTo(100);
  // The published factor 3.0314 reaches the depth to one in a thousand.
  expect(archPoint(arch, 0.5).y).toBeCloseTo(20, 1);
  const left = archPoint(arch, 0.2);
  const right = archPoint(arch, 0.8);
  expect(left.y).toBeCloseTo(right.y);
  expect(left.x + right.x).toBeCloseTo(200);
});

test('the path runs from end to end in cubic pieces', () => {
  const path = archPath(arch, 0, 1, 4);
  expect(path).toMatch(/^M75 60C/);
  expect(path).toMatch(/125 60$/);
  expect(path.match(/-?\d+(\.\d+)?/g)).toHaveLength(2 + 4 * 6);
});

test('teeth have equal distances, are small in front and upright in the middle', () => {
  const teeth = teethAlong(arch, 9);
  const gaps = teeth.slice(1).map((tooth, index) => {
    const last = teeth[index] ?? tooth;
    return Math.hypot(tooth.x - last.x, tooth.y - last.y);
  });
  expect(Math.max(...gaps) / Math.min(...gaps)).toBeLessThan(1.15);
  expect(teeth[4]?.size).toBeCloseTo(0.72);
  expect(teeth[4]?.angle).toBeCloseTo(0, 0);
  expect(teeth[0]?.size).toBeCloseTo(1.22);
});
