import type { Grid } from '../geometry/registration/grid.ts';
import { scale } from '../geometry/vectors.ts';
import { fromLevel, toPatient, type VolumeSpace } from '../geometry/volume/volume-space.ts';
import { isComplete, type Level, type PixelArray } from './level.ts';

/** The level in which regions are measured and volumes aligned: the half one, which every browser holds as a whole. */
export const findWholeLevel = (levels: readonly Level[]): Level | undefined =>
  levels.find((level) => level.scale >= 2 && isComplete(level) && !level.bricks) ??
  levels.find((level) => isComplete(level) && !level.bricks);

/** A level as a grid in the patient. */
export function toGrid(space: VolumeSpace, level: Level): Grid<PixelArray> {
  const { values, width, height, slices, scale: factor, sampling } = level;
  const first = fromLevel(0, factor, sampling);
  const step = (axis: 0 | 1 | 2) => scale(space.axes[axis], space.spacing[axis] * factor);
  return {
    values,
    size: [width, height, slices],
    origin: toPatient(space, [first, first, first]),
    steps: [step(0), step(1), step(2)],
  };
}
