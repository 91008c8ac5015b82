import { type Profile, profile, smoothstep } from './profile.ts';
import { type ToothKind, type ToothSize, toothSize } from './tooth-sizes.ts';

/**
 * One solid of a tooth: a stack of ellipses along `h` (mm from the occlusal edge towards the apex),
 * `a` wide along the arch, `b` deep across it, around (`u`, `v`). Tables have a step of STACK_STEP mm.
 */
export interface Stack {
  from: number;
  to: number;
  u: Float32Array;
  v: Float32Array;
  a: Float32Array;
  b: Float32Array;
}

export interface Root {
  outer: Stack;
  canal: Stack;
  socket: Stack;
  lamina: Stack;
}

/** A tooth in its own frame; `place` puts it on the arch. */
export interface Tooth {
  fdi: number;
  size: ToothSize;
  upper: boolean;
  body: Stack;
  dentin: Stack;
  pulp: Stack;
  bodySocket: Stack;
  bodyLamina: Stack;
  roots: Root[];
  /** mm from the occlusal edge to the neck, to where roots part, to the apex. */
  neck: number;
  furcation: number;
  length: number;
  /** How deep the occlusal surface lies at this u, on the cheek side and on the tongue side (mm). */
  cuspCheek: Profile;
  cuspTongue: Profile;
}

export const STACK_STEP = 0.1;

const PERIODONTAL_GAP = 0.28;
const LAMINA_DURA = 0.42;

const crownWidth: Record<ToothKind, Profile> = {
  incisor: profile([0, 0.9], [0.12, 0.98], [0.28, 1], [0.6, 0.92], [0.85, 0.76], [1, 0.68]),
  canine: profile([0, 0.6], [0.15, 0.86], [0.36, 1], [0.65, 0.92], [0.85, 0.78], [1, 0.7]),
  premolar: profile([0, 0.72], [0.18, 0.92], [0.38, 1], [0.7, 0.88], [0.88, 0.74], [1, 0.68]),
  molar: profile([0, 0.8], [0.16, 0.95], [0.36, 1], [0.7, 0.94], [0.88, 0.86], [1, 0.82]),
};

const crownDepth: Record<ToothKind, Profile> = {
  incisor: profile([0, 0.14], [0.3, 0.4], [0.6, 0.72], [0.85, 1], [1, 0.95]),
  canine: profile([0, 0.2], [0.3, 0.55], [0.6, 0.85], [0.85, 1], [1, 0.95]),
  premolar: profile([0, 0.6], [0.25, 0.88], [0.5, 1], [0.8, 0.95], [1, 0.86]),
  molar: profile([0, 0.62], [0.25, 0.9], [0.5, 1], [0.8, 0.96], [1, 0.88]),
};

const rootTaper = profile(
  [0, 1],
  [0.2, 0.95],
  [0.45, 0.82],
  [0.7, 0.63],
  [0.88, 0.43],
  [0.96, 0.27],
  [1, 0],
);

function stack(
  from: number,
  to: number,
  at: (h: number) => [number, number, number, number],
): Stack {
  const count = Math.max(2, Math.ceil((to - from) / STACK_STEP) + 1);
  const made: Stack = {
    from,
    to,
    u: new Float32Array(count),
    v: new Float32Array(count),
    a: new Float32Array(count),
    b: new Float32Array(count),
  };
  for (let i = 0; i < count; i++) {
    const [u, v, a, b] = at(Math.min(to, from + i * STACK_STEP));
    made.u[i] = u;
    made.v[i] = v;
    made.a[i] = Math.max(0, a);
    made.b[i] = Math.max(0, b);
  }
  return made;
}

/** The same solid grown by `gap` mm on every side, the apex included. */
function grown(source: Stack, gap: number): Stack {
  const length = source.to - source.from;
  return stack(source.from, source.to + gap, (h) => {
    const index = ((h - source.from) * length) / (length + gap) / STACK_STEP;
    const i = Math.min(source.a.length - 1, Math.round(index));
    const a = source.a[i] as number;
    const b = source.b[i] as number;
    const grow = gap * Math.min(1, a / 0.5);
    return [source.u[i] as number, source.v[i] as number, a + grow, b + grow];
  });
}

interface RootPlan {
  u: number;
  v: number;
  a: number;
  b: number;
  length: number;
  /** How far the root leans out, and how far its tip bends, along the arch (mm). */
  spread: number;
  bend: number;
  spreadDepth: number;
}

/** Positive u is distal. Widths are shares of the neck's half-width. */
function rootPlans(size: ToothSize, upper: boolean, position: number): RootPlan[] {
  const one = { u: 0, v: 0, a: 1, b: 1, length: 1, spread: 0, bend: 1.2, spreadDepth: 0 };
  if (size.kind !== 'molar') {
    if (upper && position === 4) {
      return [
        { ...one, v: 0.42, a: 0.92, b: 0.5, spreadDepth: 1 },
        { ...one, v: -0.42, a: 0.88, b: 0.5, length: 0.96, spreadDepth: -1 },
      ];
    }
    return [one];
  }
  const apart = position === 8 ? 0.55 : position === 7 ? 0.8 : 1;
  if (upper) {
    return [
      {
        ...one,
        u: -0.5,
        v: 0.4,
        a: 0.5,
        b: 0.52,
        length: 0.95,
        spread: -0.9 * apart,
        bend: 1.5,
        spreadDepth: 1,
      },
      {
        ...one,
        u: 0.5,
        v: 0.4,
        a: 0.48,
        b: 0.5,
        length: 0.9,
        spread: 1.1 * apart,
        bend: -0.3,
        spreadDepth: 1,
      },
      {
        ...one,
        u: 0,
        v: -0.45,
        a: 0.62,
        b: 0.46,
        length: 1.06,
        spread: 0,
        bend: 0.5,
        spreadDepth: -2.4,
      },
    ];
  }
  return [
    { ...one, u: -0.5, a: 0.52, b: 0.95, length: 1, spread: -0.9 * apart, bend: 2.3 },
    { ...one, u: 0.5, a: 0.5, b: 0.9, length: 0.96, spread: 1.2 * apart, bend: 0.4 },
  ];
}

