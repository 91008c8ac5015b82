import sharp, { type Sharp } from 'sharp';
import { slicerFor } from './cbct/slices.ts';
import { archNormal, archPoint } from './jaw/arch.ts';
import { buildJaw, type Finding, type Jaw, type PlacedTooth } from './jaw/jaw.ts';
import { renderBitewing } from './radiograph/intraoral.ts';
import { renderPanoramic } from './radiograph/panoramic.ts';
import { asPicture } from './radiograph/picture.ts';

/** The one jaw of the public site: mostly sound, with enough done to it to be worth looking at. */
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

const GAP = 16;
const GROUND = '#0c1b2a';
const GLOW = '#7fe3e8';

/** Axial, coronal and sagittal cut through the implant, with the lines along which each is cut. */
export async function triptychArt(): Promise<Sharp> {
  const jaw = siteJaw(1.5);
  const implant = jaw.teeth.find((placed) => placed.fdi === 36);
  if (!implant) throw new Error('The jaw of the site has lost its implant');
  const z = -13;
  const { x, y } = throughAxis(implant, z);
  const slicer = slicerFor(jaw);
  const cuts = [slicer.axial(z), slicer.coronal(y), slicer.sagittal(x)];
  const height = Math.min(...cuts.map((cut) => cut.height));
  const across = [(x + 56) * 4, (x + 56) * 4, (y + 14) * 4];
  const down = [(y + 14) * 4, (50 - z) * 4, (50 - z) * 4];
  const tiles = [];
  let left = 0;
  for (const [i, cut] of cuts.entries()) {
    const top = i === 0 ? Math.round((cut.height - height) / 2) : 0;
    const picture = await asPicture(cut)
      .extract({ left: 0, top, width: cut.width, height })
      .png()
      .toBuffer();
    tiles.push({ input: picture, left, top: 0 });
    tiles.push({
      input: crosshair(cut.width, height, across[i] ?? 0, (down[i] ?? 0) - top),
      left,
      top: 0,
    });
    left += cut.width + GAP;
  }
  const ground = { width: left - GAP, height, channels: 3, background: GROUND } as const;
  return sharp(await sharp({ create: ground }).composite(tiles).png().toBuffer());
}

/** Where the axis of a lower tooth passes this height. */
function throughAxis({ tooth, s, z, d, tilt, lean, side }: PlacedTooth, height: number) {
  const h = (z - height) / Math.cos(tilt);
  const along = archPoint(s + side * Math.sin(tilt) * h);
  const out = archNormal(s);
  const across = d + (lean * h) / tooth.length;
  return { x: along.x + out.x * across, y: along.y + out.y * across };
}

function crosshair(width: number, height: number, x: number, y: number): Buffer {
  const open = 22;
  const lines = [
    `M0 ${y}H${x - open}M${x + open} ${y}H${width}`,
    `M${x} 0V${y - open}M${x} ${y + open}V${height}`,
  ];
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
      `<path d="${lines.join('')}" stroke="${GLOW}" stroke-opacity=".75" stroke-width="1.25" fill="none"/></svg>`,
  );
}
