import { expect, test } from 'vitest';
import { findMeasureScale } from '../../annotations/measure-scale.ts';
import { photoMetadata } from '../../model/picture/photo.ts';
import { createAnnotation, createModel } from '../../testing/annotations.ts';
import { chooseRuler, findTrueSize, hasTrueSize } from './true-size.ts';

const model = createModel(photoMetadata({ width: 200, height: 100 }));

/** The scale of a photo in which a line of 100 pixels has this length. */
const calibrate = (millimetres?: number) =>
  findMeasureScale(
    model.subject.metadata,
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

test('a photo has a true size once it is calibrated', () => {
  expect(hasTrueSize(calibrate())).toBe(false);
  expect(hasTrueSize(calibrate(50))).toBe(true);
});

test('a picture that is larger than A4 says how large it is', () => {
  expect(findTrueSize(model, calibrate(20))).toBeGreaterThan(0);
  expect(() => findTrueSize(model, calibrate(900))).toThrow(/mm-dir və A4 vərəqinə sığmır/);
});

test('the ruler is as long as the picture has room for', () => {
  expect([200, 80, 30, 12, 5].map(chooseRuler)).toEqual([100, 50, 20, 10, 10]);
});
