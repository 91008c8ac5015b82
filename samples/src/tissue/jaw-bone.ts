import { smoothstep } from '../jaw/interpolation.ts';
import type { Jaw } from '../jaw/jaw.ts';
import { type Film, newPlane, type Plane } from '../raster/film.ts';
import { distanceField } from '../raster/outline.ts';
import { cloudTexture, textureAt, trabecularTexture } from '../raster/texture.ts';
import { ABSORPTION } from './absorption.ts';
import type { Skull } from './bones.ts';

/** mm from the edge of the mandible within which its structure changes. */
const BAND = 6;

/** Adds dense bone to `absorption` and returns the depth of spongy bone (mm), which teeth then reduce. */
export function drawJawBone(skull: Skull, absorption: Plane, film: Film): Plane {
  const spongy = newPlane(film);
  drawMandible(skull, absorption, spongy, film);
  drawMaxilla(skull, absorption, spongy, film);
  return spongy;
}

function drawMandible(skull: Skull, absorption: Plane, spongy: Plane, film: Film): void {
  const field = distanceField(film, skull.mandible, BAND);
  const crest = alongFilm(film, skull.lowerCrest);
  for (let y = 0; y < field.height; y++) {
    const z = film.top - (field.y0 + y + 0.5) / film.scaleY;
    for (let x = 0; x < field.width; x++) {
      const inside = field.values[y * field.width + x] as number;
      if (inside <= -0.4) continue;
      const column = field.x0 + x;
      const s = Math.abs(film.left + (column + 0.5) / film.scaleX);
      const below = (crest[column] as number) - z;
      const ramus = smoothstep(58, 74, s + Math.max(0, z) * 0.3);
      const edge = smoothstep(-0.4, 0.5, inside);
      // The lower border is a bright rim 3 mm thick, the crest between the teeth a thin line.
      const border = smoothstep(9, 20, below) * (1 - 0.5 * ramus) + 0.3 * ramus;
      const rim =
        4.2 * border * gauss(inside - 1.3, 1.15) + 0.7 * (1 - border) * gauss(inside - 0.4, 0.35);
      const deep = smoothstep(0, 3.2, inside);
      const chin = 2.2 * gauss(s, 13) * gauss(z + 36, 6);
      const plates = chin + (2.3 - 0.8 * ramus) * deep * (0.5 + 0.5 * smoothstep(1, 12, below));
      const at = (field.y0 + y) * film.width + column;
      spongy[at] = edge * (9.5 - 4.5 * ramus) * (0.35 + 0.65 * deep);
      absorption[at] = (absorption[at] as number) + edge * (rim + plates) * ABSORPTION.cortical;
    }
  }
}

/** The tooth-bearing part of the upper jaw, fading out towards the sinus and the nose. */
function drawMaxilla(skull: Skull, absorption: Plane, spongy: Plane, film: Film): void {
  const crest = alongFilm(film, skull.upperCrest);
  for (let y = 0; y < film.height; y++) {
    const z = film.top - (y + 0.5) / film.scaleY;
    if (z > 46 || z < -5) continue;
    for (let x = 0; x < film.width; x++) {
      const s = Math.abs(film.left + (x + 0.5) / film.scaleX);
      const above = z - (crest[x] as number);
      if (s > 68 || above < -0.3) continue;
      const end = 1 - smoothstep(60, 67, s);
      const fade = 1 - smoothstep(9, 30, above);
      const depth =
        end * fade * (0.35 * smoothstep(-0.3, 0.4, above) + 0.65 * smoothstep(0, 3, above));
      const line = 0.55 * gauss(above - 0.3, 0.35) * end;
      const at = y * film.width + x;
      spongy[at] = Math.max(spongy[at] as number, 9.5 * depth);
      absorption[at] = (absorption[at] as number) + (1.5 * depth + line) * ABSORPTION.cortical;
    }
  }
}

const gauss = (distance: number, width: number) => Math.exp(-((distance / width) ** 2));

function alongFilm(film: Film, height: (s: number) => number): Float32Array {
  return Float32Array.from({ length: film.width }, (_, x) =>
    height(film.left + (x + 0.5) / film.scaleX),
  );
}

/** Texture pixels per mm of jaw, and the width of a mesh in mm. */
const PER_MM = 9;
const MESH = 0.95;

/** Adds the absorption of the remaining spongy bone, with its net of struts and its denser and emptier regions. */
export function addSpongy(jaw: Jaw, absorption: Plane, spongy: Plane, film: Film): void {
  const struts = trabecularTexture(PER_MM * MESH);
  const clouds = cloudTexture(14);
  const away = (jaw.seed * 37.7) % 512;
  for (let y = 0; y < film.height; y++) {
    const z = film.top - (y + 0.5) / film.scaleY;
    for (let x = 0; x < film.width; x++) {
      const at = y * film.width + x;
      const depth = spongy[at] as number;
      if (depth < 0.05) continue;
      const s = film.left + (x + 0.5) / film.scaleX;
      const bend = 3 * Math.sin(s * 0.21) + 2 * Math.sin(z * 0.33 + s * 0.1);
      const net = textureAt(struts, s * PER_MM + bend + away, z * PER_MM * 1.2 + bend * 0.6);
      const cloud = textureAt(clouds, s * 4.7 + away, z * 5.9 + bend);
      const structure = Math.min(depth, 5) * (0.115 * net + 0.09 * cloud);
      absorption[at] = (absorption[at] as number) + ABSORPTION.spongy * (depth + structure);
    }
  }
}
