import { expect, test } from 'vitest';
import type { Level } from '../level.ts';
import { EMPTY, levelsFor, pixelAt, withLevel, withoutFull } from './subject.ts';

const metadata = { kind: 'volume', width: 8, height: 8, slices: 8 } as never;

function level(scale: number, ready = 8 / scale): Level {
  const side = 8 / scale;
  const size = { width: side, height: side, slices: side };
  const values = new Uint16Array(side ** 3).map((_, index) => scale * 1000 + index);
  return {
    kind: 'volume',
    sampling: 'mean',
    channels: 1,
    isLossless: false,
    scale,
    ...size,
    values,
    ready,
  };
}

const listScales = (levels: readonly Level[]) => levels.map(({ scale }) => scale);

test('a complete level replaces coarser ones; the half level stays for the surface', () => {
  const quarter = withLevel(EMPTY, metadata, level(4));
  const loading = withLevel(quarter, metadata, level(2, 1));
  expect(listScales(loading.levels)).toEqual([2, 4]);
  const half = withLevel(loading, metadata, level(2));
  expect(listScales(half.levels)).toEqual([2]);
  expect(listScales(withLevel(half, metadata, level(1)).levels)).toEqual([1, 2]);
});

test('the full level of a volume is dropped where the half one is left', () => {
  const half = withLevel(EMPTY, metadata, level(2));
  expect(withoutFull(half)).toBeUndefined();
  expect(withoutFull(withLevel(half, metadata, level(1, 3)))).toBeUndefined();
  const full = withLevel(half, metadata, level(1));
  expect(listScales(withoutFull(full)?.levels ?? [])).toEqual([2]);
  expect(withoutFull(withLevel(EMPTY, metadata, level(1)))).toBeUndefined();
});

test('the first level replaces the preview', () => {
  const bitmap = { bitmap: {} as ImageBitmap, size: { width: 8, height: 8 }, isPreview: true };
  expect(withLevel({ ...EMPTY, bitmap }, metadata, level(4)).bitmap).toBeUndefined();
});

test('levels of another picture are removed', () => {
  const subject = withLevel(EMPTY, metadata, level(2));
  const other = { kind: 'volume' } as never;
  expect(listScales(withLevel(subject, other, level(4)).levels)).toEqual([4]);
});

test('the finest level is drawn, and a coarser one where that is as sharp', () => {
  const levels = [level(1), level(2)];
  expect(levelsFor(levels, 1)?.level.scale).toBe(1);
  expect(levelsFor(levels, 1.9)?.level.scale).toBe(1);
  expect(levelsFor(levels, 2)?.level.scale).toBe(2);
});

test('a level that loads is drawn with the coarser one, once it has a slice', () => {
  const quarter = level(4);
  expect(levelsFor([level(2, 0), quarter], 1)).toEqual({ level: quarter, coarser: undefined });
  const drawn = levelsFor([level(2, 1), quarter], 1);
  expect([drawn?.level.scale, drawn?.coarser]).toEqual([2, quarter]);
  expect(levelsFor([level(2, 0)], 1)).toBeUndefined();
});

test('a value is read from the finest level that has it', () => {
  const levels = [level(1, 3), level(2)];
  expect(pixelAt(levels, [1, 2, 2])).toBe(1000 + (2 * 8 + 2) * 8 + 1);
  // Voxel [3, 3, 5] lies in voxel [1, 1, 2] of the half level.
  expect(pixelAt(levels, [3, 3, 5])).toBe(2000 + (2 * 4 + 1) * 4 + 1);
  for (const outside of [
    [-1, 0, 0],
    [0, 8, 0],
    [0, 0, 8],
  ] as const)
    expect(pixelAt(levels, outside)).toBeUndefined();
});
