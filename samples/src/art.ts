import sharp, { type Sharp } from 'sharp';
import { slicerFor } from './cbct/slices.ts';
import { triptych } from './cbct/triptych.ts';
import { sampleVolume } from './cbct/volume.ts';
import { renderVolume } from './cbct/volume-rendering.ts';
import { archNormal, archPoint } from './jaw/arch.ts';
import { buildJaw, type Finding, type Jaw, type PlacedTooth } from './jaw/jaw.ts';
import { renderBitewing } from './radiograph/intraoral.ts';
import { renderPanoramic } from './radiograph/panoramic.ts';
import { asPicture } from './radiograph/picture.ts';

/** The jaw of the public site: mostly sound, with a few findings worth showing. */
const findings: Record<number, readonly Finding[]> = {
  16: ['filling'],
  26: ['rootFilling', 'ceramicCrown'],
  36: ['implant'],
  46: ['deepFilling'],
  14: ['caries'],
  48: ['impacted'],
};

const siteJaw = (smile: number): Jaw =>
  buildJaw(4, { findings, missing: [18, 28, 38], age: 0.3, smile });

export const panoramicArt = (): Sharp => asPicture(renderPanoramic(siteJaw(9), 2400));

export const bitewingArt = (): Sharp => asPicture(renderBitewing(siteJaw(1.5), -1, 40));

const TRIPTYCH_STYLE = { gap: 16, ground: '#0c1b2a', crosshair: '#7fe3e8' };
const IMPLANT_HEIGHT = -13;

/** Three cuts through the implant of tooth 36. */
export async function triptychArt(): Promise<Sharp> {
  const jaw = siteJaw(1.5);
  const implant = jaw.teeth.find((placed) => placed.fdi === 36);
  if (!implant) throw new Error('The jaw of the site has no implant');
  const point = { ...throughAxis(implant, IMPLANT_HEIGHT), z: IMPLANT_HEIGHT };
  return sharp(await triptych(slicerFor(jaw), point, TRIPTYCH_STYLE));
}

/** Both jaws as a translucent volume rendering. */
export function volumeArt(): Sharp {
  const scan = { x: [-64, 64], y: [-14, 104], z: [-46, 58], perMm: 3 } as const;
  const view = { across: 146, centre: [5, 44, 3], rotation: 36, tilt: 9 } as const;
  const volume = sampleVolume(siteJaw(1.5), scan);
  return renderVolume(volume, { width: 1600, height: 1200, ...view }).flatten({
    background: TRIPTYCH_STYLE.ground,
  });
}

/** The site of tooth 36 before the implant: crest, width and nerve canal in one cut. */
export function planArt(): Sharp {
  const { 36: _, ...others } = findings;
  const missing = [18, 28, 36, 38];
  const point = archPoint(31.5);
  const jaw = buildJaw(4, { findings: others, missing, age: 0.3, smile: 1.5 });
  const scan = {
    x: [point.x - 21, point.x + 21],
    y: [-14, 98],
    z: [-46, 17],
    perMm: 14,
  } as const;
  // Grain finer than the voxels of the scan would only cost bytes.
  return asPicture(slicerFor(jaw, scan).coronal(point.y)).blur(1);
}

/** The point at which the axis of a lower tooth crosses this height. */
function throughAxis({ tooth, s, z, d, tilt, lean, side }: PlacedTooth, height: number) {
  const h = (z - height) / Math.cos(tilt);
  const along = archPoint(s + side * Math.sin(tilt) * h);
  const out = archNormal(s);
  const across = d + (lean * h) / tooth.length;
  return { x: along.x + out.x * across, y: along.y + out.y * across };
}
