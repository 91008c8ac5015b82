import { smoothstep } from '../jaw/interpolation.ts';
import { DENSITY, type Point } from './density.ts';
import type { Noise } from './noise.ts';
import { bone } from './signed-distance.ts';

/** Everything but the jaw: palate, nose, throat, tongue, spine, muscles and skin, as simple bodies. */
export function softParts(point: Point, lattice: Noise): number {
  const { x, y, z, s, d } = point;
  const skin =
    12 + 0.55 * Math.max(0, Math.abs(s) - 18) + (d > 4 ? faceForm(Math.abs(s), z) : 0) - d;
  if (skin < 0) return DENSITY.air;
  if (skin < 1.2) return DENSITY.soft;
  const palate = palateAt(point, lattice) ?? nose(point, lattice);
  if (palate !== undefined) return palate;
  if (isMouthAir(point) || isThroat(x, y, z)) return DENSITY.air;
  return vertebra(point, lattice) ?? flesh(skin, point, lattice);
}

/** Offset of the face's profile in mm: the lips protrude, the fold between lip and chin recedes. */
function faceForm(side: number, z: number): number {
  const front = smoothstep(45, 12, side);
  const lips = 2.6 * Math.exp(-(((z - 5) / 6) ** 2)) + 2.4 * Math.exp(-(((z + 7) / 5) ** 2));
  const mouth = -1.6 * Math.exp(-(((z + 1.5) / 1.6) ** 2));
  const fold = -2.5 * Math.exp(-(((z + 19) / 6) ** 2));
  const nose = 9 * smoothstep(22, 44, z) * smoothstep(20, 4, side);
  return front * (lips + mouth + fold) + nose + 1.2 * Math.sin(z * 0.07 + 1);
}

const palateHeight = (y: number) =>
  27.5 + 3 * Math.sin((Math.min(52, Math.max(0, y)) / 52) * Math.PI);

function palateAt(point: Point, lattice: Noise): number | undefined {
  const { x, y, z, d } = point;
  if (d > 0 || y < 3 || y > 52) return undefined;
  const vault = palateHeight(y) - 0.006 * x * x;
  const inside = 1.5 + 0.02 * Math.max(0, 22 - y) * 3 - Math.abs(z - vault);
  return inside > 0 ? bone(inside, 0.8, lattice, point) : undefined;
}

/** A pear-shaped air space above the palate, with septum and turbinates and their lining. */
function nose({ x, y, z, d }: Point, lattice: Noise): number | undefined {
  const above = z - palateHeight(y) - 1.4;
  const side = Math.abs(x);
  const half = 15.5 * Math.sqrt(smoothstep(-2.5, 5, above)) * (1 - 0.5 * smoothstep(12, 32, above));
  if (above < 0 || above > 42 || side > half + 1.2) return undefined;
  // The front opening slopes up to the tip of the nose; the back opening bends down into the throat.
  if (y < -9 + 0.35 * above || y > 66 - 0.45 * Math.abs(above - 14) || d > 14) return undefined;
  if (side > half) return 780;
  const bent = side < 3 ? x - 0.9 * Math.sin(z * 0.17) : 9;
  if (Math.abs(bent) < 0.6) return 760;
  if (Math.abs(bent) < 1.6 || half - side < 0.9 || above < 1) return DENSITY.soft;
  for (const [cx, cz, rx, rz] of [
    [half - 4.6, 8, 3.9, 5],
    [half - 3.4, 19, 2.7, 4.4],
  ] as const) {
    const away = Math.hypot((side - cx + 0.12 * (above - cz)) / rx, (above - cz) / rz);
    const wavy = away + 0.12 * lattice(x * 0.3, y * 0.2, z * 0.3);
    if (wavy < 1) return Math.abs(wavy - 0.45) < 0.13 ? 620 : DENSITY.soft;
  }
  return DENSITY.air;
}

/** The air between tongue and palate, and between teeth and cheeks. */
function isMouthAir({ x, y, z, s, d }: Point): boolean {
  const tongue = 5 + 15 * Math.sqrt(Math.max(0, 1 - (x / 25) ** 2)) * smoothstep(2, 26, y);
  const roof = palateHeight(y) - 0.006 * x * x - 4;
  const gap = 2.2 * smoothstep(21, 12, Math.abs(x)) * smoothstep(58, 48, y);
  if (d < -6 && y < 58 && z > tongue && z < Math.min(roof, tongue + gap)) return true;
  const height = 1 - (z / 10) ** 2;
  const beside = d - 7.2 - 0.5 * Math.sin(s * 0.3) - 0.012 * z * z;
  return Math.abs(s) < 50 && height > 0 && beside > 0 && beside < 0.9 * Math.sqrt(height);
}

function isThroat(x: number, y: number, z: number): boolean {
  const middle = 68 - 0.06 * z + 3 * Math.sin(z * 0.05);
  const half = z > 8 ? 6.5 : 5 + 1.5 * Math.sin(z * 0.13);
  return Math.hypot(x / 13, (y - middle) / half) < 1 && z < 46;
}

const VERTEBRA = 17.5;

function vertebra(point: Point, lattice: Noise): number | undefined {
  const { x, y, z } = point;
  const body = Math.hypot(x / 12, (y - 91 - 0.04 * z) / 9);
  const mass = Math.hypot((Math.abs(x) - 17) / 7, (y - 93) / 6);
  const level = ((z + 200) % VERTEBRA) - VERTEBRA / 2;
  const flat = VERTEBRA / 2 - 1.3 - Math.abs(level);
  const inside = Math.min(Math.max((1 - body) * 9, (1 - mass) * 6), flat + 1.5 * (1 - body));
  return inside > 0 ? bone(inside, 0.8, lattice, point) * 0.82 : undefined;
}

/** Muscle and fat differ slightly, in strands. */
function flesh(skin: number, { x, y, z }: Point, lattice: Noise): number {
  const strands = lattice(x * 0.16, y * 0.09, z * 0.12) + 0.5 * lattice(x * 0.4, y * 0.3, z * 0.3);
  const fat = smoothstep(5, 2.5, skin) + smoothstep(0.1, 0.5, strands);
  return DENSITY.soft + 0.45 * (DENSITY.fat - DENSITY.soft) * Math.min(1, fat) + 25 * strands;
}
