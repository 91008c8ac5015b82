import type { AnnotationContent } from '@deqiq/contract/imaging/annotation-shapes.ts';
import { expect, test, vi } from 'vitest';
import { volumeMetadata } from '../../geometry/testing.ts';
import type { AnnotationPoint } from '../../model/drawing/annotation-content.ts';
import { paneSize } from '../../model/panes/layout.ts';
import { toPanePoint } from '../../model/panes/pane-coordinates.ts';
import { photoMetadata } from '../../model/picture/photo.ts';
import type { ViewerModel } from '../../model/viewer-model.ts';
import { createAnnotation, createModel } from '../../testing/annotations.ts';
import { beginEdit, tapPane } from './edits.ts';
import { beginDrag } from './interaction.ts';
import { locate } from './press.ts';

/** Drags from a point of the picture, then taps there, with one saved annotation of the user. */
function touch(model: ViewerModel, content: AnnotationContent, point: AnnotationPoint) {
  const pane = model.mainPane();
  const start = toPanePoint(model.view(pane), paneSize(pane), point)?.point ?? [0, 0];
  const annotations = {
    all: [createAnnotation('a', content)],
    levelScale: 1,
    preview: vi.fn(),
    save: vi.fn(),
    finish: vi.fn(),
  };
  const press = { ...locate(model, pane, start), pane, isTouch: false, isPan: false };
  const drag = beginDrag(model, annotations, press, { beginEdit });
  drag.move(locate(model, pane, [start[0] + 20, start[1]]));
  drag.end(false);
  const isDragged = annotations.save.mock.calls.length > 0;
  model.update({ selected: undefined });
  tapPane(model, annotations, press);
  return { isDragged, isSelected: model.state.get().selected === 'a' };
}

test('a measurement of a stack is touched on its own frame only', () => {
  const metadata = photoMetadata({ width: 200, height: 100 });
  const model = createModel({ ...metadata, kind: 'stack', slices: 9 });
  const points = [
    [20, 20],
    [90, 20],
  ] as const;
  const length = { kind: 'length', points, frame: 2 } as const;
  model.update({ frame: 7 });
  expect(touch(model, length, [20, 20])).toEqual({ isDragged: false, isSelected: false });
  model.update({ frame: 2 });
  expect(touch(model, length, [20, 20])).toEqual({ isDragged: true, isSelected: true });
});

test('a saved dental arch is not touched by other tools', () => {
  const model = createModel(volumeMetadata());
  const points = [
    [-15, 10, 60],
    [4, -25, 60],
    [23, 10, 60],
  ] as const;
  model.update({ tool: 'crosshair', cursor: points[1] });
  const arch = { kind: 'arch', points } as const;
  expect(touch(model, arch, points[1])).toEqual({ isDragged: false, isSelected: false });
});

test('a drawing begins at the end of an older one instead of moving it', () => {
  const model = createModel(photoMetadata({ width: 200, height: 100 }));
  const length = {
    kind: 'length',
    points: [
      [20, 20],
      [90, 20],
    ],
  } as const;
  model.update({ tool: 'length' });
  expect(touch(model, length, [20, 20])).toMatchObject({ isDragged: false });
  expect(model.state.get().draft?.points[0]).toEqual([20, 20]);
});
