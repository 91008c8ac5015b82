import { type Jaw, occlusalHeight } from '../jaw/jaw.ts';
import { smoothstep } from '../jaw/profile.ts';
import { blur } from './blur.ts';
import { buildSkull, type Skull } from './bones.ts';
import { type Exposure, expose } from './exposure.ts';
import { addEnlarged, coarse, type Film, newPlane, type Plane } from './film.ts';
import { distanceField } from './outline.ts';
import { drawFar, drawMiddle } from './surroundings.ts';
import { drawTooth } from './teeth.ts';
import { textureAt, trabecularTexture } from './texture.ts';
import { ABSORPTION } from './tissue.ts';

/** mm that a panoramic shows of the unrolled arch. */
const EXTENT = { left: -126, right: 126, top: 69, bottom: -55 };

export function panoramicFilm(width: number, height = Math.round(width / 2)): Film {
  return {
    width,
    height,
    left: EXTENT.left,
    top: EXTENT.top,
    scaleX: width / (EXTENT.right - EXTENT.left),
    scaleY: height / (EXTENT.top - EXTENT.bottom),
  };
}

/** A panoramic of this jaw as 12-bit grey values, bright = dense. */
export function renderPanoramic(jaw: Jaw, film: Film): Uint16Array {
  const absorption = panoramicAbsorption(jaw, film);
  return expose(absorption, film, PANORAMIC_EXPOSURE, jaw.seed);
}

const PANORAMIC_EXPOSURE: Exposure = {
  low: 1.2,
  high: 24,
  flatten: 0.42,
  flattenSigma: 11,
  sharpen: 0.55,
  sharpenSigma: 1.1,
  softness: 0.1,
  grain: 0.011,
  gamma: 1.0,
  vignette: 0.12,
};

/** Line integrals through the jaw, in the unit of ABSORPTION times mm. */
export function panoramicAbsorption(jaw: Jaw, film: Film): Plane {
  const skull = buildSkull(jaw);
  const absorption = newPlane(film);
  const far = coarse(film, Math.max(1, Math.round(film.scaleX / 1.6)));
  addEnlarged(absorption, film, drawFar(jaw, skull, far), far);
  const middle = coarse(film, 2);
  addEnlarged(absorption, film, drawMiddle(jaw, skull, middle), middle);
  const spongy = drawJawBone(jaw, skull, absorption, film);
  for (const placed of jaw.teeth) drawTooth({ absorption, spongy }, film, placed);
  addSpongy(jaw, absorption, spongy, film);
  blur(absorption, film.width, film.height, film.scaleX * 0.11);
  return absorption;
}

/** Cortical bone goes straight into `absorption`; the depth of spongy bone is returned in mm. */
function drawJawBone(jaw: Jaw, skull: Skull, absorption: Plane, film: Film): Plane {
  const spongy = newPlane(film);
  const band = 6;
  const field = distanceField(film, skull.mandible, band);
  const crestLower = alongFilm(film, skull.lowerCrest);
  const crestUpper = alongFilm(film, skull.upperCrest);
  for (let y = 0; y < field.height; y++) {
    const z = film.top - (field.y0 + y + 0.5) / film.scaleY;
    for (let x = 0; x < field.width; x++) {
      const inside = field.values[y * field.width + x] as number;
      if (inside <= -0.4) continue;
      const column = field.x0 + x;
      const s = Math.abs(film.left + (column + 0.5) / film.scaleX);
      const below = (crestLower[column] as number) - z;
      const ramus = smoothstep(60, 76, s + Math.max(0, z) * 0.3);
      const border = smoothstep(9, 20, below) * (1 - 0.55 * ramus) + 0.28 * ramus;
      const at = (field.y0 + y) * film.width + column;
      const edge = smoothstep(-0.4, 0.5, inside);
      spongy[at] = edge * (9.5 - 4.5 * ramus) * (0.25 + 0.75 * smoothstep(0, 3.2, inside));
      const rim = border * 4 * Math.exp(-(((inside - 1.3) / 1.05) ** 2));
      const plates =
        (2.2 - 0.9 * ramus) * smoothstep(0, 3.5, inside) * (0.45 + 0.55 * smoothstep(2, 12, below));
      absorption[at] = (absorption[at] as number) + edge * (rim + plates) * ABSORPTION.cortical;
    }
  }
  for (let y = 0; y < film.height; y++) {
    const z = film.top - (y + 0.5) / film.scaleY;
    if (z > 52 || z < -5) continue;
    for (let x = 0; x < film.width; x++) {
      const s = Math.abs(film.left + (x + 0.5) / film.scaleX);
      if (s > 66) continue;
      const above = z - (crestUpper[x] as number);
      if (above < -0.3) continue;
      const end = 1 - smoothstep(57, 65, s + above * 0.05);
      const depth = end * smoothstep(-0.3, 3, above) * (1 - smoothstep(8, 30, above));
      const at = y * film.width + x;
      spongy[at] = Math.max(spongy[at] as number, 9 * depth);
      absorption[at] = (absorption[at] as number) + 1.3 * depth * ABSORPTION.cortical;
    }
  }
  void jaw;
  void occlusalHeight;
  return spongy;
}

function alongFilm(film: Film, height: (s: number) => number): Float32Array {
  return Float32Array.from({ length: film.width }, (_, x) =>
    height(film.left + (x + 0.5) / film.scaleX),
  );
}

/** Weighs the spongy bone that is left, with its net of struts. */
function addSpongy(jaw: Jaw, absorption: Plane, spongy: Plane, film: Film): void {
  const perMm = 9;
  const texture = trabecularTexture(jaw.seed, perMm * 0.8);
  for (let y = 0; y < film.height; y++) {
    const z = film.top - (y + 0.5) / film.scaleY;
    for (let x = 0; x < film.width; x++) {
      const at = y * film.width + x;
      const depth = spongy[at] as number;
      if (depth < 0.05) continue;
      const s = film.left + (x + 0.5) / film.scaleX;
      const bend = 3 * Math.sin(s * 0.21) + 2 * Math.sin(z * 0.33 + s * 0.1);
      const net = textureAt(texture, s * perMm + bend, z * perMm * 1.15 + bend * 0.6);
      absorption[at] =
        (absorption[at] as number) + ABSORPTION.spongy * (depth + Math.min(depth, 5) * 0.1 * net);
    }
  }
}
