import type { AnnotationContent } from '@deqiq/contract/imaging/annotation-shapes.ts';
import type { Annotation } from '@deqiq/contract/imaging/annotations.ts';
import { expect, test } from 'vitest';
import { volumeMetadata } from '../geometry/testing.ts';
import { createVolumeSpace } from '../geometry/volume/volume-space.ts';
import { createAnnotation } from '../testing/annotations.ts';
import { findMeasureScale } from './measure-scale.ts';
import { describeMeasurement } from './measurements.ts';

const metadata = volumeMetadata();
const scale = findMeasureScale(metadata, createVolumeSpace(metadata), [], 1);

/** A canal along x, and an implant that ends `above` millimetres over its middle line. */
function describeOver(
  above: number,
  canal: Partial<Extract<AnnotationContent, { kind: 'canal' }>>,
) {
  const implant: AnnotationContent = {
    kind: 'implant',
    position: [0, 0, above + 10],
    direction: [0, 0, -1],
    diameter: 4,
    length: 10,
  };
  const points = [
    [-20, 0, 0],
    [20, 0, 0],
  ] as const;
  const all: Annotation[] = [
    createAnnotation('canal', { kind: 'canal', points, verified: [0, 1], levelScale: 1, ...canal }),
    createAnnotation('implant', implant),
  ];
  return describeMeasurement(createAnnotation('implant', implant), all, scale);
}

test('the distance of an implant to the canal is measured to its wall, with its uncertainty', () => {
  expect(describeOver(6, {})).toMatch(/· kanala 4,5 ± \d,\d mm$/);
  expect(describeOver(6, { diameter: 2 })).toMatch(/· kanala 5,0 ± \d,\d mm$/);
});

test('less than three and two millimetres to the canal is said in words', () => {
  expect(describeOver(4, {})).toMatch(/kanala 2,5 ± \d,\d mm \(yaxındır\)$/);
  expect(describeOver(3, {})).toMatch(/kanala 1,5 ± \d,\d mm \(çox yaxındır\)$/);
  expect(describeOver(1, {})).toMatch(/kanala toxunur \(çox yaxındır\)$/);
});

test('the distance to a canal whose depth nobody has seen says so', () => {
  expect(describeOver(6, { verified: [1] })).toMatch(/mm · dərinlik yoxlanmayıb$/);
  expect(describeOver(6, { verified: undefined })).toMatch(/mm · dərinlik yoxlanmayıb$/);
});

test('a canal of the half level is as uncertain at the full one', () => {
  const uncertainty = (text: string) => Number(/± ([\d,]+)/.exec(text)?.[1]?.replace(',', '.'));
  const half = uncertainty(describeOver(6, { levelScale: 2 }));
  expect(half / uncertainty(describeOver(6, { levelScale: 1 }))).toBeCloseTo(2, 0);
});

/** A phantom: a sinus floor 4 mm above the apex of an implant, and roots whose axes are 7 and 6 mm beside its axis. */
function describeBetween(change: Partial<Extract<AnnotationContent, { kind: 'canal' }>> = {}) {
  const implant: AnnotationContent = {
    kind: 'implant',
    position: [0, 0, 0],
    direction: [0, 0, 1],
    diameter: 4,
    length: 10,
  };
  const upright = (x: number) =>
    [
      [x, 0, -4],
      [x, 0, 10],
    ] as const;
  const line = { kind: 'canal', verified: [0, 1], levelScale: 1 } as const;
  const all: Annotation[] = [
    createAnnotation('floor', {
      ...line,
      structure: 'sinus-floor',
      points: [
        [-10, 0, 14],
        [10, 0, 14],
      ],
      ...change,
    }),
    createAnnotation('34', { ...line, structure: 'root', points: upright(-7), tooth: 34 }),
    createAnnotation('36', {
      ...line,
      structure: 'root',
      points: upright(6),
      tooth: 36,
      diameter: 5.6,
    }),
  ];
  return describeMeasurement(createAnnotation('implant', implant), all, scale);
}

test('an implant says how far the floor of the sinus and the nearest root are, each by its own margins', () => {
  expect(describeBetween()).toMatch(
    /^Ø 4,0 × 10,0 mm · haymor cibinin dibinə 4,0 ± 0,4 mm · diş kökünə 1,2 ± 0,4 mm \(Diş 36\) \(çox yaxındır\)$/,
  );
});

const floorAt = (z: number) =>
  ({
    points: [
      [-10, 0, z],
      [10, 0, z],
    ],
  }) as const;

test.each([
  [13, 'haymor cibinin dibinə 3,0 ± 0,4 mm ·'],
  [11.5, 'haymor cibinin dibinə 1,5 ± 0,4 mm (yaxındır) ·'],
  [10.5, 'haymor cibinin dibinə 0,5 ± 0,4 mm (çox yaxındır) ·'],
  [9, 'haymor cibinin dibinə toxunur (çox yaxındır) ·'],
])('a floor %d mm above the platform of an implant of 10 mm: %s', (height, text) => {
  expect(describeBetween(floorAt(height))).toContain(text);
});

test('a line without a structure is the mandibular canal, as it was', () => {
  const text = describeBetween({ structure: undefined });
  expect(text).toContain('· kanala 2,5 ± 0,4 mm (yaxındır) ·');
  expect(text).not.toContain('haymor');
});
