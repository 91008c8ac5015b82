import type { AnnotationContent } from '@deqiq/contract/imaging/annotation-shapes.ts';
import type { PictureMetadata } from '@deqiq/contract/shared/imaging/derivatives.ts';
import { type Language, setLanguageSource } from '@deqiq/messages/language.ts';
import { afterEach, expect, test } from 'vitest';
import { photoMetadata } from '../model/picture/photo.ts';
import { createAnnotation } from '../testing/annotations.ts';
import { findMeasureScale } from './measure-scale.ts';
import { describeMeasurement } from './measurements.ts';

afterEach(() => setLanguageSource(() => 'az'));

const line = (change = {}): AnnotationContent => ({
  kind: 'length',
  points: [
    [0, 0],
    [100, 0],
  ],
  ...change,
});

function describeLine(content: AnnotationContent, others: readonly AnnotationContent[] = []) {
  const metadata: PictureMetadata = {
    ...photoMetadata({ width: 200, height: 100 }),
    spacing: [0.1, 0.1],
    spacingKind: 'detector',
  };
  const all = others.map((one, index) => createAnnotation(`${index}`, one));
  return describeMeasurement(
    createAnnotation('line', content),
    all,
    findMeasureScale(metadata, undefined, all, 1),
  );
}

test('a length in a panoramic has no ±: its magnification is unknown', () => {
  expect(describeLine(line())).toBe('≈ 10 mm (proyeksiya, böyümə nəzərə alınmayıb)');
});

test('a panoramic that was calibrated at one place is still a projection', () => {
  const calibration = { ...line(), kind: 'calibration', millimetres: 8 } as AnnotationContent;
  expect(describeLine(line(), [calibration])).toMatch(/^≈ 8,0 ± \d,\d mm \(proyeksiya\)$/);
});

test('of two calibrations the later one counts', () => {
  const calibrations = [4, 8].map(
    (millimetres) => ({ ...line(), kind: 'calibration', millimetres }) as AnnotationContent,
  );
  expect(describeLine(line(), calibrations)).toMatch(/^≈ 8,0 ±/);
});

test('a length of the half level keeps its uncertainty when the full one has arrived', () => {
  const calibration = { ...line(), kind: 'calibration', millimetres: 1000 } as AnnotationContent;
  const uncertainty = (levelScale: number) =>
    /± ([\d,]+)/.exec(describeLine(line({ levelScale }), [calibration]))?.[1];
  expect(uncertainty(2)).not.toBe(uncertainty(1));
});

test.each<[Language, RegExp]>([
  ['spec', /^≈ 8,0 ± \d,\d mm \(proyeksiya\)$/],
  ['ru', /^≈ 8,0 ± \d,\d мм \(проекция\)$/],
  ['en', /^≈ 8\.0 ± \d\.\d mm \(projection\)$/],
])('a length in %s', (language, expected) => {
  setLanguageSource(() => language);
  const calibration = { ...line(), kind: 'calibration', millimetres: 8 } as AnnotationContent;
  expect(describeLine(line(), [calibration])).toMatch(expected);
});
