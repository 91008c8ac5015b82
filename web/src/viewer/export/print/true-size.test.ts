import { expect, test } from 'vitest';
import { findMeasureScale } from '../../annotations/measure-scale.ts';
import { volumeMetadata } from '../../geometry/testing.ts';
import type { Layout } from '../../model/panes/layout.ts';
import { photoMetadata } from '../../model/picture/photo.ts';
import { createAnnotation, createModel } from '../../testing/annotations.ts';
import { assertFits, chooseRuler, findTrueSize, hasTrueSize, TrueSizeError } from './true-size.ts';

const photo = createModel(photoMetadata({ width: 200, height: 100 }));

/** The scale of a photo in which a line of 100 pixels has this length. */
const calibrate = (millimetres?: number) =>
  findMeasureScale(
    photo.subject.metadata,
    undefined,
    millimetres === undefined
      ? []
      : [
          createAnnotation('a', {
            kind: 'calibration',
            millimetres,
            points: [
              [0, 50],
              [100, 50],
            ],
          }),
        ],
    1,
  );

/** A volume with an arch, and its scale. */
function showVolume(layout: Layout) {
  const model = createModel(volumeMetadata());
  model.update({
    layout,
    arch: [
      [-15, 10, 60],
      [-10, -15, 60],
      [4, -25, 60],
      [18, -15, 60],
      [23, 10, 60],
    ],
  });
  const { metadata, space } = model.subject;
  return { model, scale: findMeasureScale(metadata, space, [], 1) };
}

test('a photo has a true size once it is calibrated', () => {
  expect(hasTrueSize(photo, calibrate())).toBe(false);
  expect(hasTrueSize(photo, calibrate(50))).toBe(true);
  expect(findTrueSize(photo, calibrate(20))).toBeGreaterThan(0);
});

test('a panoramic of a volume is printed at its scale; 3D alone is not offered', () => {
  const panoramic = showVolume('panoramic');
  expect(hasTrueSize(panoramic.model, panoramic.scale)).toBe(true);
  const [pane] = panoramic.model.panes();
  const shown = pane && panoramic.model.view(pane);
  if (shown?.kind !== 'panoramic') throw new Error('There is no panoramic');
  // One pixel of the surface is one pixel of the picture, times its zoom.
  const { scale } = shown.view;
  expect(findTrueSize(panoramic.model, panoramic.scale) * scale).toBeCloseTo(
    shown.surface.millimetresPerPixel,
  );
  const surface = showVolume('surface');
  expect(hasTrueSize(surface.model, surface.scale)).toBe(false);
});

test('several views have no single scale', () => {
  const { model, scale } = showVolume('four');
  expect(() => findTrueSize(model, scale)).toThrow(TrueSizeError);
});

test('the picture with its strip fits on A4 in one of the two orientations', () => {
  expect(() => assertFits({ width: 250, height: 185 })).not.toThrow();
  expect(() => assertFits({ width: 185, height: 250 })).not.toThrow();
  expect(() => assertFits({ width: 250, height: 205 })).toThrow(/250 × 205 mm-dir və A4 vərəqinə/);
});

test('the ruler is as long as the picture has room for, with its margins', () => {
  expect([200, 80, 30, 17].map(chooseRuler)).toEqual([100, 50, 20, 10]);
  expect([106, 56, 26, 16].map(chooseRuler)).toEqual([50, 20, 10, undefined]);
});
