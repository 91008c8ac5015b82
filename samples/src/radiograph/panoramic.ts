import type { Jaw } from '../jaw/jaw.ts';
import { blur } from '../raster/blur.ts';
import { addEnlarged, coarse, type Film, newPlane, type Plane } from '../raster/film.ts';
import { buildSkull } from '../tissue/bones.ts';
import { drawFar } from '../tissue/far-layer.ts';
import { addSpongy, drawJawBone } from '../tissue/jaw-bone.ts';
import { drawMiddle } from '../tissue/middle-layer.ts';
import { drawTooth } from '../tissue/teeth.ts';
import { type Exposure, expose } from './exposure.ts';
import type { Radiograph } from './picture.ts';
import { drawMarker } from './side-marker.ts';

/** Range of the unrolled arch in a panoramic, mm. */
const EXTENT = { left: -124, right: 124, top: 68, bottom: -54 };

/** A standard orthopantomograph: blurred far layers, local contrast, fine grain. */
const PANORAMIC_EXPOSURE: Exposure = {
  low: 1.2,
  high: 24,
  flatten: 0.4,
  flattenSigma: 11,
  sharpen: 0.5,
  sharpenSigma: 1.1,
  grain: 0.011,
  vignette: 0.12,
};

/** Blur of focal spot and detector, in mm. */
const SOFTNESS = 0.15;

/** Renders a panoramic of this jaw, 12 bits, dense is bright. About a second at 2400 x 1200. */
export function renderPanoramic(jaw: Jaw, width: number): Radiograph {
  const film = panoramicFilm(width);
  const grey = expose(panoramicAbsorption(jaw, film), film, PANORAMIC_EXPOSURE, jaw.seed);
  return { width: film.width, height: film.height, grey };
}

export function panoramicFilm(width: number): Film {
  const height = Math.round(width / 2);
  return {
    width,
    height,
    left: EXTENT.left,
    top: EXTENT.top,
    scaleX: width / (EXTENT.right - EXTENT.left),
    scaleY: height / (EXTENT.top - EXTENT.bottom),
  };
}

/** Line integrals across the arch, in ABSORPTION times mm. */
function panoramicAbsorption(jaw: Jaw, film: Film): Plane {
  const skull = buildSkull(jaw);
  const absorption = newPlane(film);
  const far = coarse(film, Math.max(1, Math.round(film.scaleX / 1.6)));
  addEnlarged(absorption, film, drawFar(skull, far), far);
  const middle = coarse(film, film.scaleX > 5 ? 2 : 1);
  addEnlarged(absorption, film, drawMiddle(skull, middle), middle);
  const spongy = drawJawBone(skull, absorption, film);
  for (const placed of jaw.teeth) drawTooth({ absorption, spongy }, film, placed);
  addSpongy(jaw, absorption, spongy, film);
  drawMarker(absorption, film);
  blur(absorption, film.width, film.height, film.scaleX * SOFTNESS);
  return absorption;
}
