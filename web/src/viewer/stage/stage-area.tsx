import * as texts from '@deqiq/messages/viewer/viewer.js';
import { lazy, type ReactNode, Suspense } from 'react';
import { cx } from '../../lib/cx.ts';
import type { MeasureScale } from '../annotations/measure-scale.ts';
import type { useAnnotations } from '../annotations/use-annotations.ts';
import type { LoadedPicture } from '../model/picture/use-picture.ts';
import type { ViewerModel } from '../model/viewer-model.ts';
import type { Renderer } from '../pixels/renderer.ts';
import type { ViewerFile } from '../viewer-file.ts';
import { Stage } from './stage.tsx';

// Not needed for the first picture.
const StageNotes = lazy(async () => ({
  default: (await import('./stage-notes.tsx')).StageNotes,
}));

type StageAreaProps = {
  file: ViewerFile;
  model: ViewerModel;
  renderer: Renderer;
  canvas: HTMLCanvasElement;
  picture: LoadedPicture;
  annotations: ReturnType<typeof useAnnotations>;
  scale: MeasureScale;
  isLost: boolean;
  /** The accessible name of the picture. */
  label: string;
  onFinish: () => void;
  onCancel: () => void;
  /** A second picture, for comparison. */
  beside: ReactNode;
};

/** The stage with what lies over it: the level, the value under the pointer, notes, and the end of a drawing. */
export function StageArea(props: StageAreaProps) {
  const { file, model, renderer, canvas, picture, scale, onFinish, onCancel, beside } = props;
  const { all, preview, save } = props.annotations;
  const { levelScale } = scale;
  return (
    <div
      className={cx(
        'grid min-h-0 grow',
        beside
          ? 'landscape:not-has-data-over:grid-cols-2 portrait:not-has-data-over:grid-rows-2'
          : undefined,
      )}
    >
      <div className="relative min-h-0 min-w-0 [grid-area:1/1]">
        <Stage
          model={model}
          renderer={renderer}
          canvas={canvas}
          scale={scale}
          annotations={{ all, preview, save, levelScale, finish: onFinish }}
          pixelVersion={picture.version}
          isLost={props.isLost}
          label={props.label || texts.viewer()}
          onHover={(target) => model.hover(target, renderer)}
          onDoubleTap={(pane, point) => model.toggleZoom(pane, point)}
        />
        <Suspense>
          <StageNotes
            file={file}
            model={model}
            picture={picture}
            isLost={props.isLost}
            onFinish={onFinish}
            onCancel={onCancel}
          />
        </Suspense>
      </div>
      {beside}
    </div>
  );
}
