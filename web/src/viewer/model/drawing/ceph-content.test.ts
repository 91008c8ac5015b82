import type { PictureMetadata } from '@deqiq/contract/shared/imaging/derivatives.ts';
import { LANDMARKS } from '@deqiq/contract/shared/imaging/landmarks.ts';
import { expect, test, vi } from 'vitest';
import { createAnnotation, createModel } from '../../testing/annotations.ts';
import { createCephFigure } from '../../testing/ceph-figure.ts';
import { photoMetadata } from '../picture/photo.ts';
import {
  type Ceph,
  currentLandmark,
  findCeph,
  mergeCeph,
  nextLandmark,
  withoutLast,
} from './ceph-content.ts';
import { moveHandle } from './drawings.ts';
import { finishDrawing } from './finish-drawing.ts';

const metadata: PictureMetadata = photoMetadata({ width: 200, height: 100 });
const sella: Ceph = { kind: 'ceph', names: ['S'], points: [[10, 20]], levelScale: 1 };

/** Places a landmark at a point, as a tap does, beside the tracing that is there. */
function placeOne(
  existing: Ceph | undefined,
  { isOwn = true, landmark = undefined as Ceph['names'][number] | undefined } = {},
) {
  const model = createModel(metadata);
  const create = vi.fn(() => 'new');
  const save = vi.fn();
  const all = existing ? [createAnnotation('a', existing, { isOwn })] : [];
  model.update({
    tool: 'ceph',
    landmark,
    draft: { kind: 'ceph', pane: 'picture', levelScale: 2, points: [[30, 40]] },
  });
  const ignore = () => undefined;
  finishDrawing(model, {
    answer: undefined,
    ask: ignore,
    create: ignore,
    straighten: ignore,
    annotations: { all, create, save },
  });
  return { create, save, state: model.state.get() };
}

test('the first landmark begins a tracing, the next one is added to it', () => {
  const first = placeOne(undefined);
  expect(first.create).toHaveBeenCalledExactlyOnceWith({
    kind: 'ceph',
    names: ['S'],
    points: [[30, 40]],
    levelScale: 2,
  });
  expect(first.state).toMatchObject({ landmark: 'N', draft: undefined, tool: 'ceph' });
  const second = placeOne(sella);
  expect(second.create).not.toHaveBeenCalled();
  expect(second.save).toHaveBeenCalledExactlyOnceWith('a', {
    kind: 'ceph',
    names: ['S', 'N'],
    points: [
      [10, 20],
      [30, 40],
    ],
    levelScale: 2,
  });
});

test('a landmark that is placed again moves', () => {
  const { save } = placeOne(sella, { landmark: 'S' });
  expect(save).toHaveBeenCalledExactlyOnceWith('a', {
    ...sella,
    points: [[30, 40]],
    levelScale: 2,
  });
});

test("another person's tracing stays as it is: the user begins an own one", () => {
  const { create, save } = placeOne(sella, { isOwn: false });
  expect(save).not.toHaveBeenCalled();
  expect(create).toHaveBeenCalledOnce();
});

test('a press places nothing where every landmark is placed', () => {
  const { create, save } = placeOne(createCephFigure());
  expect(create).not.toHaveBeenCalled();
  expect(save).not.toHaveBeenCalled();
});

test('landmarks follow each other in their order, without those that are placed', () => {
  expect(currentLandmark([], undefined)).toBe('S');
  expect(currentLandmark(['S', 'Po'], undefined)).toBe('N');
  expect(nextLandmark(['S', 'Po'], 'N')).toBe('Or');
  expect(nextLandmark([], "Pog'")).toBeUndefined();
  expect(currentLandmark(LANDMARKS, undefined)).toBeUndefined();
});

test('a drag moves one landmark, and the last one is taken back', () => {
  const two = mergeCeph(sella, { ...sella, names: ['N'], points: [[5, 5]] });
  const to = [7, 8] as const;
  expect(moveHandle(two, { index: 1, to, levelScale: 4, hasDepth: false })).toEqual({
    ...two,
    points: [[10, 20], to],
    levelScale: 4,
  });
  expect(withoutLast(two)).toEqual(sella);
  expect(withoutLast(sella)).toBeUndefined();
});

test("the tracing of a frame is the user's own, if there is one", () => {
  const other = createAnnotation('other', sella, { isOwn: false });
  const own = createAnnotation('own', sella);
  const later = createAnnotation('later', { ...sella, frame: 3 });
  expect(findCeph([other, later, own], 0)?._id).toBe('own');
  expect(findCeph([other, later], 0)?._id).toBe('other');
  expect(findCeph([other], 3)).toBeUndefined();
});
