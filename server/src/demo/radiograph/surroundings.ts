import { type Jaw, occlusalHeight } from '../jaw/jaw.ts';
import { smoothstep } from '../jaw/profile.ts';
import * as shapes from '../jaw/skull.ts';
import { blur } from './blur.ts';
import type { Skull } from './bones.ts';
import { type Film, newPlane, type Plane } from './film.ts';
import { mirrored, type Outline, outline, paint } from './outline.ts';

const gauss = (distance: number, width: number) => Math.exp(-((distance / width) ** 2));

/** What lies far from the focal layer: soft tissue, the spine's ghost, air, the other side's shadow. */
export function drawFar(jaw: Jaw, skull: Skull, film: Film): Plane {
  const plane = newPlane(film);
  for (let y = 0; y < film.height; y++) {
    const z = film.top - (y + 0.5) / film.scaleY;
    for (let x = 0; x < film.width; x++) {
      const s = film.left + (x + 0.5) / film.scaleX;
      plane[y * film.width + x] = softTissue(s, z);
    }
  }
  const ghost = (shape: Outline, band: number, amount: number) =>
    paint(plane, film, shape, band, (e) => amount * smoothstep(-band, band, e));
  for (const shape of skull.pair(shapes.pharynx, true)) ghost(shape, 4, -3.6);
  for (const shape of skull.pair(shapes.softPalate, true)) ghost(shape, 2, 1.5);
  for (const shape of skull.pair(shapes.oralAir, true)) ghost(shape, 4, -1.7);
  for (const shape of skull.pair(shapes.hyoid, true)) ghost(shape, 1.6, 3.2);
  blur(plane, film.width, film.height, film.scaleX * 1.3);
  const shadow = newPlane(film);
  const raised = (shape: Outline): Outline => ({
    ...shape,
    points: shape.points.map(([s, z]) => [-s * 1.1, z * 1.05 + 13] as const),
  });
  paint(shadow, film, raised(skull.mandible), 6, (e) => 2.6 * smoothstep(-3, 6, e));
  blur(shadow, film.width, film.height, film.scaleX * 5);
  for (let i = 0; i < plane.length; i++) plane[i] = (plane[i] as number) + (shadow[i] as number);
  void jaw;
  return plane;
}

function softTissue(s: number, z: number): number {
  const side = Math.abs(s);
  const spine = 3.4 * gauss(s, 17) * (0.75 + 0.25 * smoothstep(20, -40, z));
  const vertebrae = 6.5 * smoothstep(112, 121, side) * (0.8 + 0.25 * Math.sin(z * 0.32));
  const neck = -2.6 * smoothstep(-18, -46, z) * smoothstep(20, 70, side);
  const skullBase = 2.6 * smoothstep(40, 68, z);
  const lips = -2.2 * gauss(z - occlusalHeight(s), 7) * (1 - smoothstep(28, 60, side));
  const cheeks = 0.9 * gauss(side - 52, 22) * gauss(z + 6, 28);
  return 6.2 + spine + vertebrae + neck + skullBase + lips + cheeks;
}

/** What is nearly in focus: sinuses, nose, palate, cheek bone, joint. */
export function drawMiddle(jaw: Jaw, skull: Skull, film: Film): Plane {
  const plane = newPlane(film);
  const fill = (knots: shapes.Knots, soft: number, amount: number) => {
    for (const shape of skull.pair(knots, true))
      paint(plane, film, shape, soft, (e) => amount * smoothstep(-soft, soft, e));
  };
  const line = (knots: shapes.Knots, closed: boolean, width: number, amount: number) => {
    for (const shape of skull.pair(knots, closed))
      paint(plane, film, shape, width * 2.5, (e) => amount * gauss(e, width));
  };
  fill(shapes.zygoma, 3, 3.4);
  line(shapes.zygoma, true, 0.9, 1.4);
  fill(shapes.temporal, 3, 4.6);
  line(shapes.temporal, true, 1.2, 1.8);
  fill(shapes.earCanal, 1.6, -5);
  fill(shapes.orbit, 2.5, -2.6);
  line(shapes.orbit, true, 0.8, 2);
  fill(shapes.nasalCavity, 1.6, -3.6);
  line(shapes.nasalCavity, true, 0.6, 1.5);
  fill(shapes.turbinate, 2, 2.1);
  fill(shapes.sinus, 1.6, -2.6);
  fill(shapes.pterygoidGap, 1, -2);
  line(shapes.pterygoidGap, true, 0.5, 1.2);
  line(shapes.styloid, false, 1.6, 1.3);
  septum(plane, film);
  blur(plane, film.width, film.height, film.scaleX * 0.55);
  const crisp = newPlane(film);
  for (const shape of skull.pair(shapes.sinus, true))
    paint(crisp, film, shape, 2, (e) => 2 * gauss(e, 0.42));
  for (const shape of skull.pair(shapes.zygomaticRoot, false))
    paint(crisp, film, shape, 3.4, (e) => 2.1 * gauss(e, 1.2));
  for (const [knots, width, amount] of [
    [shapes.palate, 0.85, 4],
    [shapes.farPalate, 1.5, 1.8],
  ] as const)
    for (const shape of skull.pair(knots, false))
      paint(crisp, film, shape, width * 2.5, (e) => amount * gauss(e, width));
  canal(crisp, film, skull);
  blur(crisp, film.width, film.height, film.scaleX * 0.22);
  for (let i = 0; i < plane.length; i++) plane[i] = (plane[i] as number) + (crisp[i] as number);
  void jaw;
  void mirrored;
  return plane;
}

/** The nerve's canal: a dark band between two thin bright lines, ending in the mental foramen. */
function canal(plane: Plane, film: Film, skull: Skull): void {
  for (const shape of skull.pair(shapes.mandibularCanal, false)) {
    paint(plane, film, shape, 4, (e) => -1.7 * gauss(e, 1.25) + 0.8 * gauss(-e - 1.75, 0.4));
    const [s, z] = shape.points.at(-1) ?? [0, 0];
    const foramen = outline(
      [
        [s - 1.5, z],
        [s, z + 1.6],
        [s + 1.5, z],
        [s, z - 1.4],
      ],
      true,
    );
    paint(plane, film, foramen, 1.2, (e) => -1.6 * smoothstep(-1, 1, e));
  }
}

function septum(plane: Plane, film: Film): void {
  for (let y = 0; y < film.height; y++) {
    const z = film.top - (y + 0.5) / film.scaleY;
    if (z < 20) continue;
    for (let x = 0; x < film.width; x++) {
      const s = film.left + (x + 0.5) / film.scaleX;
      const at = y * film.width + x;
      plane[at] =
        (plane[at] as number) +
        3.2 * gauss(s - 0.8 * Math.sin(z * 0.09), 1.7) * smoothstep(24, 38, z);
    }
  }
}
