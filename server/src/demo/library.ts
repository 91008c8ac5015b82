import sharp from 'sharp';
import { type Scan, slicerFor } from './cbct/slices.ts';
import { axialFrames } from './cbct/stack.ts';
import type { Examination } from './checkups.ts';
import { buildJaw } from './jaw/jaw.ts';
import { renderBitewing, renderPeriapical } from './radiograph/intraoral.ts';
import { renderPanoramic } from './radiograph/panoramic.ts';
import { asPicture, type Radiograph } from './radiograph/picture.ts';
import { randomFrom } from './random.ts';

/** Rendered once per run; every patient gets one of them, changed a little. */
const PANORAMIC_SEEDS = [1, 5, 7, 9, 12];
const INTRAORAL_SEEDS = [3, 8];
const SCAN_SEEDS = [1, 6];
const PANORAMIC_WIDTH = 1600;
/** Pixels per mm of a small sensor, and of a scan in demo quality. */
const SENSOR_PER_MM = 20;

const SMALL_SCAN: Scan = { x: [-48, 48], y: [-8, 88], z: [-34, 26], perMm: 10 / 3 };

export interface Library {
  /** The picture of this examination for one patient. */
  radiograph(examination: Examination, name: string, seed: number): Radiograph;
  /** Three cuts beside one another, as a report shows a scan. */
  cuts(seed: number): Promise<Buffer>;
  /** A scan of 160 axial frames, about 26 MB. */
  frames(): {
    width: number;
    height: number;
    frames: Uint16Array[];
    spacing: number;
    sliceSpacing: number;
  };
}

/** Renders lazily and remembers: the first patient of a kind waits, the others do not. */
export function pictureLibrary(): Library {
  const remembered = new Map<string, unknown>();
  const once = <T>(key: string, make: () => T): T => {
    if (!remembered.has(key)) remembered.set(key, make());
    return remembered.get(key) as T;
  };
  const flatJaw = (seed: number) => once(`jaw ${seed}`, () => buildJaw(seed, { smile: 1.5 }));
  const original = (examination: Examination, name: string, seed: number): Radiograph => {
    if (examination === 'panoramic') {
      const jaw = PANORAMIC_SEEDS[seed % PANORAMIC_SEEDS.length] ?? 1;
      return once(`panoramic ${jaw}`, () => renderPanoramic(buildJaw(jaw), PANORAMIC_WIDTH));
    }
    const jaw = INTRAORAL_SEEDS[seed % INTRAORAL_SEEDS.length] ?? 3;
    return once(`${name} ${jaw}`, () => {
      const tooth = Number(/\d\d/.exec(name)?.[0]);
      if (examination === 'periapical') return renderPeriapical(flatJaw(jaw), tooth, SENSOR_PER_MM);
      return renderBitewing(flatJaw(jaw), name.endsWith('sol') ? 1 : -1, SENSOR_PER_MM);
    });
  };
  return {
    radiograph: (examination, name, seed) => varied(original(examination, name, seed), seed),
    cuts: (seed) => {
      const jaw = SCAN_SEEDS[seed % SCAN_SEEDS.length] ?? 1;
      return once(`cuts ${jaw}`, () => triptych(slicerFor(flatJaw(jaw))));
    },
    frames: () => once('frames', scanFrames(flatJaw(SCAN_SEEDS[0] ?? 1))),
  };
}

function scanFrames(jaw: ReturnType<typeof buildJaw>) {
  return () => {
    const frames = axialFrames(jaw, SMALL_SCAN, 41, 3);
    const side = Math.round((SMALL_SCAN.x[1] - SMALL_SCAN.x[0]) * SMALL_SCAN.perMm);
    const sliceSpacing = (SMALL_SCAN.z[1] - SMALL_SCAN.z[0]) / (frames.length - 1);
    return { width: side, height: side, frames, spacing: 0.3, sliceSpacing };
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
