import { type Random, randomFrom } from '@deqiq/testkit/random.ts';
import { smoothstep } from '../jaw/interpolation.ts';
import type { Finding, PlacedTooth } from '../jaw/jaw.ts';
import type { Path } from '../jaw/ray-path.ts';
import { ABSORPTION } from './absorption.ts';

/** The effect of a finding on a ray at (u, h) of its tooth: a change of its tissues, and an addition to them. */
export interface FindingEffect {
  change(path: Path, u: number, h: number): void;
  added(path: Path, u: number, h: number): number;
}

const none: FindingEffect = { change: () => undefined, added: () => 0 };

const makers: Record<Finding, (placed: PlacedTooth, random: Random) => FindingEffect> = {
  filling: (placed, random) => filling(placed, random, 2.1),
  deepFilling: (placed, random) => filling(placed, random, 3.4),
  ceramicCrown: crownEffect,
  rootFilling: rootFilling,
  caries: caries,
  implant: implant,
  impacted: () => none,
};

/** The combined effect of all findings of one tooth. */
export function findingAt(placed: PlacedTooth): FindingEffect {
  const random = randomFrom(placed.seed);
  const effects = placed.findings.map((finding) => makers[finding](placed, random));
  if (effects.length === 0) return none;
  return {
    change: (path, u, h) => {
      for (const effect of effects) effect.change(path, u, h);
    },
    added: (path, u, h) => effects.reduce((sum, effect) => sum + effect.added(path, u, h), 0),
  };
}

/** A wavy edge, so that hand-made things do not look ruler-straight. */
function wavy(random: Random, amount: number): (at: number) => number {
  const phases = [random.between(0, 6), random.between(0, 6)];
  return (at) =>
    amount * (Math.sin(at * 1.7 + (phases[0] ?? 0)) + 0.6 * Math.sin(at * 3.9 + (phases[1] ?? 0)));
}

function filling({ tooth }: PlacedTooth, random: Random, deep: number): FindingEffect {
  const half = tooth.size.width * random.between(0.2, 0.36);
  const middle = random.between(-0.18, 0.3) * tooth.size.width * 0.5;
  const metal = random.chance(0.6);
  const absorption = metal ? ABSORPTION.amalgam : ABSORPTION.composite;
  const edge = wavy(random, 0.22);
  const thick = tooth.size.depth * (metal ? 0.42 : 0.5);
  return {
    change: () => undefined,
    added: (path, u, h) => {
      if (path.enamel + path.dentin <= 0 || h > deep + 2) return 0;
      const bottom = deep + edge(u) - 0.9 * ((u - middle) / half) ** 2;
      const across = 1 - smoothstep(half - 0.15, half + 0.2, Math.abs(u - middle) + edge(h) * 0.4);
      const inside =
        across * (1 - smoothstep(bottom - 0.15, bottom + 0.2, h)) * smoothstep(0.3, 0.9, h);
      return inside * Math.min(thick, path.enamel + path.dentin) * (absorption - ABSORPTION.dentin);
    },
  };
}

function crownEffect({ tooth }: PlacedTooth, random: Random): FindingEffect {
  const margin = tooth.neck * random.between(0.86, 0.95);
  const edge = wavy(random, 0.12);
  return {
    change: (path, u, h) => {
      if (h > margin + edge(u)) return;
      const whole = path.enamel + path.dentin;
      path.enamel = 0;
      path.dentin = whole * 0.62;
      path.pulp = 0;
    },
    added: (path, u, h) => {
      const whole = path.dentin / 0.62;
      const within = 1 - smoothstep(margin - 0.1, margin + 0.15, h - edge(u));
      return within * whole * 0.38 * (ABSORPTION.ceramic + 1.2);
    },
  };
}

function rootFilling({ tooth }: PlacedTooth, random: Random): FindingEffect {
  const end = tooth.length * random.between(0.9, 0.96);
  return {
    change: () => undefined,
    added: (path, _u, h) => {
      if (h > end || h < tooth.neck * 0.6) return 0;
      const filled = Math.min(path.canal + path.pulp * 0.5, 1.4);
      return filled * (ABSORPTION.guttapercha + 1.6);
    },
  };
}

function caries({ tooth }: PlacedTooth, random: Random): FindingEffect {
  const side = random.chance(0.6) ? 1 : -1;
  const u0 = side * tooth.size.width * 0.46;
  const h0 = tooth.neck * random.between(0.5, 0.62);
  const radius = random.between(1.5, 2.5);
  const edge = wavy(random, 0.15);
  return {
    change: (path, u, h) => {
      const away = Math.hypot((u - u0) * 0.8, h - h0) + edge(h + u);
      const lost = 0.6 * (1 - smoothstep(radius * 0.15, radius, away));
      path.enamel *= 1 - lost;
      path.dentin *= 1 - lost * 0.7;
    },
    added: () => 0,
  };
}

/** Half the width of an implant at h; 0 above and below it (mm). */
export function implantHalfWidth(tooth: PlacedTooth['tooth'], h: number): number {
  const top = tooth.neck + 0.6;
  const end = top + 11;
  if (h < top - 3 || h > end) return 0;
  const thread = h > top + 1 ? 0.22 * Math.abs(((h * 1.25) % 1) * 2 - 1) : -0.35;
  return (2.05 + thread) * (1 - 0.3 * smoothstep(top + 6, end, h)) * (h > end - 0.7 ? 0.82 : 1);
}

/** An implant instead of the root, with a crown. */
function implant({ tooth }: PlacedTooth): FindingEffect {
  const screw = (u: number, h: number) => {
    const half = implantHalfWidth(tooth, h);
    return Math.abs(u) < half ? 2 * Math.sqrt(half * half - u * u) : 0;
  };
  return {
    change: (path, u, h) => {
      // The crown tapers to the screw, like a cap on a post.
      const narrowing = smoothstep(tooth.neck * 0.45, tooth.neck + 0.5, h);
      const half = (tooth.size.width / 2) * (1 - narrowing) + 2.3 * narrowing;
      const beside = smoothstep(half - 0.2, half + 0.2, Math.abs(u));
      const crown = (1 - smoothstep(tooth.neck - 0.2, tooth.neck + 0.5, h)) * (1 - beside);
      path.enamel = (path.enamel * 0.9 + path.dentin * 0.6) * crown;
      path.dentin = 0;
      path.pulp = 0;
      path.canal = 0;
      path.lamina = 0;
      path.socket = screw(u, h);
    },
    added: (_path, u, h) => screw(u, h) * ABSORPTION.titanium,
  };
}
