import { type CrossSections, STACK_STEP } from './cross-sections.ts';
import type { Tooth } from './teeth/tooth.ts';

/** Millimetres of each tissue on a ray across the arch, at one (u, h) of a tooth. */
export interface Path {
  enamel: number;
  dentin: number;
  pulp: number;
  canal: number;
  /** The socket (root with its ligament), and the dense shell around it. */
  socket: number;
  lamina: number;
}

export const emptyPath = (): Path => ({
  enamel: 0,
  dentin: 0,
  pulp: 0,
  canal: 0,
  socket: 0,
  lamina: 0,
});

/** The section of a tooth is between elliptic and square: |x|^2.3 + |y|^2.3 = 1. */
export const SECTION_POWER = 2.3;

const CHORD_STEPS = 512;
const chordShare = Float32Array.from(
  { length: CHORD_STEPS + 2 },
  (_, i) => (1 - Math.min(1, i / CHORD_STEPS) ** SECTION_POWER) ** (1 / SECTION_POWER),
);

/** Length in mm of a ray inside a solid at this u and h. */
export function chord(stack: CrossSections, u: number, h: number): number {
  if (h < stack.from || h >= stack.to) return 0;
  const position = (h - stack.from) / STACK_STEP;
  const i = position | 0;
  const part = position - i;
  const a = lerp(stack.a, i, part);
  if (a < 0.02) return 0;
  const x = Math.abs(u - lerp(stack.u, i, part)) / a;
  if (x >= 1) return 0;
  const cell = x * CHORD_STEPS;
  const c = cell | 0;
  return 2 * lerp(stack.b, i, part) * lerp(chordShare, c, cell - c);
}

function lerp(values: Float32Array, i: number, part: number): number {
  const from = values[i] as number;
  const to = values[i + 1] ?? from;
  return from + (to - from) * part;
}

/** Share of the section at this u below the cusps, 0 to 1: the buccal and the lingual cusp each count half. */
function belowCusps(tooth: Tooth, u: number, h: number, deeper: number): number {
  if (h > 5 + deeper) return 1;
  const cheek = ramp(h - deeper - tooth.cuspCheek(u));
  const tongue = ramp(h - deeper * 1.15 - tooth.cuspTongue(u));
  return 0.5 * (cheek + tongue);
}

const ramp = (above: number) => Math.min(1, Math.max(0, above / 0.7 + 0.15));

/** The enamel ends nearer to the edge at the sides of a crown than in its middle. */
export function findScallop(tooth: Tooth, u: number): number {
  const share = (2 * u) / tooth.size.width;
  return tooth.scallop * (share * share - 0.25);
}

/** The roof of a molar's pulp reaches up below the cusps; its floor is level. */
export function pulpHorn({ size, pulp }: Tooth, u: number, h: number): number {
  if (size.kind !== 'molar') return 0;
  const share = (2 * u) / size.width;
  const towardsRoof = Math.min(1, Math.max(0, (pulp.to - h) / (pulp.to - pulp.from)));
  return 4.2 * share * share * towardsRoof;
}

const ENAMEL_ON_CUSP = 1.6;

/** Writes the tissues on a ray to `path`; all zero where it misses the tooth. */
export function pathThrough(tooth: Tooth, u: number, h: number, path: Path): void {
  const outside = chord(tooth.body, u, h);
  const crown = outside > 0 ? outside * belowCusps(tooth, u, h, 0) : 0;
  const inner = chord(tooth.dentin, u, h + findScallop(tooth, u));
  const core = inner > 0 ? inner * belowCusps(tooth, u, h, ENAMEL_ON_CUSP) : 0;
  path.enamel = Math.max(0, crown - Math.min(core, crown));
  path.dentin = Math.min(core, crown);
  path.pulp = Math.min(chord(tooth.pulp, u, h + pulpHorn(tooth, u, h)), path.dentin);
  path.canal = 0;
  path.socket = h > tooth.neck ? chord(tooth.bodySocket, u, h) : 0;
  path.lamina = h > tooth.neck ? chord(tooth.bodyLamina, u, h) : 0;
  if (h < tooth.neck - 2) return;
  let roots = 0;
  let sockets = 0;
  let laminas = 0;
  for (const root of tooth.roots) {
    roots += chord(root.outer, u, h);
    path.canal += chord(root.canal, u, h);
    sockets += chord(root.socket, u, h);
    laminas += chord(root.lamina, u, h);
  }
  if (roots > path.dentin) path.dentin = roots;
  path.canal = Math.min(path.canal, roots);
  path.canal = Math.max(0, path.canal - path.pulp);
  path.socket = Math.max(path.socket, sockets);
  path.lamina = Math.max(path.lamina, laminas) - path.socket;
  if (path.lamina < 0) path.lamina = 0;
}
