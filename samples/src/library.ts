import { randomFrom } from '@deqiq/testkit/random.ts';
import sharp from 'sharp';
import { axialFrames } from './cbct/axial-frames.ts';
import { BOTH_JAWS, type Scan, type Slicer, slicerFor } from './cbct/slices.ts';
import { triptych } from './cbct/triptych.ts';
import { buildJaw, type Jaw } from './jaw/jaw.ts';
import { renderBitewing, renderPeriapical } from './radiograph/intraoral.ts';
import { renderPanoramic } from './radiograph/panoramic.ts';
import type { Radiograph } from './radiograph/picture.ts';
import type { Examination } from './sample-data/checkups.ts';

/** Rendered once per run; every patient gets a variation of one of them. */
const PANORAMIC_SEEDS = [1, 5, 7, 9, 12];
const INTRAORAL_SEEDS = [3, 8];
const SCAN_SEEDS = [1, 6];

export type Quality = 'full' | 'small';

/**
 * Pixels across a panoramic; pixels per mm of a small sensor; voxels per mm of a scan, its computed frames, and the
 * frames interpolated between two of them.
 */
const QUALITIES = {
  full: { panoramic: 1600, sensor: 17, scan: 10 / 3, frames: 21, between: 7 },
  small: { panoramic: 400, sensor: 6, scan: 1, frames: 5, between: 1 },
} as const;

const SCAN: Omit<Scan, 'perMm'> = { x: [-48, 48], y: [-8, 88], z: [-34, 26] };

export interface ScanFrames {
  /** Columns and rows. */
  side: number;
  frames: Uint16Array[];
  /** mm between pixels and between frames. */
  spacing: number;
  sliceSpacing: number;
}

export interface Library {
  /** mm per pixel of panoramics and of intra-oral pictures. */
  panoramicSpacing: number;
  sensorSpacing: number;
  /** The picture of this examination for one patient. */
  radiograph(examination: Examination, name: string, seed: number): Radiograph;
  /** Three cuts side by side, as in a report of a scan. */
  cuts(examination: Examination, seed: number): Promise<Buffer>;
  /** A whole scan: 161 frames of 320 x 320, 33 MB, in full quality. */
  frames(): ScanFrames;
}

/** Renders on first use and caches: only the first patient of each kind waits. */
export function pictureLibrary(quality: Quality): Library {
  const fine = QUALITIES[quality];
  const remembered = new Map<string, unknown>();
  const cachedOr = <T>(key: string, make: () => T): T => {
    if (!remembered.has(key)) remembered.set(key, make());
    return remembered.get(key) as T;
  };
  const flatJaw = (seed: number) => cachedOr(`jaw ${seed}`, () => buildJaw(seed, { smile: 1.5 }));
  const original = (examination: Examination, name: string, seed: number): Radiograph => {
    if (examination === 'panoramic') {
      const jaw = PANORAMIC_SEEDS[seed % PANORAMIC_SEEDS.length] ?? 1;
      return cachedOr(`panoramic ${jaw}`, () => renderPanoramic(buildJaw(jaw), fine.panoramic));
    }
    const jaw = INTRAORAL_SEEDS[seed % INTRAORAL_SEEDS.length] ?? 3;
    return cachedOr(`${name} ${jaw}`, () => {
      const tooth = Number(/\d\d/.exec(name)?.[0]);
      if (examination === 'periapical') return renderPeriapical(flatJaw(jaw), tooth, fine.sensor);
      return renderBitewing(flatJaw(jaw), name.endsWith('sol') ? 1 : -1, fine.sensor);
    });
  };
  return {
    panoramicSpacing: 248 / fine.panoramic,
    sensorSpacing: 1 / fine.sensor,
    radiograph: (examination, name, seed) => vary(original(examination, name, seed), seed),
    cuts: (examination, seed) => {
      const jaw = SCAN_SEEDS[seed % SCAN_SEEDS.length] ?? 1;
      const scan = { ...BOTH_JAWS, perMm: fine.scan };
      const slicer = cachedOr(`slicer ${jaw}`, () => rememberingSlicer(flatJaw(jaw), scan));
      return cachedOr(`${examination} ${jaw}`, () => reportCuts(slicer, examination));
    },
    frames: () => cachedOr('frames', () => scanFrames(flatJaw(SCAN_SEEDS[0] ?? 1), fine)),
  };
}

/** Caches the coronal and sagittal cuts, which are the same for every examination of a jaw. */
function rememberingSlicer(jaw: Jaw, scan: Scan): Slicer {
  const slicer = slicerFor(jaw, scan);
  const cache = new Map<string, Radiograph>();
  const cachedOr = (key: string, make: () => Radiograph): Radiograph => {
    const cut = cache.get(key) ?? make();
    cache.set(key, cut);
    return cut;
  };
  return {
    ...slicer,
    coronal: (y) => cachedOr(`coronal ${y}`, () => slicer.coronal(y)),
    sagittal: (x) => cachedOr(`sagittal ${x}`, () => slicer.sagittal(x)),
  };
}

function scanFrames(jaw: Jaw, fine: (typeof QUALITIES)[Quality]): ScanFrames {
  const perMm = fine.scan;
  const frames = axialFrames(jaw, { ...SCAN, perMm }, fine.frames, fine.between);
  return {
    side: Math.round((SCAN.x[1] - SCAN.x[0]) * perMm),
    frames,
    spacing: Number((1 / perMm).toFixed(4)),
    sliceSpacing: (SCAN.z[1] - SCAN.z[0]) / (frames.length - 1),
  };
}

/** Another exposure of the same jaw: slightly brighter or darker, with more or less contrast. */
function vary(source: Radiograph, seed: number): Radiograph {
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

/** The cuts of a report: through the molars of the requested jaw. */
async function reportCuts(slicer: Slicer, examination: Examination): Promise<Buffer> {
  const point = { x: 26, y: 30, z: examination === 'cbctLower' ? -14 : 12 };
  const picture = await triptych(slicer, point, { gap: 6, ground: '#05090e' });
  return sharp(picture).webp({ quality: 82 }).toBuffer();
}
