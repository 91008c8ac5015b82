import { type Random, randomFrom } from '@deqiq/testkit/random.ts';
import { buildTooth, type Tooth } from './teeth/tooth.ts';
import { toothSize } from './teeth/tooth-sizes.ts';

/** A finding on a tooth. */
export type Finding =
  | 'filling'
  | 'deepFilling'
  | 'ceramicCrown'
  | 'rootFilling'
  | 'caries'
  | 'implant'
  | 'impacted';

/**
 * A tooth on the arch: the centre of its occlusal edge is at (s, z), and its axis leans distally by `tilt` radians at
 * the apex.
 */
export interface PlacedTooth {
  tooth: Tooth;
  fdi: number;
  /** 1 on the patient's left (distal is towards growing s), -1 on the right. */
  side: 1 | -1;
  s: number;
  z: number;
  tilt: number;
  /** mm from the arch towards the cheek, and how far the apex leans in that direction. */
  d: number;
  lean: number;
  findings: readonly Finding[];
  seed: number;
}

export interface Jaw {
  seed: number;
  /** 0 young (wide pulps) to 1 old. */
  age: number;
  /** mm by which the occlusal plane rises to the last molars: about 9 in a panoramic, 1.5 in space. */
  smile: number;
  teeth: readonly PlacedTooth[];
}

/** The rise for which the outlines of the skull are defined. */
export const LAID_SMILE = 9.5;

/** Share of the occlusal plane's rise at s: 0 in the middle, 1 at the last molars. */
export function rise(s: number): number {
  return (Math.min(75, Math.abs(s)) / 62) ** 1.9;
}

/** z of the occlusal plane. */
export function occlusalHeight(s: number, smile: number): number {
  return smile * rise(s) - 1;
}

/** Baseline lean of the apex by tooth position, in degrees towards distal. */
const LEAN = {
  upper: [1, 4, 7, 3, 1, -2, -1, 2],
  lower: [0, 1, 4, 5, 5, 7, 9, 12],
} as const;

export const QUADRANTS = [1, 2, 3, 4] as const;

export interface JawOptions {
  /** Findings by FDI number; an empty list means a sound tooth. Without this option the seed decides. */
  findings?: Readonly<Record<number, readonly Finding[]>>;
  missing?: readonly number[];
  age?: number;
  smile?: number;
}

/** Builds a jaw with its teeth; equal seeds and options give equal jaws. */
export function buildJaw(seed: number, options: JawOptions = {}): Jaw {
  const random = randomFrom(seed);
  const age = options.age ?? random.between(0.05, 0.9);
  const smile = options.smile ?? random.between(7.5, 10.5);
  const missing = new Set(options.missing ?? missingTeeth(random, age));
  const scale = 1 + 0.025 * random.normal();
  const teeth: PlacedTooth[] = [];
  for (const quadrant of QUADRANTS) {
    let way = random.between(-0.1, 0.1);
    for (let position = 1; position <= 8; position++) {
      const fdi = quadrant * 10 + position;
      const own = randomFrom(seed * 131 + fdi);
      const size = toothSize(fdi);
      const width = size.width * scale;
      const findings = options.findings
        ? (options.findings[fdi] ?? [])
        : chooseFindings(own, fdi, age);
      if (!missing.has(fdi))
        teeth.push(placeTooth(own, fdi, { way: way + width / 2, scale, age, smile }, findings));
      way += width * 0.962 + own.between(-0.12, 0.1);
    }
  }
  return { seed, age, smile, teeth };
}

function placeTooth(
  random: Random,
  fdi: number,
  { way, scale, age, smile }: { way: number; scale: number; age: number; smile: number },
  findings: readonly Finding[],
): PlacedTooth {
  const quadrant = Math.floor(fdi / 10);
  const position = fdi % 10;
  const upper = quadrant <= 2;
  const side = quadrant === 2 || quadrant === 3 ? 1 : -1;
  const tooth = buildTooth(fdi, {
    scale: scale * random.between(0.98, 1.02),
    rootScale: random.between(0.93, 1.08),
    age,
    random,
  });
  const slope = (smile * (rise(way + 1) - rise(way - 1))) / 2;
  const base = ((upper ? LEAN.upper : LEAN.lower)[position - 1] ?? 0) * (Math.PI / 180);
  const gap = position <= 3 ? 0.6 : -0.05;
  const impacted = findings.includes('impacted');
  return {
    tooth,
    fdi,
    side,
    s: side * (way + (impacted ? 2 : 0)),
    z:
      occlusalHeight(way, smile) +
      (upper ? gap : -gap) +
      random.normal() * 0.25 -
      (impacted ? 10.5 : 0),
    tilt:
      base +
      (upper ? -0.45 : 0.8) * Math.atan(slope) +
      random.normal() * 0.025 +
      (impacted ? random.between(0.7, 1.1) : 0),
    d: (upper ? 0.8 : -0.8) + random.normal() * 0.2,
    lean: upper ? -2.2 : position <= 3 ? -1.5 : 0.8,
    findings,
    seed: random.below(1e9),
  };
}

function missingTeeth(random: Random, age: number): number[] {
  const missing: number[] = [];
  for (const fdi of [18, 28, 38, 48]) if (random.chance(0.25 + age * 0.4)) missing.push(fdi);
  for (const fdi of [16, 26, 36, 46]) if (random.chance(0.16 * age)) missing.push(fdi);
  return missing;
}

function chooseFindings(random: Random, fdi: number, age: number): Finding[] {
  const position = fdi % 10;
  if (position === 8 && fdi > 30 && random.chance(0.35)) return ['impacted'];
  if (position >= 6 && position < 8) {
    if (random.chance(0.03 + 0.16 * age)) return ['rootFilling', 'ceramicCrown'];
    if (random.chance(0.15 + 0.4 * age)) return [random.chance(0.4) ? 'deepFilling' : 'filling'];
    if (position === 6 && random.chance(0.3)) return ['implant'];
  }
  if (position >= 4 && random.chance(0.12 + 0.2 * age)) return ['filling'];
  if (position >= 4 && random.chance(0.12)) return ['caries'];
  if (position <= 2 && fdi < 30 && random.chance(0.08 * age)) return ['rootFilling'];
  return [];
}
