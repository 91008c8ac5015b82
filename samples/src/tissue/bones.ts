import { type Random, randomFrom } from '@deqiq/testkit/random.ts';
import { smoothstep } from '../jaw/interpolation.ts';
import { type Jaw, LAID_SMILE, occlusalHeight, type PlacedTooth, rise } from '../jaw/jaw.ts';
import type { Knots } from '../jaw/knots.ts';
import { mandibleHalf } from '../jaw/mandible.ts';
import { mirror, type Outline, outline } from '../raster/outline.ts';

/** Both halves of one structure: index 0 the patient's left (s > 0), 1 the right. */
export type Pair = readonly [Outline, Outline];

/** The parts of the skull in a panoramic, with the small asymmetries of this jaw. */
export interface Skull {
  /** z of the occlusal plane at s. */
  occlusal(s: number): number;
  mandible: Outline;
  /** Both halves of a structure; each point is off by about `error` mm. */
  pair(knots: Knots, closed: boolean, error?: number): Pair;
  /** z of the edge of the bone between the teeth, lower and upper, at s. */
  lowerCrest(s: number): number;
  upperCrest(s: number): number;
}

/** Fits an outline to the jaw's occlusal plane; each point is off by about `error` mm. */
function fitOutline(knots: Knots, jaw: Jaw, random: Random, error: number): Knots {
  const more = jaw.smile - LAID_SMILE;
  return knots.map(([s, z]) => [
    s + random.normal() * error,
    z + more * rise(s) + random.normal() * error,
  ]);
}

export function buildSkull(jaw: Jaw): Skull {
  const random = randomFrom(jaw.seed ^ 0x5eed);
  const lowerCrest = tabulate(crest(jaw, false));
  const upperCrest = tabulate(crest(jaw, true));
  const left = fitOutline(mandibleHalf, jaw, random, 0.45);
  const right = fitOutline(mandibleHalf, jaw, random, 0.45);
  const edge: [number, number][] = [];
  for (let s = 58; s >= -58; s -= 1) edge.push([s, lowerCrest(s)]);
  const mandible = outline(
    [...left, ...edge, ...[...right].reverse().map(([s, z]) => [-s, z] as const)],
    true,
    4,
  );
  return {
    occlusal: (s) => occlusalHeight(s, jaw.smile),
    mandible,
    lowerCrest,
    upperCrest,
    pair: (knots, closed, error = 0.4) => [
      outline(fitOutline(knots, jaw, random, error), closed),
      mirror(outline(fitOutline(knots, jaw, random, error), closed)),
    ],
  };
}

const REACH = 130;
const PER_MM = 5;

/** Replaces a function by a table: a scan calls it millions of times. */
function tabulate(height: (s: number) => number): (s: number) => number {
  const table = new Float32Array(2 * REACH * PER_MM + 2);
  for (let i = 0; i < table.length; i++) table[i] = height(i / PER_MM - REACH);
  return (s) => {
    const index = (Math.min(REACH, Math.max(-REACH, s)) + REACH) * PER_MM;
    const from = table[index | 0] as number;
    return from + ((table[(index | 0) + 1] as number) - from) * (index % 1);
  };
}

/**
 * The edge of the bone follows the necks of the teeth at a distance of 1 mm (young) to 3.5 mm (old), and is higher
 * between them.
 */
function crest(jaw: Jaw, upper: boolean): (s: number) => number {
  const away = (upper ? 1 : -1) * (0.9 + 2.2 * jaw.age ** 1.5);
  const necks = jaw.teeth
    .filter((placed) => placed.tooth.upper === upper && !placed.findings.includes('impacted'))
    .map((placed) => ({
      s: neckPosition(placed),
      z: neckHeight(placed),
      half: placed.tooth.size.width / 2,
    }));
  return (s) => {
    let sum = 0;
    let weights = 0;
    let nearest = 1;
    for (const neck of necks) {
      const weight = Math.exp(-(((s - neck.s) / 5) ** 2));
      sum += weight * neck.z;
      weights += weight;
      nearest = Math.min(nearest, Math.abs(s - neck.s) / neck.half);
    }
    const flat = occlusalHeight(s, jaw.smile) + (upper ? 8 : -8);
    const z = (sum + 0.02 * flat) / (weights + 0.02);
    const between = (upper ? -0.7 : 0.7) * smoothstep(0.55, 1, nearest);
    // Behind the last upper molar the bone bends upwards (tuberosity).
    const behind = upper ? 9 * smoothstep(56, 66, Math.abs(s)) : 0;
    return z + (flat - z) * smoothstep(58, 64, Math.abs(s)) + away + between + behind;
  };
}

function neckPosition({ tooth, s, side, tilt }: PlacedTooth): number {
  return s + side * tooth.neck * Math.sin(tilt);
}

function neckHeight({ tooth, z, tilt }: PlacedTooth): number {
  return z + (tooth.upper ? 1 : -1) * tooth.neck * Math.cos(tilt);
}
