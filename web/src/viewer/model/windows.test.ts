import type { PictureMetadata } from '@deqiq/contract/shared/imaging/derivatives.ts';
import { expect, test } from 'vitest';
import { boneThreshold, listPresets } from './windows.ts';

const metadata: PictureMetadata = {
  version: 1,
  kind: 'volume',
  width: 8,
  height: 8,
  slices: 8,
  channels: 1,
  bits: 12,
  slope: 1,
  intercept: 0,
  unit: '',
  isInverse: false,
  range: [0, 4095],
  percentiles: [0, 3000],
  windows: [],
  spacingKind: 'calibrated',
  levels: [],
};

const findWindow = (picture: PictureMetadata, id: string) =>
  listPresets(picture).find((preset) => preset.id === id)?.window;

test('a CT in Hounsfield units has the windows and the bone of dental CT programs', () => {
  const ct = { ...metadata, unit: 'HU' };
  expect(findWindow(ct, 'soft')).toEqual({ centre: 40, width: 400 });
  expect(findWindow(ct, 'endo')).toEqual({ centre: 1200, width: 3000 });
  expect(boneThreshold(ct)).toBe(400);
});

test('a CBCT of unknown scale has the same windows between its own air and soft tissue', () => {
  // Half a value per Hounsfield unit, from 100 in air.
  const cbct = { ...metadata, tissues: { air: 100, soft: 620 } };
  expect(findWindow(cbct, 'soft')).toEqual({ centre: 620, width: 200 });
  expect(findWindow(cbct, 'bone')).toEqual({ centre: 850, width: 1000 });
  expect(boneThreshold(cbct)).toBe(800);
});

test('a picture without tissues has windows between its percentiles', () => {
  expect(findWindow(metadata, 'soft')).toEqual({ centre: expect.closeTo(1020), width: 1500 });
  expect(boneThreshold(metadata)).toBeCloseTo(1650, 6);
});

test('the automatic window leaves out air where it is known, so that its noise is black', () => {
  const ct = { ...metadata, unit: 'HU', percentiles: [-1024, 1500] as [number, number] };
  expect(findWindow(ct, 'auto')).toEqual({ centre: 500, width: 2000 });
  expect(findWindow({ ...ct, unit: '' }, 'auto')).toEqual({ centre: 238, width: 2524 });
  const inside = { ...ct, percentiles: [-300, 1500] as [number, number] };
  expect(findWindow(inside, 'auto')).toEqual({ centre: 600, width: 1800 });
  const tissues = { air: 100, soft: 620 };
  expect(findWindow({ ...metadata, tissues }, 'auto')).toEqual({ centre: 1675, width: 2650 });
});
