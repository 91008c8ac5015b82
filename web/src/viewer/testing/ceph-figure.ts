import { LANDMARKS, type Landmark } from '@deqiq/contract/shared/imaging/landmarks.ts';
import type { Point2 } from '../geometry/vectors.ts';
import type { Ceph } from '../model/drawing/ceph-content.ts';

/** From a point by millimetres in a direction: degrees from the front (0) downwards (90), in a face to the right. */
const from = ([x, y]: Point2, millimetres: number, degrees: number): Point2 => [
  x + millimetres * Math.cos((degrees * Math.PI) / 180),
  y + millimetres * Math.sin((degrees * Math.PI) / 180),
];

/**
 * A tracing of known geometry, millimetres: Frankfort is level, SN rises by 7°; SNA 82°, SNB 80°, FMA 25°,
 * U1–NA 22° and 4 mm, L1–NB 25° and 4 mm, facial axis 90°, facial depth 87°, lower facial height 47°.
 */
function createPoints(): Readonly<Record<Landmark, Point2>> {
  const nasion: Point2 = [150, 60];
  const porion: Point2 = [60, 80];
  const gonion: Point2 = [80, 140];
  const gnathion = from(gonion, 70, 25);
  const xi: Point2 = [75, 115];
  const nose: Point2 = [175, 100];
  const upper = from(from(nasion, 75, 91), 4, 1);
  const lower = from(from(nasion, 74, 93), 4, 3);
  return {
    S: from(nasion, 70, 173),
    N: nasion,
    Po: porion,
    Or: from(porion, 75, 0),
    Ba: from(nasion, 100, 150),
    Pt: from(gnathion, -90, 60),
    ANS: from(xi, 60, -10),
    PNS: from(from(xi, 60, -10), 50, 178),
    A: from(nasion, 60, 91),
    B: from(nasion, 100, 93),
    Pm: from(xi, 60, 37),
    Pog: from(nasion, 115, 93),
    Gn: gnathion,
    Me: from(gonion, 62, 25),
    Go: gonion,
    Ar: from(gonion, 45, -85),
    Xi: xi,
    U1: upper,
    U1r: from(upper, -24, 69),
    L1: lower,
    L1r: from(lower, -22, -62),
    U6: from(upper, -30, 8),
    L6: from(lower, -30, 8),
    Pn: nose,
    Ls: from(from(nose, 35, 100), -4, 10),
    Li: from(from(nose, 50, 100), -2, 10),
    "Pog'": from(nose, 70, 100),
  };
}

/** That tracing in a picture, each point after `move`. */
export function createCephFigure(
  move: (point: Point2) => Point2 = (point) => point,
  names: readonly Landmark[] = LANDMARKS,
): Ceph {
  const points = createPoints();
  return { kind: 'ceph', names, points: names.map((name) => move(points[name])) };
}
