import type { Jaw } from '../jaw/jaw.ts';
import { smoothstep } from '../jaw/profile.ts';
import * as shapes from '../jaw/skull.ts';
import { buildSkull } from '../radiograph/bones.ts';
import type { Film } from '../radiograph/film.ts';
import { type DistanceField, distanceField, type Outline } from '../radiograph/outline.ts';
import { type Texture, textureAt, trabecularTexture } from '../radiograph/texture.ts';
import { DENSITY, type Place } from './density.ts';
import { toothDensity } from './tooth-density.ts';

/** The whole head as a function of place, made once per jaw. */
export interface Head {
  densityAt(place: Place): number;
}

const UNROLLED: Film = { width: 780, height: 390, left: -130, top: 76, scaleX: 3, scaleY: 3 };
const BAND = 7;

export function buildHead(jaw: Jaw): Head {
  const skull = buildSkull(jaw);
  const mandible = distances(skull.mandible);
  const [sinusLeft, sinusRight] = skull.pair(shapes.sinus, true, 0.9).map(distances) as [
    Distance,
    Distance,
  ];
  const [canalLeft, canalRight] = skull.pair(shapes.mandibularCanal, false).map(distances) as [
    Distance,
    Distance,
  ];
  const teeth = jaw.teeth.map((placed) => ({ s: placed.s, at: toothDensity(placed) }));
  const struts = trabecularTexture(7);
  const lower = (place: Place, z: number) =>
    lowerJaw(mandible, place.s < 0 ? canalRight : canalLeft, struts, place, z);
  const upper = (place: Place, z: number) =>
    upperJaw(skull.upperCrest, place.s < 0 ? sinusRight : sinusLeft, struts, place, z);
  return {
    densityAt(place) {
      const { z } = place;
      if (Math.abs(place.d) < 14) {
        for (const tooth of teeth) {
          if (Math.abs(tooth.s - place.s) > 14) continue;
          const density = tooth.at(place.s, place.d, z);
          if (!Number.isNaN(density)) return density;
        }
      }
      return lower(place, z) ?? upper(place, z) ?? softParts(place);
    },
  };
}

type Distance = (s: number, z: number) => number;

/** The distance to an outline's edge, positive inside, looked up in a grid. */
function distances(shape: Outline): Distance {
  const field: DistanceField = distanceField(UNROLLED, shape, BAND);
  return (s, z) => {
    const x = Math.round((s - UNROLLED.left) * UNROLLED.scaleX - 0.5) - field.x0;
    const y = Math.round((UNROLLED.top - z) * UNROLLED.scaleY - 0.5) - field.y0;
    if (x < 0 || y < 0 || x >= field.width || y >= field.height) return -BAND;
    return field.values[y * field.width + x] as number;
  };
}

function spongy(struts: Texture, { x, y, z }: Place): number {
  const net = textureAt(struts, x * 7 + z * 3.1, y * 7 + z * 4.7);
  return DENSITY.spongy + 230 * net;
}

/** `inside` mm from the nearest surface: a dense shell, spongy within. */
function bone(inside: number, shell: number, struts: Texture, place: Place): number {
  const dense = 1 - smoothstep(shell - 0.5, shell + 0.5, inside);
  return DENSITY.cortical * dense + spongy(struts, place) * (1 - dense);
}

function lowerJaw(
  outline: Distance,
  canal: Distance,
  struts: Texture,
  place: Place,
  z: number,
): number | undefined {
  const edge = outline(place.s, z);
  if (edge <= 0) return undefined;
  const side = Math.abs(place.s);
  const ramus = smoothstep(57, 78, side);
  const below = smoothstep(-8, -34, z);
  // The ramus stands outside the row of teeth, the chin in front of it.
  const middle = -0.9 + 9 * ramus + (1 - ramus) * below * (side < 25 ? 1.5 : 0.8);
  const half = (5.6 + 1.2 * below * (1 - ramus) - 1.3 * ramus) * Math.sqrt(Math.min(1, edge / 4.5));
  const inside = Math.min(edge, half - Math.abs(place.d - middle));
  if (inside <= 0) return undefined;
  const fromNerve = Math.hypot(canal(place.s, z), place.d - middle + 1);
  if (fromNerve < 1.3) return DENSITY.soft;
  if (fromNerve < 1.8) return 1100;
  return bone(inside, 1.5 + 0.9 * below * (1 - ramus), struts, place);
}

