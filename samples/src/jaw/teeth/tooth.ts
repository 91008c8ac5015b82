import type { Random } from '@deqiq/testkit/random.ts';
import { buildStack, type CrossSections, grownStack } from '../cross-sections.ts';
import { type Curve, smoothstep } from '../interpolation.ts';
import { crownDepth, crownWidth, cuspSurface, enamelThickness } from './crown.ts';
import { buildRoots, LAMINA_DURA, PERIODONTAL_GAP, type Root } from './roots.ts';
import { type ToothSize, toothSize } from './tooth-sizes.ts';

/** A tooth in its own coordinates: u distal, v towards the cheek, h from the occlusal edge to the apex, in mm. */
export interface Tooth {
  fdi: number;
  size: ToothSize;
  upper: boolean;
  body: CrossSections;
  dentin: CrossSections;
  pulp: CrossSections;
  bodySocket: CrossSections;
  bodyLamina: CrossSections;
  roots: readonly Root[];
  neck: number;
  /** mm to the tip of the longest root. */
  length: number;
  /** How much nearer to the edge the enamel ends between the teeth than in the middle. */
  scallop: number;
  /** Depth of the occlusal surface at u. */
  cuspCheek: Curve;
  cuspTongue: Curve;
}

export interface ToothBuild {
  /** Factors of the average size. */
  scale: number;
  rootScale: number;
  /** 0 young to 1 old: narrower pulp, worn edges. */
  age: number;
  random: Random;
}

export function buildTooth(fdi: number, { scale, rootScale, age, random }: ToothBuild): Tooth {
  const average = toothSize(fdi);
  const size: ToothSize = {
    ...average,
    width: average.width * scale,
    depth: average.depth * scale,
    root: average.root * rootScale,
  };
  const upper = fdi < 30;
  const neck = { h: size.crown, a: halfWidth(size, size.crown), b: halfDepth(size, size.crown) };
  const roots = buildRoots(size, fdi, neck, age, () => random.normal() * 0.7);
  const { body, dentin } = crownAndTrunk(size, upper, neck.a, neck.b);
  return {
    fdi,
    size,
    upper,
    body,
    dentin,
    pulp: pulpChamber(size, neck.a, neck.b, age),
    bodySocket: grownStack(body, PERIODONTAL_GAP),
    bodyLamina: grownStack(body, PERIODONTAL_GAP + LAMINA_DURA),
    roots,
    neck: neck.h,
    length: Math.max(...roots.map((root) => root.outer.to)),
    scallop: size.kind === 'molar' ? 0.5 : size.kind === 'premolar' ? 0.8 : 1.5,
    cuspCheek: cuspSurface(size, 0, age * 0.7),
    cuspTongue: cuspSurface(size, upper ? 0.5 : 0.8, age * 0.7),
  };
}

const halfWidth = (size: ToothSize, h: number) =>
  (size.width / 2) * crownWidth[size.kind](h / size.crown);
const halfDepth = (size: ToothSize, h: number) =>
  (size.depth / 2) * crownDepth[size.kind](h / size.crown);

/** The trunk of a molar tapers like a vault between the roots, which begin inside it. */
function crownAndTrunk(size: ToothSize, upper: boolean, neckA: number, neckB: number) {
  const neck = size.crown;
  const trunk = size.kind === 'molar' ? size.root * (upper ? 0.3 : 0.24) + 2 : 1;
  const a = (h: number) =>
    h < neck ? halfWidth(size, h) : neckA * (1 - 0.12 * smoothstep(neck, neck + trunk, h));
  const b = (h: number) =>
    h < neck ? halfDepth(size, h) : neckB * Math.sqrt(Math.max(0, 1 - ((h - neck) / trunk) ** 2));
  const enamel = (h: number) => enamelThickness(h, neck);
  return {
    body: buildStack(0, neck + trunk, (h) => [0, 0, a(h), b(h)]),
    dentin: buildStack(0, neck + trunk, (h) => [0, 0, a(h) - enamel(h), b(h) - enamel(h)]),
  };
}

/** In a molar a low chamber above the roots, otherwise a spindle that continues as the canal. */
function pulpChamber(size: ToothSize, neckA: number, neckB: number, age: number): CrossSections {
  const open = 1 - 0.45 * age;
  if (size.kind === 'molar') {
    const roof = size.crown * (0.62 + 0.12 * age);
    const floor = size.crown + 1.2;
    return buildStack(roof, floor, (h) => {
      const t = (h - roof) / (floor - roof);
      const round = Math.sqrt(Math.max(0, 1 - Math.abs(2 * t - 1) ** 3));
      const narrowing = 0.66 - 0.12 * t;
      return [
        0,
        0,
        neckA * narrowing * (0.6 + 0.4 * open) * round,
        neckB * 0.27 * open * Math.sqrt(round),
      ];
    });
  }
  const roof = size.crown * (0.38 + 0.25 * age);
  const end = size.crown + 3;
  return buildStack(roof, end, (h) => {
    const widest =
      smoothstep(roof, size.crown * 0.9, h) * (1 - 0.35 * smoothstep(size.crown, end, h));
    return [0, 0, neckA * 0.3 * open * widest, neckB * 0.36 * open * widest];
  });
}
