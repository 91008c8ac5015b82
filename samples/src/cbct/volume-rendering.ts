import sharp, { type Sharp } from 'sharp';
import { densityIn, type Volume } from './volume.ts';

export interface View {
  /** Pixels. */
  width: number;
  height: number;
  /** Width of the picture in mm, and the point (mm) in its middle. */
  across: number;
  centre: readonly [number, number, number];
  /** Degrees: from the front towards the patient's left, and from above. */
  rotation: number;
  tilt: number;
}

/** mm between two samples of a ray. */
const STEP = 0.2;
const REACH = 95;
/** Voxels. */
const SKIN = 2.5;

type Triple = [number, number, number];

const LIGHT: Triple = [-0.42, -0.62, 0.66];
/** Colours of bone, teeth and metal, red to blue. */
const BONE: Triple = [112, 164, 186];
const TOOTH: Triple = [236, 244, 246];
const METAL: Triple = [112, 240, 248];
const METAL_FROM = 3400;

/** Opacity of a tissue per mm, and its colour. */
function toTissue(density: number): { opacity: number; colour: Triple } {
  if (density > METAL_FROM) return { opacity: 4, colour: METAL };
  if (density > 1620) return { opacity: 1.6, colour: TOOTH };
  if (density > 620) return { opacity: 0.16 + (density - 620) / 5200, colour: BONE };
  return { opacity: 0, colour: BONE };
}

/** Renders a volume: bone translucent, teeth and metal solid. RGBA with a transparent background. */
export function renderVolume(volume: Volume, view: View): Sharp {
  const { width, height } = view;
  const pixels = Buffer.alloc(width * height * 4);
  const ray = rayThrough(volume, view);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const { colour, alpha } = ray(x, y);
      const at = (y * width + x) * 4;
      for (let c = 0; c < 3; c++)
        pixels[at + c] = Math.min(255, (colour[c] as number) / (alpha || 1));
      pixels[at + 3] = Math.round(255 * alpha);
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 4 } });
}

interface RayColour {
  colour: Triple;
  alpha: number;
}

function rayThrough(volume: Volume, view: View): (x: number, y: number) => RayColour {
  const { perMm, origin } = volume;
  const at = densityIn(volume);
  const { right, up, ahead } = axes(view);
  const scale = view.across / view.width;
  return (px, py) => {
    const a = (px + 0.5 - view.width / 2) * scale;
    const b = (view.height / 2 - py - 0.5) * scale;
    const start = [0, 1, 2].map(
      (c) =>
        ((view.centre[c] as number) +
          (right[c] as number) * a +
          (up[c] as number) * b -
          (ahead[c] as number) * REACH -
          (origin[c] as number)) *
        perMm,
    ) as Triple;
    const rayColour: RayColour = { colour: [0, 0, 0], alpha: 0 };
    for (let t = 0; t < 2 * REACH && rayColour.alpha < 0.985; t += STEP) {
      const x = start[0] + ahead[0] * t * perMm;
      const y = start[1] + ahead[1] * t * perMm;
      const z = start[2] + ahead[2] * t * perMm;
      // Metal shows through the partial-volume voxels around it.
      const below = at(x + ahead[0] * SKIN, y + ahead[1] * SKIN, z + ahead[2] * SKIN);
      const { opacity, colour } = toTissue(below > METAL_FROM ? below : at(x, y, z));
      if (opacity === 0) continue;
      addLight(rayColour, opacity, colour, shadeAt(at, x, y, z, ahead));
    }
    return rayColour;
  };
}

function addLight(rayColour: RayColour, opacity: number, colour: Triple, shade: Shade): void {
  const covers = 1 - Math.exp(-opacity * shade.edge * STEP);
  const share = (1 - rayColour.alpha) * covers;
  for (let c = 0; c < 3; c++) {
    rayColour.colour[c] =
      (rayColour.colour[c] as number) + share * (colour[c] as number) * shade.light;
  }
  rayColour.alpha += share;
}

/** Gradients are estimated over this many voxels; at a finer scale a scan shows only its own grain. */
const GRADIENT_STEP = 3;

interface Shade {
  /** Brightness of the surface at this point. */
  light: number;
  /** Higher at the silhouette of the surface. */
  edge: number;
}

type Density = (x: number, y: number, z: number) => number;

function shadeAt(at: Density, x: number, y: number, z: number, ahead: Triple): Shade {
  const gx = at(x - GRADIENT_STEP, y, z) - at(x + GRADIENT_STEP, y, z);
  const gy = at(x, y - GRADIENT_STEP, z) - at(x, y + GRADIENT_STEP, z);
  const gz = at(x, y, z - GRADIENT_STEP) - at(x, y, z + GRADIENT_STEP);
  const length = Math.hypot(gx, gy, gz);
  if (length < 250) return { light: 0.42, edge: 0.35 };
  const lit = (gx * LIGHT[0] + gy * LIGHT[1] + gz * LIGHT[2]) / length;
  const facing = Math.abs(gx * ahead[0] + gy * ahead[1] + gz * ahead[2]) / length;
  const rim = (1 - facing) ** 2;
  return { light: 0.34 + 0.66 * Math.max(0, lit) + 0.35 * rim, edge: 0.7 + 2.4 * rim };
}

/** The axes of the picture in head coordinates: right, up, and away from the eye. */
function axes({ rotation, tilt }: View): { right: Triple; up: Triple; ahead: Triple } {
  const s = Math.sin((rotation * Math.PI) / 180);
  const c = Math.cos((rotation * Math.PI) / 180);
  const st = Math.sin((tilt * Math.PI) / 180);
  const ct = Math.cos((tilt * Math.PI) / 180);
  const ahead: Triple = [-s * ct, c * ct, -st];
  const right: Triple = [c, s, 0];
  const up: Triple = [-s * st, c * st, ct];
  return { right, up, ahead };
}
