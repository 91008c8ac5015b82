import type { PictureMetadata } from '@deqiq/contract/shared/imaging/derivatives.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { fitsMemory } from './level-policy.ts';

/** A volume of 16-bit values. */
const cube = (side: number) =>
  ({
    kind: 'volume',
    channels: 1,
    bits: 12,
    levels: [],
    width: side,
    height: side,
    slices: side,
  }) as unknown as PictureMetadata;

function setDevice({ isCoarse, memory }: { isCoarse: boolean; memory?: number }): void {
  vi.stubGlobal('matchMedia', () => ({ matches: isCoarse }));
  vi.stubGlobal('navigator', memory === undefined ? {} : { deviceMemory: memory });
}

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['a phone', { isCoarse: true, memory: 8 }],
  ['a computer with little memory', { isCoarse: false, memory: 4 }],
])('on %s a volume of 512 does not fit as a whole, one of 400 does', (_, device) => {
  setDevice(device);
  expect(fitsMemory(cube(512))).toBe(false);
  expect(fitsMemory(cube(400))).toBe(true);
});

test('on a desk computer every volume fits, also where its memory is not known', () => {
  for (const device of [{ isCoarse: false, memory: 8 }, { isCoarse: false }]) {
    setDevice(device);
    expect(fitsMemory(cube(512))).toBe(true);
  }
});
