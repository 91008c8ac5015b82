import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PictureScale } from '@deqiq/contract/shared/imaging/picture-scale.ts';
import { describeValues } from './describe-values.ts';
import { listPoints, measure } from './measure.ts';

const calibrated: PictureScale = { kind: 'calibrated', millimetresPerPixel: [0.1, 0.2] };

const line = {
  kind: 'length',
  points: [
    [10, 10],
    [40, 30],
  ],
} as const;

test('a length in a picture counts both sides of a pixel', () => {
  const [measured] = measure(line, calibrated);
  assert.deepEqual(measured, { quantity: 'length', value: 5, unit: 'mm', isProjected: false });
});

test('a length in a volume is in millimetres whatever the picture has', () => {
  const points = [
    [0, 0, 0],
    [1, 2, 2],
  ] as const;
  const [measured] = measure({ kind: 'length', points }, { ...calibrated, kind: 'none' });
  assert.equal(measured?.value, 3);
  assert.equal(measured.unit, 'mm');
});

test('an angle is at its second point, in millimetres and not in pixels', () => {
  const points = [
    [10, 0],
    [0, 0],
    [10, 5],
  ] as const;
  const [measured] = measure({ kind: 'angle', points }, calibrated);
  assert.ok(Math.abs((measured?.value ?? 0) - 45) < 1e-9);
});

test('values are written as in the viewer, in each language', () => {
  const detector = { kind: 'detector', millimetresPerPixel: [0.1, 0.2] } as const;
  const none = { kind: 'none', millimetresPerPixel: [1, 1] } as const;
  assert.equal(describeValues({ content: line, scale: calibrated }, 'az'), '5,0 mm');
  assert.equal(
    describeValues({ content: line, scale: detector }, 'ru'),
    '≈ 5 мм (проекция, увеличение не учтено)',
  );
  assert.equal(describeValues({ content: line, scale: none }, 'en'), '36 px');
});

test('an implant is named by its system, with two decimals where its size has them', () => {
  const content = {
    kind: 'implant',
    position: [0, 0, 0],
    direction: [0, 0, -1],
    diameter: 3.75,
    length: 12,
  } as const;
  assert.equal(describeValues({ content, scale: calibrated }, 'az'), 'Ø 3,75 × 12,0 mm');
  const system = 'straumann-blx';
  assert.equal(
    describeValues({ content: { ...content, system }, scale: calibrated }, 'ru'),
    'Straumann BLX Ø 3,75 × 12,0 мм',
  );
});

test('an ellipse has its area, and is drawn from its longer axis on', () => {
  const points = [
    [0, 0],
    [60, 0],
    [30, -20],
    [30, 20],
  ] as const;
  const [measured] = measure({ kind: 'ellipse', points }, calibrated);
  // Axes of 6 and 8 mm.
  assert.ok(Math.abs((measured?.value ?? 0) - 12 * Math.PI) < 1e-9);
  const content = { kind: 'ellipse', points } as const;
  assert.equal(describeValues({ content, scale: calibrated }, 'az'), '37,7 mm²');
  const none = { kind: 'none', millimetresPerPixel: [1, 1] } as const;
  assert.equal(describeValues({ content, scale: none }, 'en'), '1,885 px²');
  const tall = [points[2], points[3], points[0], points[1]];
  assert.deepEqual(listPoints({ kind: 'ellipse', points: tall }), points);
});

test('an implant is drawn from its platform to its apex', () => {
  const content = {
    kind: 'implant',
    position: [1, 2, 3],
    direction: [0, 0, -1],
    diameter: 4.1,
    length: 10,
  } as const;
  assert.deepEqual(listPoints(content), [
    [1, 2, 3],
    [1, 2, -7],
  ]);
});
