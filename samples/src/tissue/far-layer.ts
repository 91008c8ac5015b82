import { smoothstep } from '../jaw/interpolation.ts';
import type { Knots } from '../jaw/knots.ts';
import * as around from '../jaw/soft-tissue.ts';
import { blur } from '../raster/blur.ts';
import { type Film, newPlane, type Plane } from '../raster/film.ts';
import { type Outline, paint } from '../raster/outline.ts';
import type { Skull } from './bones.ts';

const gauss = (distance: number, width: number) => Math.exp(-((distance / width) ** 2));

/**
 * Draws what is far from the focal layer: soft tissue, the ghost image of the spine, air, the shadow of the other
 * side.
 */
export function drawFar(skull: Skull, film: Film): Plane {
  const plane = newPlane(film);
  for (let y = 0; y < film.height; y++) {
    const z = film.top - (y + 0.5) / film.scaleY;
    for (let x = 0; x < film.width; x++) {
      const s = film.left + (x + 0.5) / film.scaleX;
      plane[y * film.width + x] = softTissue(skull, s, z) + spine(s, z);
    }
  }
  const soft = (knots: Knots, width: number, amount: number) => {
    for (const shape of skull.pair(knots, true, 1.2))
      paint(plane, film, shape, width, (e) => amount * smoothstep(-width, width, e));
  };
  soft(around.pharynx, 4, -3.4);
  soft(around.softPalate, 2, 1.6);
  soft(around.oralAir, 4, -1.5);
  soft(around.tongue, 6, 1.3);
  soft(around.earLobe, 3, 1.8);
  soft(around.hyoid, 1.6, 3.2);
  blur(plane, film.width, film.height, film.scaleX * 1.2);
  addOtherSide(plane, film, skull.mandible);
  return plane;
}

/** The base layer: lips, cheeks, neck, the skull base above. */
function softTissue(skull: Skull, s: number, z: number): number {
  const side = Math.abs(s);
  const neck = -2.4 * smoothstep(-18, -46, z) * smoothstep(20, 70, side);
  const skullBase = 2.8 * smoothstep(36, 66, z);
  const openLips = -2.3 * gauss(z - skull.occlusal(s), 6) * (1 - smoothstep(26, 56, side));
  const nose = 1.6 * gauss(s, 20) * gauss(z - 30, 14);
  const cheeks = 1.1 * gauss(side - 50, 24) * gauss(z + 4, 30);
  return 6.2 + neck + skullBase + openLips + nose + cheeks;
}

/** The spine: a pale column in the middle, and its sharp image at both ends, vertebra by vertebra. */
function spine(s: number, z: number): number {
  const side = Math.abs(s) + 1.6 * Math.sin(z * 0.16);
  const ghost = 3 * gauss(s, 16) * (0.7 + 0.3 * smoothstep(20, -40, z));
  const vertebra = 0.75 + 0.25 * smoothstep(-0.6, 0.7, Math.sin(z * 0.36 + 0.8));
  return ghost + 7 * smoothstep(109, 121, side) * vertebra * smoothstep(52, 30, z);
}

/** The ghost image of the opposite half of the mandible: shifted upwards, enlarged and out of focus. */
function addOtherSide(plane: Plane, film: Film, mandible: Outline): void {
  const shadow = newPlane(film);
  const raised = mandible.points.map(([s, z]) => [-s * 1.1, z * 1.05 + 13] as const);
  paint(shadow, film, { points: raised, closed: true }, 6, (e) => 2.9 * smoothstep(-3, 6, e));
  blur(shadow, film.width, film.height, film.scaleX * 4.5);
  for (let i = 0; i < plane.length; i++) plane[i] = (plane[i] as number) + (shadow[i] as number);
}
