import sharp from 'sharp';
import { asPicture, type Radiograph } from '../radiograph/picture.ts';
import type { Slicer } from './slices.ts';

export interface TriptychStyle {
  /** Pixels between the cuts, and the colour there. */
  gap: number;
  ground: string;
  /** Colour of the lines that mark the other two cuts; without it there are no lines. */
  crosshair?: string;
}

interface Point {
  x: number;
  y: number;
  z: number;
}

/** Axial, coronal and sagittal cut through one point (mm), side by side, as a PNG. */
export async function triptych(
  slicer: Slicer,
  point: Point,
  style: TriptychStyle,
): Promise<Buffer> {
  const { x, y, z } = slicer.toPixel(point);
  const cuts = [slicer.axial(point.z), slicer.coronal(point.y), slicer.sagittal(point.x)] as const;
  const height = Math.min(...cuts.map((cut) => cut.height));
  // The axial cut covers the depth of the head, the others only the height of the scan: it is trimmed to match.
  const trimmed = Math.round((cuts[0].height - height) / 2);
  const crossings = [
    [x, y - trimmed],
    [x, z],
    [y, z],
  ] as const;
  const tiles: { input: Buffer; left: number; top: number }[] = [];
  let left = 0;
  for (const [i, cut] of cuts.entries()) {
    tiles.push({ input: await strip(cut, i === 0 ? trimmed : 0, height), left, top: 0 });
    const [across, down] = crossings[i] ?? [0, 0];
    if (style.crosshair) {
      tiles.push({ input: lines(cut.width, height, across, down, style.crosshair), left, top: 0 });
    }
    left += cut.width + style.gap;
  }
  const ground = {
    width: left - style.gap,
    height,
    channels: 3,
    background: style.ground,
  } as const;
  return sharp({ create: ground }).composite(tiles).png({ compressionLevel: 2 }).toBuffer();
}

function strip(cut: Radiograph, top: number, height: number): Promise<Buffer> {
  const whole = asPicture(cut).extract({ left: 0, top, width: cut.width, height });
  return whole.png({ compressionLevel: 1 }).toBuffer();
}

/** Pixels without lines around the point itself. */
const OPEN = 22;

function lines(width: number, height: number, x: number, y: number, colour: string): Buffer {
  const path =
    `M0 ${y}H${x - OPEN}M${x + OPEN} ${y}H${width}` +
    `M${x} 0V${y - OPEN}M${x} ${y + OPEN}V${height}`;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
      `<path d="${path}" stroke="${colour}" stroke-opacity=".75" stroke-width="1.25" fill="none"/></svg>`,
  );
}
