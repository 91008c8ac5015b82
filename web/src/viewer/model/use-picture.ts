import type { PictureMetadata } from '@deqiq/contract/shared/imaging/derivatives.ts';
import { useEffect, useRef, useState } from 'react';
import { isAbortError } from '../../lib/abort-error.ts';
import type { Rect } from '../geometry/picture-view.ts';
import { isComplete, type Level } from '../pixels/level.ts';
import type { PictureLoader } from '../pixels/loader.ts';
import { openPicture } from '../pixels/open-picture.ts';
import { PictureError, type PictureFailure } from '../pixels/picture-error.ts';
import type { Renderer } from '../pixels/renderer.ts';
import { pictureSource } from '../pixels/source.ts';
import type { ViewerFile } from '../viewer-file.ts';
import { findPreviewContent } from './content.ts';
import { fitsMemory, hasLittleMemory, loadsFullByItself } from './level-policy.ts';
import { decodePicture, openPhoto } from './photo.ts';

export type Progress = { readonly bytes: number; readonly total: number };

/** Received parts of a file. */
export type PictureState = {
  readonly metadata: PictureMetadata | undefined;
  /** The sharpest level that is on the stage. */
  readonly level: Level | undefined;
  readonly failure: PictureFailure | undefined;
  /** Of the level that loads now. */
  readonly progress: Progress | undefined;
  /** Counts the changes of pixels. */
  readonly version: number;
  /** A photo, or the preview of a picture, is on the stage. */
  readonly hasBitmap: boolean;
  /** The part of a preview without blank borders. */
  readonly content: Rect | undefined;
  /** The graphics processor or the memory takes no larger level: the half one stays. */
  readonly isTooLarge: boolean;
};

const EMPTY: PictureState = {
  metadata: undefined,
  level: undefined,
  failure: undefined,
  progress: undefined,
  version: 0,
  hasBitmap: false,
  content: undefined,
  isTooLarge: false,
};

/** The pixels of a file, and what the user can do about them. */
export type LoadedPicture = ReturnType<typeof usePicture>;

/** Loads the levels of a file, the coarsest first, and gives them to the renderer. */
export function usePicture(file: ViewerFile, renderer: Renderer | undefined) {
  const [picture, setPicture] = useState(EMPTY);
  const [attempt, setAttempt] = useState(0);
  const opened = useRef<Opened>(undefined);
  const { kind } = file;
  const hasDerived = file.derivedUrl !== undefined;
  const hasPhoto = file.photoUrl !== undefined;
  // A poll brings new links to the same pixels.
  const latest = useRef(file);
  useEffect(() => {
    latest.current = file;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    setPicture(EMPTY);
    if (!renderer) return;
    const controller = new AbortController();
    const { signal } = controller;
    const change = (next: Partial<PictureState>) => {
      if (!signal.aborted)
        setPicture((before) => ({ ...before, ...next, version: before.version + 1 }));
    };
    const fail = (error: unknown) => {
      if (!isAbortError(error) && !signal.aborted)
        change({ failure: toFailure(error), progress: undefined });
    };
    const { derivedUrl, photoUrl } = latest.current;
    if (derivedUrl && kind && kind !== 'document') {
      const loader = openPicture(pictureSource(derivedUrl), { kind });
      opened.current = { loader, renderer, change, fail };
      void loadLevels(opened.current, signal).catch(fail);
      if (kind === 'volume') watchVisibility(opened.current, signal);
    } else if (photoUrl) {
      void openPhoto(photoUrl, renderer, signal).then(
        (metadata) => change({ metadata, hasBitmap: true }),
        fail,
      );
    }
    return () => {
      controller.abort();
      opened.current?.loader.dispose();
      opened.current = undefined;
    };
  }, [hasDerived, hasPhoto, kind, renderer, attempt]);

  const { metadata, level } = picture;
  const { previewUrl } = file;
  useEffect(() => {
    if (!opened.current || !previewUrl || metadata?.kind !== 'image' || level) return;
    // Without it the first level is the first frame.
    showPreview(opened.current, metadata, previewUrl).catch(() => undefined);
  }, [previewUrl, metadata, level]);

  const loadFull = () => {
    if (!opened.current || picture.progress || picture.level?.scale === 1) return;
    void loadLevel(opened.current, 1).catch(opened.current.fail);
  };
  return { ...picture, loadFull, retry: () => setAttempt((count) => count + 1) };
}

