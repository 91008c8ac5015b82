import { smoothstep } from '../jaw/interpolation.ts';
import type { Knots } from '../jaw/knots.ts';
import * as mandible from '../jaw/mandible.ts';
import * as midface from '../jaw/midface.ts';
import * as around from '../jaw/soft-tissue.ts';
import { blur } from '../raster/blur.ts';
import { type Film, newPlane, type Plane } from '../raster/film.ts';
import { outline, paint } from '../raster/outline.ts';
import type { Skull } from './bones.ts';

const gauss = (distance: number, width: number) => Math.exp(-((distance / width) ** 2));

/**
 * Draws what is nearly in focus: nose, cheek bone and joint slightly blurred, sinus walls, palate and canal sharper.
 */
export function drawMiddle(skull: Skull, film: Film): Plane {
  const plane = newPlane(film);
  const pen = penFor(plane, film, skull);
  pen.fill(midface.zygoma, 3, 3);
  pen.line(midface.zygoma, true, 1, 1.2);
  pen.fill(around.temporal, 3, 4.6);
  pen.line(around.temporal, true, 1.2, 1.6);
  pen.fill(around.earCanal, 1.6, -5);
  pen.fill(midface.orbit, 2.5, -2.6);
  pen.line(midface.orbit, true, 0.8, 2);
  pen.fill(midface.nasalCavity, 1.6, -3.2);
  pen.line(midface.nasalCavity, true, 0.6, 1.3);
  pen.fill(midface.turbinate, 2.4, 2.4);
  pen.fill(midface.upperTurbinate, 2, 1.5);
  pen.fill(midface.sinus, 1.6, -2.3);
  pen.fill(around.pterygoidGap, 1, -1.8);
  pen.line(around.pterygoidGap, true, 0.5, 1);
  pen.line(around.pterygoidPlate, false, 1.3, 2.2);
  pen.line(around.styloid, false, 1.8, 1.2);
  addSeptum(plane, film);
  blur(plane, film.width, film.height, film.scaleX * 0.5);
  const sharp = drawSharper(skull, film);
  for (let i = 0; i < plane.length; i++) plane[i] = (plane[i] as number) + (sharp[i] as number);
  return plane;
}

function drawSharper(skull: Skull, film: Film): Plane {
  const plane = newPlane(film);
  const pen = penFor(plane, film, skull);
  pen.line(midface.sinus, true, 0.42, 1.9);
  pen.line(midface.sinusSeptum, false, 0.4, 1.2);
  pen.line(midface.zygomaticRoot, false, 1.1, 2);
  pen.line(midface.palate, false, 0.85, 3.6);
  pen.line(midface.farPalate, false, 1.5, 1.7);
  pen.line(mandible.obliqueRidge, false, 1.3, 1.9);
  pen.line(mandible.mylohyoidLine, false, 1.2, 1.1);
  addCanal(plane, film, skull);
  blur(plane, film.width, film.height, film.scaleX * 0.2);
  return plane;
}

function penFor(plane: Plane, film: Film, skull: Skull) {
  return {
    /** Adds `amount` inside the outline, with an edge `soft` mm wide. */
    fill(knots: Knots, soft: number, amount: number): void {
      for (const shape of skull.pair(knots, true, 0.9))
        paint(plane, film, shape, soft, (e) => amount * smoothstep(-soft, soft, e));
    },
    line(knots: Knots, closed: boolean, width: number, amount: number): void {
      for (const shape of skull.pair(knots, closed, 0.9))
        paint(plane, film, shape, width * 2.5, (e) => amount * gauss(e, width));
    },
  };
}

/** The mandibular canal: a dark band between two thin bright lines, ending at the mental foramen. */
function addCanal(plane: Plane, film: Film, skull: Skull): void {
  for (const shape of skull.pair(mandible.mandibularCanal, false)) {
    paint(plane, film, shape, 4, (e) => -1.5 * gauss(e, 1.2) + 0.75 * gauss(-e - 1.7, 0.42));
    const [s, z] = shape.points.at(-1) ?? [0, 0];
    const foramen: Knots = [
      [s - 1.6, z],
      [s, z + 1.6],
      [s + 1.6, z],
      [s, z - 1.4],
    ];
    paint(plane, film, outline(foramen, true), 1.2, (e) => -1.5 * smoothstep(-1.1, 1.1, e));
  }
}

function addSeptum(plane: Plane, film: Film): void {
  for (let y = 0; y < film.height; y++) {
    const z = film.top - (y + 0.5) / film.scaleY;
    if (z < 20) continue;
    const middle = 0.9 * Math.sin(z * 0.09) + 0.4 * Math.sin(z * 0.27);
    const strength = 2.8 * smoothstep(26, 40, z);
    for (let x = 0; x < film.width; x++) {
      const s = film.left + (x + 0.5) / film.scaleX;
      const at = y * film.width + x;
      plane[at] = (plane[at] as number) + strength * gauss(s - middle, 1.5);
    }
  }
}
