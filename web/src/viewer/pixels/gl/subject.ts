import type { PictureMetadata } from '@deqiq/contract/shared/imaging/derivatives.ts';
import type { Size } from '../../geometry/vectors.ts';
import {
  createVolumeSpace,
  toLevel,
  type VolumeSpace,
} from '../../geometry/volume/volume-space.ts';
import { isComplete, type Level } from '../level.ts';

/** Everything that is drawn, in the memory of the page. */
export interface Subject {
  readonly metadata: PictureMetadata | undefined;
  readonly space: VolumeSpace | undefined;
  /** The finest first. */
  readonly levels: readonly Level[];
  readonly bitmap: DrawnBitmap | undefined;
}

/** A photograph, or the preview of a picture whose levels are loading. */
export interface DrawnBitmap {
  readonly bitmap: ImageBitmap;
  /** Pixels at full resolution. */
  readonly size: Size;
  /** A preview has its window applied already. */
  readonly isPreview: boolean;
}

export const EMPTY: Subject = {
  metadata: undefined,
  space: undefined,
  levels: [],
  bitmap: undefined,
};

/** The scale of the level whose surface is drawn in 3D, so that it stays when the finest one is complete. */
export const SURFACE_SCALE = 2;

/** Adds a level; another picture replaces the levels. */
export function withLevel(subject: Subject, metadata: PictureMetadata, level: Level): Subject {
  const isSame = subject.metadata === metadata;
  const others = isSame ? subject.levels.filter(({ scale }) => scale !== level.scale) : [];
  return {
    metadata,
    space: isSame ? subject.space : createVolumeSpace(metadata),
    levels: withoutCoarse([...others, level].sort((a, b) => a.scale - b.scale)),
    // The preview has done its work.
    bitmap: undefined,
  };
}

/** Without the full level of a volume; undefined where it is loading slice by slice, or nothing coarser is complete. */
export function withoutFull(subject: Subject): Subject | undefined {
  const [full, next] = subject.levels;
  if (full?.kind !== 'volume' || full.scale > 1) return undefined;
  if (!full.bricks && !isComplete(full)) return undefined;
  return next && isComplete(next) ? { ...subject, levels: subject.levels.slice(1) } : undefined;
}

/** Without the levels of a volume that a finer one has replaced. Those of a picture are drawn when it is zoomed out. */
function withoutCoarse(levels: readonly Level[]): Level[] {
  const finest = levels.find(isComplete);
  if (finest?.kind !== 'volume') return [...levels];
  const max = Math.max(finest.scale, SURFACE_SCALE);
  return levels.filter(({ scale }) => scale <= max);
}

export interface DrawnLevels {
  readonly level: Level;
  /** Fills what the level does not have yet. */
  readonly coarser: Level | undefined;
}

/** The levels to draw where one pixel of the pane covers `minification` full-resolution pixels. */
export function levelsFor(levels: readonly Level[], minification: number): DrawnLevels | undefined {
  const visible = levels.filter(({ ready, bricks }) => ready > 0 || bricks?.arrived.length);
  const index = visible.findLastIndex(
    (level, at) => at === 0 || (isComplete(level) && level.scale <= minification),
  );
  const level = visible[index];
  return level && { level, coarser: isComplete(level) ? undefined : visible[index + 1] };
}

/** The stored pixel nearest to a voxel, at the finest level that has it; undefined outside. */
export function pixelAt(
  levels: readonly Level[],
  [column, row, slice]: readonly [number, number, number],
): number | undefined {
  for (const level of levels) {
    const { kind, scale, sampling, width, height, channels, ready, values, bricks } = level;
    const indexAt = (position: number) => Math.round(toLevel(position, scale, sampling));
    const x = indexAt(column);
    const y = indexAt(row);
    const z = kind === 'volume' ? indexAt(slice) : Math.round(slice);
    if (channels !== 1 || x < 0 || y < 0 || z < 0 || x >= width || y >= height) return undefined;
    const pixel = bricks
      ? bricks.read([x, y, z])
      : z < ready && values[(z * height + y) * width + x];
    if (typeof pixel === 'number') return pixel;
  }
  return undefined;
}
