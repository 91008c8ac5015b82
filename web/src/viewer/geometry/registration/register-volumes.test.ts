import { isFastRun, pickCases } from '@deqiq/testkit/fast-run.ts';
import { expect, test } from 'vitest';
import { compareMoves, type ScanOptions, scanHead } from '../../testing/head-phantom.ts';
import { registerVolumes } from './register-volumes.ts';
import { createRigid, type Rigid } from './rigid.ts';

/** Arcs at 50 mm of so many degrees. */
const toArc = (degrees: number) => (degrees * Math.PI * 50) / 180;

const moveBy = ([x, y, z]: number[], [a, b, c]: number[]): Rigid =>
  createRigid([x ?? 0, y ?? 0, z ?? 0, toArc(a ?? 0), toArc(b ?? 0), toArc(c ?? 0)], [0, 0, 0]);

const current = scanHead({ noise: 30 });
const move = moveBy([4, 3, -6], [-5, 4, 7]);

const earlier: Readonly<Record<string, ScanOptions & { move: Rigid }>> = {
  'rotated far, with noise': { move: moveBy([10, -12, 15], [10, -12, 8]), noise: 60 },
  'with other voxels': { move, spacing: [0.9, 0.9, 1.2], size: [100, 110, 100], noise: 40 },
  'with much noise': { move, noise: 250 },
  'of a small field': { move, size: [60, 60, 56], middle: [2, -16, -8], noise: 40 },
  'with other grey values': { move, tone: (density) => 4000 - 1.2 * density, noise: 40 },
  'in a round field': { move, field: 32, noise: 40 },
  'at another place of the machine': {
    move: moveBy([84, -60, 40], [6, 4, 3]),
    middle: [80, -60, 44],
    noise: 40,
  },
};

/** A registration takes five seconds; this one is moved, rotated, has other grey values, noise and a small field. */
const typical: typeof earlier = {
  'of a small field with other grey values': {
    move,
    size: [60, 60, 56],
    middle: [2, -16, -8],
    tone: (density) => 4000 - 1.2 * density,
    noise: 40,
  },
};

for (const [name, options] of Object.entries(isFastRun ? typical : { ...earlier, ...typical }))
  test(`an earlier head ${name} is aligned within 0.3 mm and 0.3°`, { timeout: 120_000 }, () => {
    const registration = registerVolumes(current, scanHead(options));
    if (registration.kind !== 'found') throw new Error('it was not aligned');
    const { millimetres, degrees } = compareMoves(registration.rigid, options.move);
    expect(millimetres).toBeLessThan(0.3);
    expect(degrees).toBeLessThan(0.3);
  });

const strangers = [
  ['air', () => current, { move: moveBy([300, 0, 0], [0, 0, 0]), noise: 40 }],
  [
    'the other half of the head',
    () => scanHead({ size: [96, 104, 50], middle: [0, 0, -38], noise: 40 }),
    { size: [96, 104, 50], middle: [0, 0, 38], noise: 40 },
  ],
] as const;

test.each(pickCases(strangers, 2))('%s is not aligned', { timeout: 120_000 }, (_, one, other) => {
  expect(registerVolumes(one(), scanHead(other)).kind).toBe('none');
});
