import { type Point, type Shape, tube } from './scene.ts';

/** Height of a letter, millimetres; strokes are in shares of it, x to the right and y up. */
const HEIGHT = 7;

const STROKES = {
  L: [
    [
      [0, 1],
      [0, 0],
      [0.5, 0],
    ],
  ],
  R: [
    [
      [0, 0],
      [0, 1],
      [0.4, 0.95],
      [0.5, 0.75],
      [0.4, 0.5],
      [0, 0.45],
    ],
    [
      [0.25, 0.45],
      [0.5, 0],
    ],
  ],
} as const;

/** A letter of metal that can be read from the front of the patient: its right is the patient's left. */
export const letter = (name: keyof typeof STROKES, middle: Point, density: number): Shape[] =>
  STROKES[name].flatMap((stroke) =>
    tube(
      stroke.map(
        ([x, y]): Point => [
          middle[0] + (x - 0.25) * HEIGHT,
          middle[1],
          middle[2] + (y - 0.5) * HEIGHT,
        ],
      ),
      0.7,
      density,
    ),
  );
