import { smoothstep } from '../jaw/interpolation.ts';
import { type Jaw, occlusalHeight } from '../jaw/jaw.ts';
import { blur } from '../raster/blur.ts';
import { addEnlarged, coarse, type Film, newPlane, type Plane } from '../raster/film.ts';
import { buildSkull } from '../tissue/bones.ts';
import { addSpongy, drawJawBone } from '../tissue/jaw-bone.ts';
import { drawMiddle } from '../tissue/middle-layer.ts';
import { drawTooth } from '../tissue/teeth.ts';
import { type Exposure, expose } from './exposure.ts';
import type { Radiograph } from './picture.ts';

/** A sensor in the mouth: sharp and small, with only cheek and tongue in front or behind. */
const EXPOSURE: Exposure = {
  low: 0.5,
  high: 21,
  flatten: 0.22,
  flattenSigma: 6,
  sharpen: 0.45,
  sharpenSigma: 0.45,
  grain: 0.014,
  vignette: 0.03,
};

const SOFTNESS = 0.07;
/** Size of a number 2 sensor in mm. */
const LONG = 37;
const SHORT = 28;

/** Crowns and bone edges of the premolars and molars of one side, upper and lower, in one picture. */
export function renderBitewing(jaw: Jaw, side: 1 | -1, perMm = 30): Radiograph {
  const middle = side * 39;
  const z = occlusalHeight(39, jaw.smile);
  return render(jaw, filmAround(middle, z, LONG, SHORT, perMm));
}

/** One tooth from crown to apex with its neighbours. */
export function renderPeriapical(jaw: Jaw, fdi: number, perMm = 30): Radiograph {
  const target = jaw.teeth.find((placed) => placed.fdi === fdi);
  if (!target) throw new Error(`Tooth ${fdi} is not in this jaw`);
  const upward = target.tooth.upper ? 1 : -1;
  const z = target.z + upward * target.tooth.length * 0.52;
  const upright = fdi % 10 <= 3;
  return render(
    jaw,
    filmAround(target.s, z, upright ? SHORT : LONG, upright ? LONG : SHORT + 2, perMm),
  );
}

function filmAround(s: number, z: number, wide: number, high: number, perMm: number): Film {
  return {
    width: Math.round(wide * perMm),
    height: Math.round(high * perMm),
    left: s - wide / 2,
    top: z + high / 2,
    scaleX: perMm,
    scaleY: perMm,
  };
}

function render(jaw: Jaw, film: Film): Radiograph {
  const skull = buildSkull(jaw);
  const absorption = newPlane(film);
  const middle = coarse(film, 4);
  addEnlarged(absorption, film, drawMiddle(skull, middle), middle);
  addGums(absorption, film, skull.lowerCrest, skull.upperCrest);
  const spongy = drawJawBone(skull, absorption, film);
  for (const placed of jaw.teeth) drawTooth({ absorption, spongy }, film, placed);
  addSpongy(jaw, absorption, spongy, film);
  blur(absorption, film.width, film.height, film.scaleX * SOFTNESS);
  const grey = expose(absorption, film, EXPOSURE, jaw.seed);
  roundCorners(grey, film);
  return { width: film.width, height: film.height, grey };
}

/** Cheek everywhere, gums up to 3 mm beyond the bone. */
function addGums(
  plane: Plane,
  film: Film,
  lower: (s: number) => number,
  upper: (s: number) => number,
): void {
  for (let x = 0; x < film.width; x++) {
    const s = film.left + (x + 0.5) / film.scaleX;
    const low = lower(s);
    const high = upper(s);
    for (let y = 0; y < film.height; y++) {
      const z = film.top - (y + 0.5) / film.scaleY;
      const gums = smoothstep(3.4, 1.6, z - low) + smoothstep(3.4, 1.6, high - z);
      const at = y * film.width + x;
      plane[at] = (plane[at] as number) + 2.2 + 2 * gums;
    }
  }
}

/** The corners of the sensor are round; nothing is exposed outside. */
function roundCorners(grey: Uint16Array, { width, height, scaleX }: Film): void {
  const radius = 2.2 * scaleX;
  for (let y = 0; y < height; y++) {
    const dy = Math.max(radius - y, y - (height - 1 - radius), 0);
    if (dy === 0) continue;
    for (let x = 0; x < width; x++) {
      const dx = Math.max(radius - x, x - (width - 1 - radius), 0);
      if (dx > 0 && Math.hypot(dx, dy) > radius) grey[y * width + x] = 40;
    }
  }
}
