import { smoothstep } from '../jaw/interpolation.ts';
import type { Jaw } from '../jaw/jaw.ts';
import { mandibularCanal } from '../jaw/mandible.ts';
import { sinus } from '../jaw/midface.ts';
import type { Film } from '../raster/film.ts';
import { distanceField, type Outline } from '../raster/outline.ts';
import { buildSkull, type Skull } from '../tissue/bones.ts';
import { DENSITY, type Point } from './density.ts';
import { buildNoise, type Noise } from './noise.ts';
import { bone, both } from './signed-distance.ts';
import { softParts } from './soft-tissue.ts';
import { toothDensity } from './tooth-density.ts';

/**
 * The density of the whole head as a function of a point, built once per jaw. The jaw's smile should be small,
 * because a head is not unrolled.
 */
export interface Head {
  densityAt(point: Point): number;
}

export function buildHead(jaw: Jaw): Head {
  const skull = buildSkull(jaw);
  const lattice = buildNoise(jaw.seed);
  const lower = lowerJaw(skull, lattice);
  const upper = upperJaw(skull, lattice);
  const teeth = jaw.teeth.map((placed) => ({ s: placed.s, at: toothDensity(placed) }));
  return {
    densityAt(point) {
      if (Math.abs(point.d) < 12 && Math.abs(point.z) < 36) {
        for (const tooth of teeth) {
          if (Math.abs(tooth.s - point.s) > 14) continue;
          const density = tooth.at(point.s, point.d, point.z);
          if (!Number.isNaN(density)) return density;
        }
      }
      return lower(point) ?? upper(point) ?? softParts(point, lattice);
    },
  };
}

type Part = (point: Point) => number | undefined;

function lowerJaw(skull: Skull, lattice: Noise): Part {
  const outline = distances(skull.mandible);
  const canals = skull.pair(mandibularCanal, false).map(distances);
  return (point) => {
    const { s, d, z } = point;
    const edge = outline(s, z);
    if (edge <= 0) return undefined;
    const side = Math.abs(s);
    const ramus = smoothstep(57, 78, side);
    const body = 1 - ramus;
    const below = smoothstep(-8, -34, z);
    // The ramus lies lateral to the row of teeth, the chin in front of it.
    const chin =
      3.2 * smoothstep(26, 8, side) * smoothstep(-26, -36, z) -
      1.2 * smoothstep(26, 8, side) * below;
    const middle = -0.9 + 9 * ramus + body * (0.8 * below + chin);
    const waist = 0.9 * body * smoothstep(14, 0, Math.abs(z + 22)) * smoothstep(20, 40, side);
    const half = 5.7 + 1.3 * below * body - 1.3 * ramus - waist;
    const inside = both(edge, half - Math.abs(d - middle), 5.2);
    if (inside <= 0) return undefined;
    const canal = canals[s < 0 ? 1 : 0]?.(s, z) ?? -9;
    const fromNerve = Math.hypot(canal, d - middle + 1);
    if (fromNerve < 1.3) return DENSITY.soft;
    if (fromNerve < 1.8) return 1100;
    return bone(inside, 1.3 + 1.1 * below * body, lattice, point);
  };
}

function upperJaw(skull: Skull, lattice: Noise): Part {
  const sinuses = skull.pair(sinus, true, 0.9).map(distances);
  return (point) => {
    const { s, d, z } = point;
    const side = Math.abs(s);
    if (z < 0 || side > 72) return undefined;
    const above = z - skull.upperCrest(s);
    const air = sinuses[s < 0 ? 1 : 0]?.(s, z) ?? -9;
    const outer = 6.5 + 0.14 * Math.max(0, z - 24);
    const hollow = both(air, both(outer - d, d + 18 - 0.3 * Math.max(0, z - 30), 5), 6);
    if (hollow > 0) return hollow < 1 + 0.8 * Math.sin(s * 0.4) ? DENSITY.soft : DENSITY.air;
    if (hollow > -1.1) return DENSITY.cortical * 0.85;
    if (side > 64 || above < 0) return undefined;
    const half = 6 + 0.1 * Math.max(0, above - 8) * smoothstep(14, 24, side);
    const middle = 0.4 - 0.09 * above;
    const roof = 21 + 9 * smoothstep(14, 30, side) - 16 * smoothstep(52, 63, side) - above;
    const across = half - Math.abs(d - middle);
    const inside = Math.min(both(above, across, 4), both(roof, across, 2.5), 64 - side);
    return inside > 0 ? bone(inside, 0.9, lattice, point) : undefined;
  };
}

const UNROLLED: Film = { width: 780, height: 390, left: -130, top: 76, scaleX: 3, scaleY: 3 };
const BAND = 7;

/** The signed distance to the edge of an outline in mm, positive inside, from a precomputed grid. */
function distances(shape: Outline): (s: number, z: number) => number {
  const field = distanceField(UNROLLED, shape, BAND);
  const at = (x: number, y: number) =>
    x < 0 || y < 0 || x >= field.width || y >= field.height
      ? -BAND
      : (field.values[y * field.width + x] as number);
  return (s, z) => {
    const x = (s - UNROLLED.left) * UNROLLED.scaleX - 0.5 - field.x0;
    const y = (UNROLLED.top - z) * UNROLLED.scaleY - 0.5 - field.y0;
    const x0 = Math.floor(x);
    const y0 = Math.floor(y);
    const near = at(x0, y0) + (at(x0 + 1, y0) - at(x0, y0)) * (x - x0);
    const far = at(x0, y0 + 1) + (at(x0 + 1, y0 + 1) - at(x0, y0 + 1)) * (x - x0);
    return near + (far - near) * (y - y0);
  };
}
