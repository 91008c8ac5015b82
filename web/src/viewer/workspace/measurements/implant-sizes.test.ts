import { IMPLANT_DIAMETER, IMPLANT_LENGTH } from '@deqiq/contract/imaging/annotation-limits.ts';
import { IMPLANT_SYSTEMS } from '@deqiq/contract/shared/imaging/implant-systems.ts';
import { expect, test } from 'vitest';
import {
  findNearest,
  fitImplant,
  implantSizes,
  listDiameters,
  listLengths,
} from './implant-sizes.ts';

const isSorted = (sizes: readonly number[]) =>
  sizes.every((size, index) => size > (sizes[index - 1] ?? 0));

const isWithin = (sizes: readonly number[], { min, max }: { min: number; max: number }) =>
  sizes.every((size) => size >= min && size <= max);

test.each(IMPLANT_SYSTEMS)(
  '%s has sizes that can be saved, sorted, and names their source',
  (system) => {
    const diameters = listDiameters(system);
    expect(diameters.length).toBeGreaterThanOrEqual(3);
    expect(isSorted(diameters) && isWithin(diameters, IMPLANT_DIAMETER)).toBe(true);
    for (const diameter of diameters) {
      const lengths = listLengths(system, diameter);
      expect(lengths.length).toBeGreaterThanOrEqual(4);
      expect(isSorted(lengths) && isWithin(lengths, IMPLANT_LENGTH)).toBe(true);
    }
    expect(implantSizes[system].source).toMatch(/^Dentweb 2026/);
  },
);

test('the nearest diameter is the smaller one of two that are equally near', () => {
  expect(findNearest([3.5, 4, 4.5], 4.3)).toBe(4.5);
  expect(findNearest([3.5, 4, 4.5], 4.25)).toBe(4);
  expect(findNearest([3.5, 4, 4.5], 30)).toBe(4.5);
});

test('an implant takes the nearest diameter of its system, and grows only where no length is as short', () => {
  const implant = {
    kind: 'implant',
    position: [0, 0, 0],
    direction: [0, 0, -1],
    diameter: 3.3,
    length: 6,
    tooth: 36,
  } as const;
  expect(fitImplant(implant, 'osstem-tsiii-sa')).toEqual({
    ...implant,
    system: 'osstem-tsiii-sa',
    diameter: 3.5,
    length: 8.5,
  });
  expect(fitImplant(implant, 'osstem-tsiii-sa', { diameter: 4 })).toMatchObject({ length: 7 });
  const long = { ...implant, length: 11.4 };
  expect(fitImplant(long, 'osstem-tsiii-sa')).toMatchObject({ length: 10 });
});