function root(plan: RootPlan, neckA: number, neckB: number, start: number, length: number): Root {
  const to = start + length * plan.length;
  const along = (h: number) => (h - start) / (to - start);
  const u = (t: number) => plan.u * neckA + plan.spread * t + plan.bend * t ** 3;
  const v = (t: number) => plan.v * neckB + plan.spreadDepth * t;
  const outer = stack(start, to, (h) => {
    const t = along(h);
    const taper = rootTaper(t);
    return [u(t), v(t), plan.a * neckA * taper, plan.b * neckB * taper];
  });
  const canal = stack(start, to - 0.3, (h) => {
    const t = along(h);
    return [u(t), v(t), 0.28 + 0.5 * (1 - t) * plan.a, 0.5 + 1.1 * (1 - t) * plan.b];
  });
  const socket = grown(outer, PERIODONTAL_GAP);
  return { outer, canal, socket, lamina: grown(outer, PERIODONTAL_GAP + LAMINA_DURA) };
}

function cusps(size: ToothSize, half: number, deeper: number): Profile {
  const round = (u: number) => Math.max(0, Math.abs(u) / half - 0.72) ** 2 * 9;
  if (size.kind === 'incisor') return (u) => deeper * 0.4 + round(u) * 0.5;
  if (size.kind === 'canine') return (u) => deeper * 0.5 + Math.abs(u) * 0.62;
  const height = size.kind === 'molar' ? 1.5 : 1.7;
  const waves = size.kind === 'molar' ? 2 : 1;
  return (u) => {
    const wave = 0.5 - 0.5 * Math.cos(Math.PI * (u / half + 1) * waves + (waves === 1 ? 0 : 0));
    return deeper + height * (1 - wave) * 0.8 + round(u) * 0.6;
  };
}

export interface ToothBuild {
  /** Factors of the average size. */
  scale: number;
  rootScale: number;
  /** How much of the pulp has narrowed with age, 0 to 1. */
  age: number;
}

export function buildTooth(fdi: number, build: ToothBuild): Tooth {
  const average = toothSize(fdi);
  const size = {
    ...average,
    width: average.width * build.scale,
    depth: average.depth * build.scale,
    root: average.root * build.rootScale,
  };
  const upper = fdi < 30;
  const position = fdi % 10;
  const { kind, crown } = size;
  const isMolar = kind === 'molar';
  const neck = crown;
  const neckA = (size.width / 2) * crownWidth[kind](1);
  const neckB = (size.depth / 2) * crownDepth[kind](1);
  const furcation = neck + (isMolar ? size.root * (upper ? 0.3 : 0.24) : 1);
  const trunk = (h: number) => 1 - 0.1 * smoothstep(neck, furcation + 1, h);
  const outerA = (h: number) =>
    h < neck ? (size.width / 2) * crownWidth[kind](h / crown) : neckA * trunk(h);
  const outerB = (h: number) =>
    h < neck ? (size.depth / 2) * crownDepth[kind](h / crown) : neckB * trunk(h);
  const enamel = (h: number) => (h > neck ? 0 : 1.15 * Math.sqrt(1 - h / neck) + 0.05);
  const bodyEnd = isMolar ? furcation + 2 : neck + 1;
  // The trunk thins out like a vault between the roots, which begin inside it.
  const vault = (h: number) =>
    h <= neck ? 1 : Math.sqrt(Math.max(0, 1 - ((h - neck) / (bodyEnd - neck)) ** 2));
  const body = stack(0, bodyEnd, (h) => [0, 0, outerA(h), outerB(h) * vault(h)]);
  const dentin = stack(0, bodyEnd, (h) => [
    0,
    0,
    outerA(h) - enamel(h),
    outerB(h) * vault(h) - enamel(h),
  ]);
  const pulpTop = crown * (isMolar ? 0.58 : 0.42);
  const open = 1 - 0.5 * build.age;
  const pulp = stack(pulpTop, isMolar ? furcation + 0.4 : neck + 1.2, (h) => {
    const t = smoothstep(pulpTop, neck, h);
    const share = isMolar ? 0.62 - 0.14 * t : 0.14 + 0.14 * t;
    return [0, 0, neckA * share * open, neckB * 0.42 * open * (0.4 + 0.6 * t)];
  });
  const start = neck - 0.2;
  const bodySocket = grown(body, PERIODONTAL_GAP * 0.6);
  return {
    fdi,
    size,
    upper,
    body,
    dentin,
    pulp,
    bodySocket,
    bodyLamina: grown(body, PERIODONTAL_GAP + LAMINA_DURA),
    roots: rootPlans(size, upper, position).map((plan) =>
      root(plan, neckA, neckB, start, neck + size.root - start),
    ),
    neck,
    furcation,
    length: neck + size.root * 1.06,
    cuspCheek: cusps(size, size.width / 2, 0),
    cuspTongue: cusps(size, size.width / 2, upper ? 0.5 : 0.9),
  };
}
