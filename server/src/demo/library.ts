import sharp from 'sharp';
import { BOTH_JAWS, type Scan, slicerFor } from './cbct/slices.ts';
import { axialFrames } from './cbct/stack.ts';
import type { Examination } from './checkups.ts';
import { buildJaw, type Jaw } from './jaw/jaw.ts';
import { renderBitewing, renderPeriapical } from './radiograph/intraoral.ts';
import { renderPanoramic } from './radiograph/panoramic.ts';
import { asPicture, type Radiograph } from './radiograph/picture.ts';
import { randomFrom } from './random.ts';

/** Rendered once per run; every patient gets one of them, changed a little. */
const PANORAMIC_SEEDS = [1, 5, 7, 9, 12];
const INTRAORAL_SEEDS = [3, 8];
const SCAN_SEEDS = [1, 6];

export type Quality = 'full' | 'small';

/** Pixels across a panoramic; pixels per mm of a small sensor; voxels per mm and computed frames of a scan. */
const QUALITIES = {
  full: { panoramic: 1600, sensor: 20, scan: 10 / 3, frames: 41 },
  small: { panoramic: 400, sensor: 6, scan: 1, frames: 5 },
} as const;

const SCAN: Omit<Scan, 'perMm'> = { x: [-48, 48], y: [-8, 88], z: [-34, 26] };
/** Frames interpolated after each computed one. */
const BETWEEN = 3;

export interface ScanFrames {
  /** Columns and rows. */
  side: number;
  frames: Uint16Array[];
  /** mm from pixel to pixel and from frame to frame. */
  spacing: number;
  sliceSpacing: number;
}

export interface Library {
  /** mm per pixel of its panoramics and intra-oral pictures. */
  panoramicSpacing: number;
  sensorSpacing: number;
  /** The picture of this examination for one patient. */
  radiograph(examination: Examination, name: string, seed: number): Radiograph;
  /** Three cuts beside one another, as a report shows a scan. */
  cuts(seed: number): Promise<Buffer>;
  /** A whole scan: 161 frames of 320 x 320, 33 MB, in full quality. */
  frames(): ScanFrames;
}

/** Renders lazily and remembers: the first patient of a kind waits, the others do not. */
export function pictureLibrary(quality: Quality): Library {
  const fine = QUALITIES[quality];
  const remembered = new Map<string, unknown>();
  const once = <T>(key: string, make: () => T): T => {
    if (!remembered.has(key)) remembered.set(key, make());
    return remembered.get(key) as T;
  };
  const flatJaw = (seed: number) => once(`jaw ${seed}`, () => buildJaw(seed, { smile: 1.5 }));
  const original = (examination: Examination, name: string, seed: number): Radiograph => {
    if (examination === 'panoramic') {
      const jaw = PANORAMIC_SEEDS[seed % PANORAMIC_SEEDS.length] ?? 1;
      return once(`panoramic ${jaw}`, () => renderPanoramic(buildJaw(jaw), fine.panoramic));
    }
    const jaw = INTRAORAL_SEEDS[seed % INTRAORAL_SEEDS.length] ?? 3;
    return once(`${name} ${jaw}`, () => {
      const tooth = Number(/\d\d/.exec(name)?.[0]);
      if (examination === 'periapical') return renderPeriapical(flatJaw(jaw), tooth, fine.sensor);
      return renderBitewing(flatJaw(jaw), name.endsWith('sol') ? 1 : -1, fine.sensor);
    });
  };
  return {
    panoramicSpacing: 248 / fine.panoramic,
    sensorSpacing: 1 / fine.sensor,
    radiograph: (examination, name, seed) => varied(original(examination, name, seed), seed),
    cuts: (seed) => {
      const jaw = SCAN_SEEDS[seed % SCAN_SEEDS.length] ?? 1;
      return once(`cuts ${jaw}`, () =>
        triptych(slicerFor(flatJaw(jaw), { ...BOTH_JAWS, perMm: fine.scan })),
      );
    },
    frames: () =>
      once('frames', () => scanFrames(flatJaw(SCAN_SEEDS[0] ?? 1), fine.scan, fine.frames)),
  };
}

function scanFrames(jaw: Jaw, perMm: number, computed: number): ScanFrames {
  const frames = axialFrames(jaw, { ...SCAN, perMm }, computed, BETWEEN);
  return {
    side: Math.round((SCAN.x[1] - SCAN.x[0]) * perMm),
    frames,
    spacing: Number((1 / perMm).toFixed(4)),
    sliceSpacing: (SCAN.z[1] - SCAN.z[0]) / (frames.length - 1),
  };
}

/** Another exposure of the same jaw: a little brighter or darker, harder or softer. */
function varied(source: Radiograph, seed: number): Radiograph {
  const random = randomFrom(seed);
  const gamma = random.between(0.88, 1.14);
  const gain = random.between(0.94, 1.05);
  const curve = new Uint16Array(4096);
  for (let i = 0; i < curve.length; i++)
    curve[i] = Math.min(4095, Math.round(4095 * gain * (i / 4095) ** gamma));
  const grey = new Uint16Array(source.grey.length);
  for (let i = 0; i < grey.length; i++) grey[i] = curve[source.grey[i] as number] as number;
  return { ...source, grey };
}

async function triptych(slicer: ReturnType<typeof slicerFor>): Promise<Buffer> {
  const cuts = [slicer.axial(12), slicer.coronal(30), slicer.sagittal(26)];
  const gap = 6;
  let left = 0;
  const tiles = [];
  for (const cut of cuts) {
    tiles.push({
      input: await asPicture(cut).png({ compressionLevel: 1 }).toBuffer(),
      left,
      top: 0,
    });
    left += cut.width + gap;
  }
  const height = Math.max(...cuts.map((cut) => cut.height));
  return sharp({ create: { width: left - gap, height, channels: 3, background: '#05090e' } })
    .composite(tiles)
    .webp({ quality: 82 })
    .toBuffer();
}