function upperJaw(
  crest: (s: number) => number,
  sinus: Distance,
  struts: Texture,
  place: Place,
  z: number,
): number | undefined {
  const { s, d } = place;
  const side = Math.abs(s);
  const air = sinus(s, z);
  const across = Math.min(9 - d, d + 17);
  const hollow = Math.min(air, across * 0.8);
  if (hollow > 0 && z > 20) return DENSITY.air;
  if (hollow > -1 && z > 20 && air > -1.2 && across > -1.2) return DENSITY.cortical * 0.8;
  const above = z - crest(s);
  if (side > 66 || above < 0) return undefined;
  const half = 6 + 0.12 * Math.max(0, above - 8) * (side > 20 ? 1 : 0);
  const middle = 0.4 - 0.08 * above;
  const end = 66 - side;
  const roof = 20 + 8 * smoothstep(14, 30, side) - above;
  const inside = Math.min(
    above,
    half * Math.sqrt(Math.min(1, above / 3)) - Math.abs(d - middle),
    end,
    roof,
  );
  return inside > 0 ? bone(inside, 1, struts, place) : undefined;
}

/** Palate, nose, throat, tongue, spine and skin, as simple bodies in the room. */
function softParts({ x, y, z, d, s }: Place): number {
  const skin = Math.min(13 - Math.max(0, d) * (Math.abs(s) < 40 ? 1 : 0), faceEdge(x, y));
  if (skin < 0) return DENSITY.air;
  const side = Math.abs(x);
  const inArch = d < 0 && y > 3 && y < 52;
  if (inArch && Math.abs(z - palateHeight(y)) < 1.3) return DENSITY.cortical * 0.75;
  const nose = nasal(side, x, y, z);
  if (nose !== undefined) return nose;
  const tongueTop = 6 + 12 * Math.sqrt(Math.max(0, 1 - (x / 24) ** 2)) * smoothstep(4, 24, y);
  if (inArch && z > tongueTop && z < palateHeight(y) - 3.5 && z < tongueTop + 2.5 && side < 22)
    return DENSITY.air;
  const throat = Math.hypot(x / 13, (y - 70 + z * 0.08) / 6.5);
  if (throat < 1 && z < 44) return DENSITY.air;
  const vertebra = Math.hypot(x / 13, (y - 92) / 9.5);
  const disc = Math.sin(z * 0.36 + 0.8) < -0.82;
  if (vertebra < 1 && !disc) return vertebra > 0.86 ? 950 : 330;
  if (skin < 3) return DENSITY.fat;
  return DENSITY.soft;
}

const palateHeight = (y: number) => 28 + 3 * Math.sin((y / 52) * Math.PI);

const faceEdge = (x: number, y: number) => 66 * (1 - Math.hypot(x / 62, (y - 52) / 72));

function nasal(side: number, x: number, y: number, z: number): number | undefined {
  const floor = palateHeight(y) + 1.2;
  const half = 14 - 6 * smoothstep(floor + 12, floor + 34, z);
  if (z < floor || z > floor + 40 || y < 4 || y > 62 || side > half) return undefined;
  if (Math.abs(x - 0.8 * Math.sin(z * 0.15)) < 1.2) return 620;
  const turbinate = Math.hypot((side - 9) / 4, (z - floor - 8) / 5);
  if (turbinate < 1) return turbinate < 0.35 ? 500 : DENSITY.soft;
  if (side > half - 1) return 800;
  return DENSITY.air;
}
