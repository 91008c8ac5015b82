import type { Jaw } from '../jaw/jaw.ts';
import { DENSITY } from './density.ts';
import { digitize, isSeen, type Scan } from './slices.ts';
import { densityIn, sampleDensities, soften } from './volume.ts';

/** mm around a scan that are computed, too, so that its outermost voxels have neighbours. */
const MARGIN = 2;

interface Resolution {
  /** Densities per mm that are computed, in all three directions; voxels between them are interpolated. */
  computed: number;
  frames: number;
}

/** Axial frames of a scan from below upwards. */
export function axialFrames(
  jaw: Jaw,
  { x, y, z, perMm }: Scan,
  { computed, frames }: Resolution,
): Uint16Array[] {
  const around = ([low, high]: Scan['x']) => [low - MARGIN, high + MARGIN] as const;
  const field = { x: around(x), y: around(y), z: around(z), perMm: computed };
  const volume = sampleDensities(jaw, field, isSeen);
  soften(volume);
  const densityAt = densityIn(volume);
  const columns = Math.round((x[1] - x[0]) * perMm);
  const rows = Math.round((y[1] - y[0]) * perMm);
  const centre = (index: number, step: number) => (MARGIN + (index + 0.5) * step) * computed;
  const frameStep = (z[1] - z[0]) / frames;
  return Array.from({ length: frames }, (_, frame) => {
    const plane = new Float32Array(columns * rows).fill(DENSITY.air);
    const height = centre(frame, frameStep);
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++)
        plane[row * columns + column] = densityAt(
          centre(column, 1 / perMm),
          centre(row, 1 / perMm),
          height,
        );
    return digitize(plane, jaw.seed * 7 + frame);
  });
}
