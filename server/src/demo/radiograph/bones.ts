import type { Jaw, PlacedTooth } from '../jaw/jaw.ts';
import { occlusalHeight } from '../jaw/jaw.ts';
import { smoothstep } from '../jaw/profile.ts';
import * as skull from '../jaw/skull.ts';
import { type Random, randomFrom } from '../random.ts';
import { mirrored, type Outline, outline } from './outline.ts';

/** Both halves of one structure: index 0 the patient's left (s > 0), 1 the right. */
export type Pair = readonly [Outline, Outline];

/** Everything of the skull that a panoramic shows, in this jaw's own slightly uneven form. */
export interface Skull {
  mandible: Outline;
  pair(knots: skull.Knots, closed: boolean): Pair;
  /** z of the bone's edge between the teeth, lower and upper, at s. */
  lowerCrest(s: number): number;
  upperCrest(s: number): number;
}

const uneven = (knots: skull.Knots, random: Random, amount: number): skull.Knots =>
  knots.map(([s, z]) => [s + random.normal() * amount, z + random.normal() * amount] as const);

export function buildSkull(jaw: Jaw): Skull {
  const random = randomFrom(jaw.seed ^ 0x5eed);
  const lowerCrest = crest(jaw, false);
  const upperCrest = crest(jaw, true);
  const left = uneven(skull.mandibleHalf, random, 0.45);
  const right = uneven(skull.mandibleHalf, random, 0.45);
  const edge: [number, number][] = [];
  for (let s = 58; s >= -58; s -= 2) edge.push([s, lowerCrest(s)]);
  const mandible = outline(
    [...left, ...edge, ...[...right].reverse().map(([s, z]) => [-s, z] as const)],
    true,
    4,
  );
  return {
    mandible,
    lowerCrest,
    upperCrest,
    pair: (knots, closed) => [
      outline(uneven(knots, random, 0.4), closed),
      mirrored(outline(uneven(knots, random, 0.4), closed)),
    ],
  };
}

/** The edge of the bone follows the necks of the teeth, 1.5 mm (young) to 4 mm (old) away from them. */
function crest(jaw: Jaw, upper: boolean): (s: number) => number {
  const recession = 1.3 + 1.8 * jaw.age;
  const necks = jaw.teeth
    .filter((placed) => placed.tooth.upper === upper && !placed.findings.includes('impacted'))
    .map((placed) => [placed.s, neckHeight(placed)] as const);
  return (s) => {
    let sum = 0;
    let weights = 0;
    for (const [at, z] of necks) {
      const weight = Math.exp(-(((s - at) / 6) ** 2)) + 1e-6 / (1 + Math.abs(s - at));
      sum += weight * z;
      weights += weight;
    }
    const away = upper ? recession : -recession;
    const flat = occlusalHeight(s) + (upper ? 8 : -8);
    const z = weights > 1e-5 ? sum / weights : flat;
    return z + (flat - z) * smoothstep(58, 64, Math.abs(s)) + away;
  };
}

function neckHeight({ tooth, z, tilt }: PlacedTooth): number {
  return z + (tooth.upper ? 1 : -1) * tooth.neck * Math.cos(tilt);
}
