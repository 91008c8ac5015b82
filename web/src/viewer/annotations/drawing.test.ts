import type { AnnotationContent } from '@deqiq/contract/annotations.ts';
import { expect, test } from 'vitest';
import { handlesOf, moveHandle, resizeImplant } from './drawing.ts';

const implant = {
  ...{ kind: 'implant', position: [0, 0, 0], direction: [0, 0, -1] },
  ...{ diameter: 4, length: 10 },
} as const satisfies AnnotationContent;

test('a dragged point of a line follows the finger, the other one stays', () => {
  const inPicture: AnnotationContent = {
    ...{ kind: 'length', frame: 2 },
    points: [
      [0, 0],
      [3, 4],
    ],
  };
  expect(moveHandle(inPicture, 1, [6, 8])).toEqual({
    ...inPicture,
    points: [
      [0, 0],
      [6, 8],
    ],
  });
  const canal: AnnotationContent = {
    kind: 'canal',
    points: [
      [0, 0, 0],
      [1, 2, 3],
    ],
  };
  expect(handlesOf(moveHandle(canal, 0, [9, 9, 9]))[0]).toEqual([9, 9, 9]);
  expect(moveHandle(canal, 0, [9, 9])).toEqual(canal);
});

test('the platform moves an implant, its apex tilts it', () => {
  expect(moveHandle(implant, 0, [5, 5, 5])).toMatchObject({ position: [5, 5, 5] });
  const tilted = moveHandle(implant, 1, [20, 0, 0]);
  expect(tilted).toEqual({ ...implant, direction: [1, 0, 0] });
  expect(handlesOf(tilted)[1]).toEqual([10, 0, 0]);
});

test('an implant stays within the sizes that can be saved', () => {
  expect(resizeImplant(implant, { length: 1e3 })).toEqual({ ...implant, length: 100 });
  expect(resizeImplant(implant, { diameter: 0 })).toEqual({ ...implant, diameter: 0.5 });
});
