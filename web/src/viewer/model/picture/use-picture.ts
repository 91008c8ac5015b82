import { useEffect, useRef, useState } from 'react';
import { isAbortError } from '../../../lib/abort-error.ts';
import { openPicture } from '../../pixels/loading/open-picture.ts';
import { PictureError, type PictureFailure } from '../../pixels/loading/picture-error.ts';
import { pictureSource } from '../../pixels/loading/source.ts';
import type { Renderer } from '../../pixels/renderer.ts';
import type { RenewFile, ViewerFile } from '../../viewer-file.ts';
import { openPhoto } from './photo.ts';
import {
  loadLevel,
  loadLevels,
  type Opened,
  type PictureState,
  showPreview,
  watchVisibility,
} from './picture-loading.ts';

const EMPTY: PictureState = {
  metadata: undefined,
  level: undefined,
  failure: undefined,
  progress: undefined,
  wanted: undefined,
  version: 0,
  hasBitmap: false,
  content: undefined,
  isTooLarge: false,
};

/** Whether the stage has other pixels now. A level that arrives brick by brick has none at first. */
const hasPixels = ({ hasBitmap, level }: Partial<PictureState>): boolean =>
  hasBitmap === true || (level !== undefined && level.bricks?.arrived.length !== 0);

/** The pixels of a file, and what the user can do about them. */
export type LoadedPicture = ReturnType<typeof usePicture>;

/** Loads the levels of a file, the coarsest first, and gives them to the renderer. */
export function usePicture(file: ViewerFile, renderer: Renderer | undefined, renewFile: RenewFile) {
  const [picture, setPicture] = useState(EMPTY);
  const [attempt, setAttempt] = useState(0);
  const opened = useRef<Opened>(undefined);
  const { kind } = file;
  const hasDerived = file.derivedUrl !== undefined;
  const hasPhoto = file.photoUrl !== undefined;
  // A poll brings new links to the same pixels.
  const latest = useRef({ file, renewFile });
  useEffect(() => {
    latest.current = { file, renewFile };
  });
  const renew = async () => {
    const { current } = latest;
    const renewed = await current.renewFile(current.file.id);
    if (renewed) latest.current = { ...latest.current, file: renewed };
    return renewed?.derivedUrl;
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    setPicture(EMPTY);
    if (!renderer) return;
    const controller = new AbortController();
    const { signal } = controller;
    const change = (next: Partial<PictureState>) => {
      if (!signal.aborted)
        setPicture(({ version, ...before }) => ({
          ...before,
          ...next,
          version: hasPixels(next) ? version + 1 : version,
        }));
    };
    const fail = (error: unknown) => {
      if (!isAbortError(error) && !signal.aborted)
        change({ failure: toFailure(error), progress: undefined });
    };
    const { derivedUrl, photoUrl } = latest.current.file;
    if (derivedUrl && kind && kind !== 'document' && kind !== 'surface') {
      const loader = openPicture(pictureSource(derivedUrl), { kind });
      loader.source.renew = renew;
      opened.current = { loader, renderer, signal, change, fail };
      void loadLevels(opened.current).catch(fail);
      if (kind === 'volume') watchVisibility(opened.current);
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

  /** With a picture on the stage, only what is missing is loaded: the view stays as it is. */
  const retry = async () => {
    await renew().catch(() => undefined);
    const { current } = opened;
    if (!current || !picture.level) {
      setAttempt((count) => count + 1);
      return;
    }
    current.renderer.dropFull();
    void loadLevels(current, picture.wanted).catch(current.fail);
  };
  return { ...picture, loadFull, retry: () => void retry() };
}

const toFailure = (error: unknown): PictureFailure =>
  error instanceof PictureError ? error.failure : 'damaged';
