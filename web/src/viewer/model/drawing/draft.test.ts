import type { AnnotationContent } from '@deqiq/contract/imaging/annotation-shapes.ts';
import { expect, test } from 'vitest';
import { createAnnotation } from '../../testing/annotations.ts';
import { type AnnotationPoint, hasVertex, listHandles } from './annotation-content.ts';
import { findError, moveHandle, toContent } from './drawings.ts';
import { findLastImplant, resizeImplant } from './implant-content.ts';

const implant = {
  kind: 'implant',
  position: [0, 0, 0],
  direction: [0, 0, -1],
  diameter: 4,
  length: 10,
} as const satisfies AnnotationContent;

const line = {
  kind: 'length',
  points: [
    [0, 0],
    [3, 4],
  ],
} as const satisfies AnnotationContent;

const move = (index: number, to: AnnotationPoint, change = {}) => ({
  index,
  to,
  levelScale: 1,
  hasDepth: true,
  ...change,
});

test('a dragged point of a line follows the finger, the other one stays', () => {
  const inPicture: AnnotationContent = {
    kind: 'length',
    frame: 2,
    points: [
      [0, 0],
      [3, 4],
    ],
  };
  expect(moveHandle(inPicture, move(1, [6, 8]))).toEqual({
    ...inPicture,
    levelScale: 1,
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
  expect(listHandles(moveHandle(canal, move(0, [9, 9, 9])))[0]).toEqual([9, 9, 9]);
  expect(moveHandle(canal, move(0, [9, 9]))).toEqual(canal);
});

test('the platform moves an implant, its apex tilts it', () => {
  expect(moveHandle(implant, move(0, [5, 5, 5]))).toMatchObject({ position: [5, 5, 5] });
  const tilted = moveHandle(implant, move(1, [20, 0, 0]));
  expect(tilted).toEqual({ ...implant, direction: [1, 0, 0] });
  expect(listHandles(tilted)[1]).toEqual([10, 0, 0]);
});

test('an implant stays within the sizes that can be saved', () => {
  expect(resizeImplant(implant, { length: 1e3 })).toEqual({ ...implant, length: 100 });
  expect(resizeImplant(implant, { diameter: 0 })).toEqual({ ...implant, diameter: 0.5 });
});

test('the next implant has the system and size of the last one', () => {
  const draft = { kind: 'implant', pane: 'coronal', levelScale: 1, points: [[1, 2, 3]] } as const;
  const options = { frame: undefined, down: [0, 0, -1], millimetres: 0, hasDepth: true } as const;
  expect(toContent(draft, options)).toEqual({ ...implant, position: [1, 2, 3] });
  const size = { diameter: 3.6, length: 12, system: 'dentium-superline' } as const;
  const drawn = [implant, { ...implant, ...size, tooth: 36 }, line].map((content, index) =>
    createAnnotation(`${index}`, content),
  );
  const lastImplant = findLastImplant(drawn);
  expect(toContent(draft, { ...options, lastImplant })).toEqual({
    ...implant,
    ...size,
    position: [1, 2, 3],
  });
});

test('a point of a canal has a depth only once it was set or moved where depth is seen', () => {
  const points = [
    [0, 0, 0],
    [5, 0, 0],
  ] as const;
  const draft = { kind: 'canal', pane: 'panoramic', levelScale: 2, points } as const;
  const options = { frame: undefined, down: [0, 0, -1], millimetres: 0 } as const;
  const canal = toContent(draft, { ...options, hasDepth: false });
  expect(canal).toMatchObject({ verified: [], levelScale: 2 });
  expect(toContent(draft, { ...options, hasDepth: true })).toMatchObject({ verified: [0, 1] });
  if (canal?.kind !== 'canal') throw new Error('no canal');
  const inSection = moveHandle(canal, move(1, [5, 1, 0]));
  expect(inSection).toMatchObject({ verified: [1], levelScale: 2 });
  const inPanoramic = moveHandle(inSection, move(1, [6, 0, 0], { hasDepth: false }));
  expect(inPanoramic).toMatchObject({ verified: [] });
});

test('an ellipse fills the box that was drawn, upright in its plane; its middle moves all of it', () => {
  const options = { frame: undefined, down: [0, 0, -1], millimetres: 0, hasDepth: true } as const;
  const draft = { kind: 'ellipse', pane: 'coronal', levelScale: 1 } as const;
  const points = [
    [0, 5, 10],
    [8, 5, 4],
  ] as const;
  const ellipse = toContent({ ...draft, points }, options);
  if (ellipse?.kind !== 'ellipse') throw new Error('no ellipse');
  expect(ellipse.points).toEqual([
    [0, 5, 7],
    [8, 5, 7],
    [4, 5, 10],
    [4, 5, 4],
  ]);
  expect(listHandles(moveHandle(ellipse, move(0, [5, 5, 7])))).toEqual([
    [5, 5, 7],
    [1, 5, 7],
    [9, 5, 7],
    [5, 5, 10],
    [5, 5, 4],
  ]);
  // The other end of its axis follows, the other axis stays.
  expect(listHandles(moveHandle(ellipse, move(2, [10, 5, 99])))).toEqual([
    [4, 5, 7],
    [-2, 5, 7],
    [10, 5, 7],
    [4, 5, 10],
    [4, 5, 4],
  ]);
  expect(moveHandle(ellipse, move(2, [4, 5, 7]))).toMatchObject({ points: ellipse.points });
});

test('a drawing without extent says so instead of being saved', () => {
  const options = { frame: undefined, down: [0, 0, -1], millimetres: 0, hasDepth: true } as const;
  const at = (kind: 'arrow' | 'ellipse' | 'profile', to: readonly [number, number]) =>
    findError({ kind, pane: 'picture', levelScale: 1, points: [[5, 5], to] }, options);
  expect(at('arrow', [5, 5])).toBe('İki fərqli nöqtə lazımdır');
  expect(at('profile', [5, 5])).toBe('İki fərqli nöqtə lazımdır');
  expect(at('ellipse', [9, 5])).toMatch(/^Ellipsin oxları/);
  expect(at('ellipse', [9, 6])).toBeUndefined();
});

test('an angle needs a vertex that differs from its ends', () => {
  const angle = { kind: 'angle', pane: 'picture', levelScale: 1 } as const;
  const at = (x: number) => [x, 0] as const;
  expect(hasVertex({ ...angle, points: [at(1), at(1), at(1)] })).toBe(false);
  expect(hasVertex({ ...angle, points: [at(1), at(2), at(2)] })).toBe(false);
  expect(hasVertex({ ...angle, points: [at(1), at(2), at(3)] })).toBe(true);
});
