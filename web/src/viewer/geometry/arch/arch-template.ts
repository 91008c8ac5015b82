import type { AxialProjection } from './axial-projection.ts';
import type { Field } from './ridge.ts';
import { bestPart, type Template, tracePoints } from './template-shape.ts';

/** The part of a template that lies on a ridge: points every STEP millimetres, from right to left. */
export interface ArchFit {
  readonly points: readonly (readonly [number, number])[];
  readonly score: number;
}

const HALF_WIDTHS = [20, 24, 28, 32, 36];
const POWERS = [2, 2.6];
const ROTATIONS = [-30, -20, -10, 0, 10, 20, 30].map((degrees) => (degrees * Math.PI) / 180);
/** Distance of the positions that are tried first. */
const GRID = 5;
const CANDIDATES = 8;

/** The template that follows the ridge best: a search on a coarse grid, then descent from the best candidates. */
export function fitTemplate(projection: AxialProjection, ridge: Field): ArchFit | undefined {
  const { origin, millimetresPerPixel, width, height, values } = projection;
  const cost = ridgeLevel(projection, ridge);
  if (!(cost > 0) || values.length === 0) return undefined;
  const candidates: { template: Template; score: number }[] = [];
  for (const halfWidth of HALF_WIDTHS)
    for (const power of POWERS)
      for (const rotation of ROTATIONS) {
        const all = tracePoints({ x: 0, y: 0, rotation, halfWidth, power });
        // Every second point ranks the candidates as well.
        const shape = all.filter((_, index) => index % 2 === 0);
        for (let y = 0; y < height * millimetresPerPixel; y += GRID)
          for (let x = 0; x < width * millimetresPerPixel; x += GRID) {
            const template = { x: origin[0] + x, y: origin[1] + y, rotation, halfWidth, power };
            const { score } = bestPart(shape, template.x, template.y, ridge, cost);
            const last = candidates.at(-1);
            if (candidates.length >= CANDIDATES && score <= (last?.score ?? 0)) continue;
            candidates.push({ template, score });
            candidates.sort((a, b) => b.score - a.score);
            candidates.length = Math.min(candidates.length, CANDIDATES);
          }
      }
  const best = candidates
    .map(({ template }) => descend(template, ridge, cost))
    .reduce((a, b) => (b.score > a.score ? b : a));
  const shape = tracePoints({ ...best.template, x: 0, y: 0 });
  const { from, to, score } = bestPart(shape, best.template.x, best.template.y, ridge, cost);
  const points = shape
    .slice(from, to)
    .map(([x, y]) => [x + best.template.x, y + best.template.y] as const);
  return { points, score };
}

/** Min ridge value of a point of the arch: a share of the value of the strongest ridges. */
function ridgeLevel(projection: AxialProjection, ridge: Field): number {
  const { origin, millimetresPerPixel, width, height } = projection;
  const levels = Array.from({ length: width * height }, (_, index) =>
    ridge(
      origin[0] + (index % width) * millimetresPerPixel,
      origin[1] + Math.floor(index / width) * millimetresPerPixel,
    ),
  ).sort((a, b) => a - b);
  return (levels[Math.floor(levels.length * 0.98)] ?? 0) * 0.3;
}

/** First steps of the descent: x, y, rotation, half width, power. */
const STEPS = { x: 2.5, y: 2.5, rotation: 0.09, halfWidth: 2, power: 0.3 } as const;
const LIMITS = {
  rotation: [-0.7, 0.7],
  halfWidth: [16, 42],
  power: [1.6, 3.4],
} as const satisfies Partial<Record<keyof Template, readonly [number, number]>>;

/** Changes one parameter after the other while the score rises, with ever smaller steps. */
function descend(
  start: Template,
  ridge: Field,
  cost: number,
): { template: Template; score: number } {
  const rate = (template: Template) =>
    bestPart(tracePoints({ ...template, x: 0, y: 0 }), template.x, template.y, ridge, cost).score;
  let template = start;
  let score = rate(start);
  for (let factor = 1; factor > 0.1; factor /= 1.6)
    for (let isBetter = true; isBetter; ) {
      isBetter = false;
      for (const name of Object.keys(STEPS) as (keyof Template)[])
        for (const direction of [-1, 1]) {
          const value = template[name] + direction * STEPS[name] * factor;
          if (!isPermitted(name, value)) continue;
          const changed = { ...template, [name]: value };
          const changedScore = rate(changed);
          if (changedScore <= score * 1.0001) continue;
          [template, score, isBetter] = [changed, changedScore, true];
        }
    }
  return { template, score };
}

function isPermitted(name: keyof Template, value: number): boolean {
  if (name === 'x' || name === 'y') return true;
  const [min, max] = LIMITS[name];
  return value >= min && value <= max;
}
