import type { AnnotationContent } from '@deqiq/contract/imaging/annotation-shapes.ts';
import { describe, expect, test } from 'vitest';
import { findMeasureScale } from '../annotations/measure-scale.ts';
import { volumeMetadata } from '../geometry/testing.ts';
import { photoMetadata } from '../model/picture/photo.ts';
import type { ViewerModel } from '../model/viewer-model.ts';
import { createAnnotation, createModel } from '../testing/annotations.ts';
import { measurementRows } from './measurement-rows.ts';
import { measurementViews } from './measurement-views.ts';

function listViews(model: ViewerModel, contents: readonly AnnotationContent[]) {
  const { metadata, space } = model.subject;
  const annotations = contents.map((content, index) => createAnnotation(`${index}`, content));
  const scale = findMeasureScale(metadata, space, annotations, 1);
  return measurementViews(model, measurementRows(annotations, scale));
}

const createLength = (
  from: readonly [number, number, number],
  to: readonly [number, number, number],
): AnnotationContent => ({ kind: 'length', points: [from, to] });

describe('the pictures of a document', () => {
  test('show each measurement in the plane it lies in, and several in one plane together', () => {
    const views = listViews(createModel(volumeMetadata()), [
      createLength([0, 0, 50], [5, 5, 50]),
      createLength([0, 0, 45], [5, 0, 80]),
      createLength([-5, 2, 50.5], [5, 5, 50.5]),
      createLength([3, -9, 45], [3, 0, 80]),
    ]);
    expect(views.map(({ title, numbers }) => [title, numbers])).toEqual([
      ['Aksial', [1, 3]],
      ['Koronal', [2]],
      ['Sagital', [4]],
    ]);
    expect(views[0]?.state).toMatchObject({ layout: 'axial', cursor: [2.5, 2.5, 50] });
  });

  test('show the canal in the panoramic and an implant in its cross-section once there is an arch', () => {
    const model = createModel(volumeMetadata());
    model.update({
      arch: [
        [-15, 10, 60],
        [-10, -15, 60],
        [4, -25, 60],
        [18, -15, 60],
        [23, 10, 60],
      ],
    });
    const views = listViews(model, [
      {
        kind: 'canal',
        points: [
          [-14, 5, 55],
          [-11, -12, 50],
        ],
      },
      {
        kind: 'implant',
        position: [4, -25, 70],
        direction: [0, 0, -1],
        diameter: 4,
        length: 10,
      },
    ]);
    expect(views.map(({ title }) => title)).toEqual([
      'Panoram',
      expect.stringMatching(/^En kəsiyi \d+$/),
    ]);
  });

  test('show every frame of a stack that is measured', () => {
    const model = createModel({
      ...photoMetadata({ width: 200, height: 100 }),
      kind: 'stack',
      slices: 9,
    });
    const points = [
      [0, 0],
      [9, 0],
    ] as const;
    const views = listViews(model, [
      { kind: 'length', points, frame: 2 },
      { kind: 'length', points, frame: 7 },
      { kind: 'length', points, frame: 2 },
    ]);
    expect(views.map(({ title, numbers }) => [title, numbers])).toEqual([
      ['Kadr 3', [1, 3]],
      ['Kadr 8', [2]],
    ]);
  });
});
