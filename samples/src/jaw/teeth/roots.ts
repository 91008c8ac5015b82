import { buildStack, type CrossSections, grownStack } from '../cross-sections.ts';
import { type Curve, curveThrough, smoothstep } from '../interpolation.ts';
import type { ToothSize } from './tooth-sizes.ts';

export interface Root {
  outer: CrossSections;
  canal: CrossSections;
  /** The socket in the bone: the root with its ligament. */
  socket: CrossSections;
  /** The socket with the dense shell of bone around it. */
  lamina: CrossSections;
}

/** Widths of the ligament and of the dense bone around it, in mm. */
export const PERIODONTAL_GAP = 0.26;
export const LAMINA_DURA = 0.34;

const taper: Curve = curveThrough(
  [0, 1],
  [0.2, 0.96],
  [0.45, 0.83],
  [0.7, 0.63],
  [0.88, 0.43],
  [0.96, 0.28],
  [1, 0],
);

/**
 * Positions and widths are shares of the neck's half-axes; u and everything along the arch is distal when positive.
 */
interface RootPlan {
  u: number;
  v: number;
  a: number;
  b: number;
  /** Share of the tooth's root length. */
  length: number;
  /** mm by which the root leans along and across the arch, and by which its tip bends. */
  spread: number;
  spreadDepth: number;
  bend: number;
}

const single: RootPlan = {
  u: 0,
  v: 0,
  a: 1,
  b: 1,
  length: 1,
  spread: 0,
  spreadDepth: 0,
  bend: 1.2,
};

const upperPremolar: readonly RootPlan[] = [
  { ...single, v: 0.42, a: 0.96, b: 0.55, spreadDepth: 1 },
  { ...single, v: -0.42, a: 0.92, b: 0.55, length: 0.96, spreadDepth: -1 },
];

/** Mesiobuccal, distobuccal, palatal. */
const upperMolar: readonly RootPlan[] = [
  { u: -0.48, v: 0.4, a: 0.5, b: 0.54, length: 0.95, spread: -1, spreadDepth: 1, bend: 1.6 },
  { u: 0.5, v: 0.4, a: 0.47, b: 0.52, length: 0.9, spread: 1.2, spreadDepth: 1, bend: -0.3 },
  { u: 0, v: -0.45, a: 0.62, b: 0.46, length: 1.06, spread: 0, spreadDepth: -2.4, bend: 0.6 },
];

/** Mesial, distal. */
const lowerMolar: readonly RootPlan[] = [
  { ...single, u: -0.48, a: 0.52, b: 0.95, spread: -1, bend: 2.3 },
  { ...single, u: 0.5, a: 0.5, b: 0.9, length: 0.96, spread: 1.2, bend: 0.3 },
];

function plansFor(size: ToothSize, fdi: number): readonly RootPlan[] {
  const upper = fdi < 30;
  if (size.kind !== 'molar') return upper && fdi % 10 === 4 ? upperPremolar : [single];
  // Roots of second and third molars are closer together.
  const apart = [1, 0.8, 0.5][(fdi % 10) - 6] ?? 1;
  return (upper ? upperMolar : lowerMolar).map((plan) => ({
    ...plan,
    spread: plan.spread * apart - (1 - apart) * plan.u * 1.4,
    bend: plan.bend * (0.6 + 0.4 * apart),
  }));
}

export interface Neck {
  /** mm from the occlusal edge; half-axes at that height. */
  h: number;
  a: number;
  b: number;
}

/** `vary` returns a small number around 0, so that no two teeth bend alike; `age` narrows the canals. */
export function buildRoots(
  size: ToothSize,
  fdi: number,
  neck: Neck,
  age: number,
  vary: () => number,
): Root[] {
  const molar = size.kind === 'molar';
  return plansFor(size, fdi).map((plan) => {
    const from = neck.h - 0.2;
    const to = neck.h + size.root * plan.length * (1 + 0.04 * vary());
    const bend = plan.bend + 0.7 * vary();
    const early = 0.5 * vary();
    const middle = (t: number) =>
      plan.u * neck.a + plan.spread * t + bend * t ** 3 + early * t * (1 - t);
    const across = (t: number) => plan.v * neck.b + plan.spreadDepth * t;
    const outer = buildStack(from, to, (h) => {
      const t = (h - from) / (to - from);
      return [middle(t), across(t), plan.a * neck.a * taper(t), plan.b * neck.b * taper(t)];
    });
    const open = 1 - 0.45 * age;
    const canal = buildStack(from + (molar ? 1.2 : 0), to - 0.4, (h) => {
      const t = (h - from) / (to - from);
      const start = molar ? smoothstep(from + 1, from + 2.4, h) : 1;
      const width = (molar ? 0.34 : 0.22 * neck.a) * (1 - 0.72 * t) * open * start;
      return [middle(t), across(t), width + 0.1, (width + 0.12) * (molar ? 2 : 1.5)];
    });
    return {
      outer,
      canal,
      socket: grownStack(outer, PERIODONTAL_GAP),
      lamina: grownStack(outer, PERIODONTAL_GAP + LAMINA_DURA),
    };
  });
}
