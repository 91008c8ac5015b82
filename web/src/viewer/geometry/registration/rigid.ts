import { add, dot, type Point3, subtract } from '../vectors.ts';
import type { PlaneView } from '../volume/planes.ts';
import type { VolumeSpace } from '../volume/volume-space.ts';

/** A rotation and then a shift in millimetres: from the patient as one volume has it to the patient of another one. */
export type Rigid = {
  /** Rows of the matrix. */
  readonly rotation: readonly [Point3, Point3, Point3];
  readonly shift: Point3;
};

/** The inverse of a rotation. */
export const transpose = ([a, b, c]: Rigid['rotation']): Rigid['rotation'] => [
  [a[0], b[0], c[0]],
  [a[1], b[1], c[1]],
  [a[2], b[2], c[2]],
];

export const rotateDirection = (
  { rotation: [x, y, z] }: Pick<Rigid, 'rotation'>,
  direction: Point3,
): Point3 => [dot(x, direction), dot(y, direction), dot(z, direction)];

export const movePoint = (rigid: Rigid, point: Point3): Point3 =>
  add(rotateDirection(rigid, point), rigid.shift);

export function invertRigid(rigid: Rigid): Rigid {
  const rotation = transpose(rigid.rotation);
  return { rotation, shift: subtract([0, 0, 0], rotateDirection({ rotation }, rigid.shift)) };
}

export const movePlane = (rigid: Rigid, view: PlaneView): PlaneView => ({
  ...view,
  centre: movePoint(rigid, view.centre),
  right: rotateDirection(rigid, view.right),
  down: rotateDirection(rigid, view.down),
});

/** The grid of a volume whose patient was moved. */
export function moveSpace(rigid: Rigid, space: VolumeSpace): VolumeSpace {
  const [column, row, slice] = space.axes;
  const [first, second, third] = space.inverse;
  const rotate = (direction: Point3) => rotateDirection(rigid, direction);
  return {
    ...space,
    origin: movePoint(rigid, space.origin),
    axes: [rotate(column), rotate(row), rotate(slice)],
    inverse: [rotate(first), rotate(second), rotate(third)],
  };
}

/** Three shifts and three rotations around `centre`, both in millimetres: rotations are arcs at a radius of ARM. */
export function createRigid([x, y, z, angleX, angleY, angleZ]: Parameters6, centre: Point3): Rigid {
  const angle = Math.hypot(angleX, angleY, angleZ) / ARM;
  const length = angle * ARM || 1;
  const a = angleX / length;
  const b = angleY / length;
  const c = angleZ / length;
  const cosine = Math.cos(angle);
  const sine = Math.sin(angle);
  const rest = 1 - cosine;
  const rotated: Rigid = {
    rotation: [
      [cosine + a * a * rest, a * b * rest - c * sine, a * c * rest + b * sine],
      [b * a * rest + c * sine, cosine + b * b * rest, b * c * rest - a * sine],
      [c * a * rest - b * sine, c * b * rest + a * sine, cosine + c * c * rest],
    ],
    shift: [0, 0, 0],
  };
  const shift = add(subtract(centre, rotateDirection(rotated, centre)), [x, y, z]);
  return { ...rotated, shift };
}

export type Parameters6 = readonly [number, number, number, number, number, number];

/** Millimetres: about the distance of a jaw's teeth from its middle. */
export const ARM = 50;
