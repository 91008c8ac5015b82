import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { useAnnotations } from '../annotations/use-annotations.ts';
import { volumeMetadata } from '../geometry/testing.ts';
import type { Point3 } from '../geometry/vectors.ts';
import { createModel } from '../testing/annotations.ts';
import { useSavedView } from './use-saved-view.ts';

type Annotations = ReturnType<typeof useAnnotations>;

const ARCH: readonly Point3[] = [
  [-15, 10, 60],
  [4, -25, 60],
  [23, 10, 60],
];

/** A viewer of a CT without annotations that has just loaded them. */
function openViewer() {
  const model = createModel(volumeMetadata());
  const create = vi.fn();
  const annotations: Partial<Annotations> = { all: [], isLoaded: true, create };
  const { unmount } = renderHook(() => useSavedView(model, annotations as Annotations));
  return { model, create, close: unmount };
}

test('a dental arch that was moved just before the picture is closed is saved', () => {
  const { model, create, close } = openViewer();
  model.update({ arch: ARCH, isArchEdited: true });
  close();
  expect(create.mock.calls).toEqual([[{ kind: 'arch', points: ARCH }]]);
});

test('a picture that is only looked at saves nothing', () => {
  const { model, create, close } = openViewer();
  model.update({ section: 3 });
  close();
  expect(create).not.toHaveBeenCalled();
});
