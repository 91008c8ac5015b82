import type { PictureMetadata } from '@deqiq/contract/shared/imaging/derivatives.ts';
import type { Rect } from '../../geometry/picture-view.ts';
import { isComplete, type Level } from '../../pixels/level.ts';
import type { PictureLoader } from '../../pixels/loading/loader.ts';
import type { PictureFailure } from '../../pixels/loading/picture-error.ts';
import type { Renderer } from '../../pixels/renderer.ts';
import { findPreviewContent } from './content.ts';
import { fitsMemory, hasLittleMemory, loadsFullByItself } from './level-policy.ts';
import { decodePicture } from './photo.ts';

export type Progress = { readonly bytes: number; readonly total: number };

/** Received parts of a file. */
export type PictureState = {
  readonly metadata: PictureMetadata | undefined;
  /** The sharpest level that is on the stage. */
  readonly level: Level | undefined;
  readonly failure: PictureFailure | undefined;
  /** Of the level that loads now. */
  readonly progress: Progress | undefined;
  /** The scale of the level that was requested last. */
  readonly wanted: number | undefined;
  /** Counts the changes of pixels. */
  readonly version: number;
  /** A photo, or the preview of a picture, is on the stage. */
  readonly hasBitmap: boolean;
  /** The part of a preview without blank borders. */
  readonly content: Rect | undefined;
  /** The graphics processor or the memory takes no larger level: the half one stays. */
  readonly isTooLarge: boolean;
};

/** Draws the preview until the first level arrives. What the user does with it stays. */
export async function showPreview(
  { renderer, change }: Opened,
  metadata: PictureMetadata,
  address: string,
): Promise<void> {
  const bitmap = await decodePicture(address);
  if (renderer.setBitmap(bitmap, { size: metadata, isPreview: true }))
    change({ hasBitmap: true, content: findPreviewContent(bitmap, metadata) });
}

/** Frees the full level of a hidden page where there is little memory; on Wi-Fi it is loaded again. */
export function watchVisibility(opened: Opened): void {
  let isDropped = false;
  const onChange = () => {
    if (document.hidden) {
      const level = hasLittleMemory() ? opened.renderer.dropFull() : undefined;
      if (level) opened.change({ level, progress: undefined });
      isDropped ||= level !== undefined;
    } else if (isDropped) {
      isDropped = false;
      if (loadsFullByItself()) void loadLevel(opened, 1).catch(opened.fail);
    }
  };
  document.addEventListener('visibilitychange', onChange, { signal: opened.signal });
}

/** Milliseconds between redraws while a level arrives. */
const UPDATE_INTERVAL = 250;

export type Opened = {
  readonly loader: PictureLoader;
  readonly renderer: Renderer;
  readonly signal: AbortSignal;
  readonly change: (next: Partial<PictureState>) => void;
  readonly fail: (error: unknown) => void;
};

/** Loads the levels from this scale on, the coarsest first, and the full one where it was wanted or the device may. */
export async function loadLevels(opened: Opened, from = Number.POSITIVE_INFINITY): Promise<void> {
  const { loader, renderer, signal, change } = opened;
  const metadata = await loader.metadata;
  change({ metadata });
  const isVolume = metadata.kind !== 'image';
  const scales = metadata.levels.map(({ scale }) => scale).toSorted((a, b) => b - a);
  const withoutFull = isVolume ? scales.filter((scale) => scale > 1) : [2];
  for (const scale of withoutFull.filter((each) => each <= from)) {
    await loadLevel(opened, scale);
    if (signal.aborted) return;
  }
  const hasFull = scales.includes(1);
  const hasBricks = metadata.levels.some(({ brick }) => brick);
  const isTooLarge =
    metadata.kind === 'volume' &&
    !(fits(metadata, renderer) && (hasBricks || fitsMemory(metadata)));
  if (isTooLarge) change({ isTooLarge });
  // A stack without smaller levels has only the full one.
  if (hasFull && !isTooLarge && (withoutFull.length === 0 || from === 1 || loadsFullByItself()))
    await loadLevel(opened, 1);
}

export async function loadLevel(
  { loader, renderer, change }: Opened,
  scale: number,
): Promise<void> {
  const metadata = await loader.metadata;
  const show = (level: Level) => {
    const isShown =
      metadata.kind === 'image'
        ? renderer.setPicture(metadata, level)
        : renderer.setVolume(metadata, level);
    change(isShown ? { level } : { isTooLarge: true });
    if (level.bricks?.isLoading === false) change({ progress: undefined });
    // For measuring the time from the press: the bench program `viewer` reads it.
    if (isComplete(level) || level.bricks?.isSettled)
      performance.mark(`viewer-level-${level.scale}`);
  };
  change({ progress: { bytes: 0, total: 1 }, wanted: scale, failure: undefined });
  // Slices arrive faster than a phone can draw them.
  let last = 0;
  const isDue = () => {
    const now = performance.now();
    if (now - last < UPDATE_INTERVAL) return false;
    last = now;
    return true;
  };
  const level = await loader.load(scale, {
    onProgress: (bytes, total) => {
      if (isDue()) change({ progress: { bytes, total } });
    },
    onLevel: (arrived) => {
      if (arrived.bricks || isComplete(arrived) || isDue()) show(arrived);
    },
    isWhole: loadsFullByItself(),
    isPooled: !fitsMemory(metadata),
  });
  show(level);
  change({ progress: undefined });
}

const fits = ({ width, height, slices }: PictureMetadata, { limits }: Renderer): boolean =>
  Math.max(width, height, slices) <= limits.maxTexture3d;