/** Draws the preview until the first level arrives. What the user does with it stays. */
async function showPreview(
  { renderer, change }: Opened,
  metadata: PictureMetadata,
  address: string,
): Promise<void> {
  const bitmap = await decodePicture(address);
  if (renderer.setBitmap(bitmap, { size: metadata, isPreview: true }))
    change({ hasBitmap: true, content: findPreviewContent(bitmap, metadata) });
}

/** Frees the full level of a hidden page where there is little memory; on Wi-Fi it is loaded again. */
function watchVisibility(opened: Opened, signal: AbortSignal): void {
  let isDropped = false;
  const onChange = () => {
    if (document.hidden) {
      const level = hasLittleMemory() ? opened.renderer.dropFull() : undefined;
      if (level) opened.change({ level });
      isDropped ||= level !== undefined;
    } else if (isDropped) {
      isDropped = false;
      if (loadsFullByItself()) void loadLevel(opened, 1).catch(opened.fail);
    }
  };
  document.addEventListener('visibilitychange', onChange, { signal });
}

/** Milliseconds between redraws while a level arrives. */
const UPDATE_INTERVAL = 250;

/** The picture that is being read. */
type Opened = {
  readonly loader: PictureLoader;
  readonly renderer: Renderer;
  readonly change: (next: Partial<PictureState>) => void;
  readonly fail: (error: unknown) => void;
};

async function loadLevels(opened: Opened, signal: AbortSignal): Promise<void> {
  const { loader, renderer, change } = opened;
  const metadata = await loader.metadata;
  change({ metadata });
  const isVolume = metadata.kind !== 'image';
  const scales = metadata.levels.map(({ scale }) => scale).toSorted((a, b) => b - a);
  const withoutFull = isVolume ? scales.filter((scale) => scale > 1) : [2];
  for (const scale of withoutFull) {
    await loadLevel(opened, scale);
    if (signal.aborted) return;
  }
  const hasFull = scales.includes(1);
  const isTooLarge =
    metadata.kind === 'volume' && !(fits(metadata, renderer) && fitsMemory(metadata));
  if (isTooLarge) change({ isTooLarge });
  // A stack without smaller levels has only the full one.
  if (hasFull && !isTooLarge && (withoutFull.length === 0 || loadsFullByItself()))
    await loadLevel(opened, 1);
}

async function loadLevel({ loader, renderer, change }: Opened, scale: number): Promise<void> {
  const metadata = await loader.metadata;
  const show = (level: Level) => {
    const isShown =
      metadata.kind === 'image'
        ? renderer.setPicture(metadata, level)
        : renderer.setVolume(metadata, level);
    change(isShown ? { level } : { isTooLarge: true });
    // For measuring the time from the press: the bench program `viewer` reads it.
    if (isComplete(level)) performance.mark(`viewer-level-${level.scale}`);
  };
  change({ progress: { bytes: 0, total: 1 }, failure: undefined });
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
      if (isComplete(arrived) || isDue()) show(arrived);
    },
  });
  show(level);
  change({ progress: undefined });
}

const fits = ({ width, height, slices }: PictureMetadata, { limits }: Renderer): boolean =>
  Math.max(width, height, slices) <= limits.maxTexture3d;

const toFailure = (error: unknown): PictureFailure =>
  error instanceof PictureError ? error.failure : 'damaged';
