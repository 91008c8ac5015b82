import { type CrossSections, STACK_STEP } from '../jaw/cross-sections.ts';
import type { PlacedTooth } from '../jaw/jaw.ts';
import { emptyPath, findScallop, type Path, pulpHorn } from '../jaw/ray-path.ts';
import { type FindingEffect, findingAt, implantHalfWidth } from '../tissue/findings.ts';
import { DENSITY } from './density.ts';

const OUTSIDE = Number.NaN;

/** Position of (u, v, h) relative to a solid: below 1 inside, above 1 outside (squared share of the half-axes). */
function share(stack: CrossSections, u: number, v: number, h: number): number {
  if (h < stack.from || h >= stack.to) return 9;
  const i = ((h - stack.from) / STACK_STEP) | 0;
  const a = stack.a[i] as number;
  const b = stack.b[i] as number;
  if (a < 0.02 || b < 0.02) return 9;
  const x = (u - (stack.u[i] as number)) / a;
  const y = (v - (stack.v[i] as number)) / b;
  return x * x + y * y;
}

/** The density of one tooth and its socket at (s, d, unrolled z); NaN outside of both. */
export function toothDensity(placed: PlacedTooth): (s: number, d: number, z: number) => number {
  const { tooth, side } = placed;
  const sin = Math.sin(placed.tilt);
  const cos = Math.cos(placed.tilt);
  const reach = tooth.size.width * 0.8 + 2;
  const upward = tooth.upper ? 1 : -1;
  const effect = findingAt(placed);
  const isImplant = placed.findings.includes('implant');
  const unit = emptyPath();
  return (s, d, z) => {
    const ds = (s - placed.s) * side;
    const dz = (z - placed.z) * upward;
    const h = ds * sin + dz * cos;
    if (h < 0 || h > tooth.length + 1) return OUTSIDE;
    const u = ds * cos - dz * sin;
    if (u > reach || u < -reach) return OUTSIDE;
    const v = d - placed.d - (placed.lean * h) / tooth.length;
    if (isImplant && h > tooth.neck - 1.5) {
      return Math.hypot(u, v) < implantHalfWidth(tooth, h) ? DENSITY.metal : OUTSIDE;
    }
    return tissueAt(placed, effect, unit, u, v, h);
  };
}

function tissueAt(
  { tooth }: PlacedTooth,
  effect: FindingEffect,
  unit: Path,
  u: number,
  v: number,
  h: number,
): number {
  Object.assign(unit, emptyPath());
  const cusps = v > 0 ? tooth.cuspCheek(u) : tooth.cuspTongue(u);
  const groove = 1.1 * Math.max(0, 1 - ((2 * v) / tooth.size.depth) ** 2 * 2.2);
  const top = cusps + (tooth.size.kind === 'molar' || tooth.size.kind === 'premolar' ? groove : 0);
  const inBody = h > top && share(tooth.body, u, v, h) < 1;
  const inRoot = tooth.roots.some((root) => share(root.outer, u, v, h) < 1);
  if (!inBody && !inRoot) return aroundRoot(tooth, u, v, h);
  const inDentin = h > top + 1.5 && share(tooth.dentin, u, v, h + findScallop(tooth, u)) < 1;
  if (inDentin || inRoot) unit.dentin = 1;
  else unit.enamel = 1;
  if (unit.dentin && share(tooth.pulp, u, v, h + pulpHorn(tooth, u, h)) < 1) unit.pulp = 1;
  else if (inRoot && tooth.roots.some((root) => share(root.canal, u, v, h) < 1)) unit.canal = 1;
  const hollow = unit.pulp || unit.canal;
  effect.change(unit, u, h);
  const extra = effect.added(unit, u, h);
  if (extra > 0.8) return Math.min(DENSITY.metal, 2400 + extra * 420);
  if (hollow) return DENSITY.pulp;
  return unit.enamel * DENSITY.enamel + unit.dentin * DENSITY.dentin;
}

function aroundRoot(tooth: PlacedTooth['tooth'], u: number, v: number, h: number): number {
  if (h < tooth.neck + 1.5) return OUTSIDE;
  let shell = false;
  for (const root of tooth.roots) {
    if (share(root.socket, u, v, h) < 1) return DENSITY.ligament;
    shell ||= share(root.lamina, u, v, h) < 1;
  }
  return shell ? DENSITY.lamina : OUTSIDE;
}
