import type { Annotation } from '@deqiq/contract/imaging/annotations.ts';
import type { PictureMetadata } from '@deqiq/contract/shared/imaging/derivatives.ts';
import { useEffect, useMemo, useState } from 'react';
import { createVolumeSpace, findMiddleVoxel } from '../geometry/volume/volume-space.ts';
import { createRenderer, type Renderer } from '../pixels/renderer.ts';
import type { RenewFile, ViewerFile } from '../viewer-file.ts';
import { createSubject } from './panes/scene.ts';
import { findContent } from './picture/content.ts';
import { usePicture } from './picture/use-picture.ts';
import { createViewerModel, type ViewerModel } from './viewer-model.ts';
import { INITIAL_STATE, type ViewerState } from './viewer-state.ts';
import { automaticWindow, boneThreshold } from './windows.ts';

type Drawing = {
  readonly canvas: HTMLCanvasElement;
  /** undefined: the browser has no WebGL 2. */
  readonly renderer: Renderer | undefined;
};

/** The canvas with its renderer, the pixels of a file, and the model of its controls once its metadata is there. */
export function useStage(
  file: ViewerFile,
  { isDesk, renewFile }: { readonly isDesk: boolean; readonly renewFile: RenewFile },
) {
  const [drawing, setDrawing] = useState<Drawing>();
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    const canvas = document.createElement('canvas');
    const renderer = createRenderer(canvas, {
      onLost: () => setLost(true),
      onRestored: () => setLost(false),
    });
    setDrawing({ canvas, renderer });
    return () => renderer?.dispose();
  }, []);
  const picture = usePicture(file, drawing?.renderer, renewFile);
  const { metadata } = picture;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a phone that is rotated keeps its model
  const model = useMemo(
    () => (metadata ? newModel(metadata, isDesk, file.hasSides) : undefined),
    [metadata],
  );
  const { level, content } = picture;
  useEffect(() => {
    if (!model || model.state.get().content) return;
    const found = content ?? (level && findContent(level));
    if (found) model.update({ content: found });
  }, [model, level, content]);
  return { drawing, picture, model, isLost };
}

function newModel(metadata: PictureMetadata, isDesk: boolean, hasSides: boolean): ViewerModel {
  const space = metadata.kind === 'volume' ? createVolumeSpace(metadata) : undefined;
  return createViewerModel(createSubject(metadata, space, hasSides), {
    ...INITIAL_STATE,
    frame: metadata.kind === 'stack' ? metadata.slices >> 1 : 0,
    tool: space ? 'crosshair' : 'window',
    window: automaticWindow(metadata),
    layout: isDesk ? 'four' : 'axial',
    ...(space && { cursor: findMiddleVoxel(space) }),
    threshold: boneThreshold(metadata),
  });
}

/** The view that was saved with the file: its window, straightened head and arch, the user's own before those of others. */
export function savedView(annotations: readonly Annotation[]): Partial<ViewerState> {
  const latest = annotations.toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn));
  const contents = latest.map(({ content }) => content);
  const window = contents.find((content) => content.kind === 'window');
  const arch = contents.find((content) => content.kind === 'arch');
  const straightening = contents.find((content) => content.kind === 'straightening');
  return {
    ...(window && { window: { centre: window.centre, width: window.width } }),
    ...(straightening && { axes: straightening.axes }),
    ...(arch && { arch: arch.points, isArchEdited: true }),
  };
}
