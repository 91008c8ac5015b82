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
