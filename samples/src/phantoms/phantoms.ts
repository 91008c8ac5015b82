import { archNormal, archPoint } from '../jaw/arch.ts';
import { letter } from './letters.ts';
import { type Point, rod, type Shape, sphere, tube, wall } from './scene.ts';

/** Bodies of known geometry, and that geometry in patient coordinates. */
export interface Phantom<Truth> {
  readonly name: string;
  /** In the order in which they replace each other. */
  readonly shapes: readonly Shape[];
  /** Density between the bodies, Hounsfield units. */
  readonly background: number;
  /** Side of the cube around [0, 0, 0] that is worth a scan, millimetres. */
  readonly extent: number;
  readonly truth: Truth;
}

const SOFT_TISSUE = 40;
const METAL = 2800;

export interface Ball {
  readonly centre: Point;
  readonly radius: number;
  readonly density: number;
}

/** 27 spheres, 10 mm apart along each axis. Each has its own density, so that none can be taken for another. */
export function spherePhantom(): Phantom<{ readonly spheres: readonly Ball[] }> {
  const steps = [-10, 0, 10];
  const centres = steps.flatMap((z) => steps.flatMap((y) => steps.map((x): Point => [x, y, z])));
  const spheres = centres.map(
    (centre, index): Ball => ({ centre, radius: 2.5, density: 600 + index * 80 }),
  );
  return {
    name: 'spheres',
    background: SOFT_TISSUE,
    extent: 40,
    truth: { spheres },
    shapes: spheres.map(({ centre, radius, density }) => sphere(centre, radius, density)),
  };
}

export interface Arm {
  readonly from: Point;
  readonly to: Point;
  /** To the first arm, degrees. */
  readonly angle: number;
  readonly density: number;
}

/** Four cylinders from one point, the others at 30, 75 and 130 degrees to the first. None lies in a plane of the body. */
export function cylinderPhantom(): Phantom<{
  readonly vertex: Point;
  readonly arms: readonly Arm[];
}> {
  const vertex: Point = [-2, 1, -3];
  const first: Point = [0.6, 0, 0.8];
  const across: Point = [0, 1, 0];
  const arms = [0, 30, 75, 130].map((angle, index): Arm => {
    const cosine = Math.cos((angle * Math.PI) / 180);
    const sine = Math.sin((angle * Math.PI) / 180);
    const to = vertex.map(
      (value, axis) => value + 16 * (cosine * (first[axis] ?? 0) + sine * (across[axis] ?? 0)),
    ) as unknown as Point;
    return { from: vertex, to, angle, density: 900 + index * 400 };
  });
  return {
    name: 'cylinders',
    background: SOFT_TISSUE,
    extent: 44,
    truth: { vertex, arms },
    shapes: arms.map(({ from, to, density }) => rod(from, to, 1.2, density)),
  };
}

export interface ArchOptions {
  /** Rotation of the head to the patient's left, degrees: the face turns from the front to +x. */
  readonly rotation?: number;
  /** Which teeth exist; without teeth and bone there is no arch. */
  readonly teeth?: 'both' | 'left' | 'right' | 'none';
}

export interface ArchTruth {
  /** The middle of the teeth from the patient's right to the left, every 2 mm, in the axial plane of `height`. */
  readonly curve: readonly Point[];
  readonly height: number;
  readonly teeth: readonly Point[];
  /** Middle line of the left mandibular canal, from the back to the front. Its radius. */
  readonly canal: readonly Point[];
  readonly canalRadius: number;
  /** Middles of the letters L and R, in front of the patient's left and right. */
  readonly markers: { readonly left: Point; readonly right: Point };
}

/** Half of the dental arch in mm, from the midline to the last molar. */
const HALF_ARCH = 46;
const CROWN = { bottom: -6, top: 6 };
const CANAL_RADIUS = 1.3;

/** A lower jaw: teeth along a curve, bone below them with the canals, and letters that name the sides. */
export function archPhantom({
  rotation = 0,
  teeth = 'both',
}: ArchOptions = {}): Phantom<ArchTruth> {
  const angle = (rotation * Math.PI) / 180;
  const cosine = Math.cos(angle);
  const sine = Math.sin(angle);
  // The arch begins at the incisors; the middle of the phantom lies 20 mm behind them.
  const rotate = (x: number, y: number, z: number): Point => [
    x * cosine - (y - 20) * sine,
    x * sine + (y - 20) * cosine,
    z,
  ];
  const [from, to] = {
    both: [-HALF_ARCH, HALF_ARCH],
    left: [-4, HALF_ARCH],
    right: [-HALF_ARCH, 4],
    none: [0, 0],
  }[teeth] as [number, number];
  const at = (s: number, z: number, outwards = 0): Point => {
    const point = archPoint(s);
    const normal = archNormal(s);
    return rotate(point.x + normal.x * outwards, point.y + normal.y * outwards, z);
  };
  const every = (step: number, first: number, last: number) =>
    Array.from(
      { length: Math.floor((last - first) / step) + 1 },
      (_, index) => first + index * step,
    );
  const curve = every(2, from, to).map((s) => at(s, 0));
  const hasArch = curve.length > 1;
  const positions = hasArch ? every(7, from + 3, to - 3) : [];
  const canalAlong = (side: 1 | -1) =>
    every(3, 18, HALF_ARCH)
      .toReversed()
      .map((s) => at(side * s, -16 - (s - 18) * 0.1, -1));
  const canals = ([1, -1] as const).filter((side) => side * 30 > from && side * 30 < to);
  const markers = { left: rotate(24, -8, 12), right: rotate(-24, -8, 12) };
  return {
    name: 'arch',
    background: SOFT_TISSUE,
    extent: 86,
    truth: {
      curve,
      height: 0,
      markers,
      canalRadius: CANAL_RADIUS,
      teeth: positions.map((s) => at(s, 0)),
      canal: canals.includes(1) ? canalAlong(1) : [],
    },
    shapes: [
      ...(hasArch ? [wall(curve, { thickness: 11, bottom: -24, top: -6, density: 500 })] : []),
      ...canals.flatMap((side) => tube(canalAlong(side), CANAL_RADIUS, SOFT_TISSUE)),
      ...positions.map((s) =>
        rod(at(s, CROWN.bottom), at(s, CROWN.top), Math.abs(s) < 20 ? 2.8 : 3.6, 2200),
      ),
      ...letter('L', markers.left, METAL),
      ...letter('R', markers.right, METAL),
    ],
  };
}
