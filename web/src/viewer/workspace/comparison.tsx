import * as panelTexts from '@deqiq/messages/viewer/panel.js';
import * as texts from '@deqiq/messages/viewer/viewer.js';
import { X } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { findMeasureScale } from '../annotations/measure-scale.ts';
import { Waiting } from '../controls/waiting.tsx';
import { useStage } from '../model/use-stage.ts';
import type { ViewerModel } from '../model/viewer-model.ts';
import type { Annotations } from '../stage/gestures/press.ts';
import { Stage } from '../stage/stage.tsx';
import type { RenewFile, ViewerFile } from '../viewer-file.ts';
import { onInk } from './viewer-header.tsx';

type ComparisonProps = {
  file: ViewerFile;
  renewFile: RenewFile;
  model: ViewerModel;
  onClose: () => void;
};

const NO_ANNOTATIONS: Annotations = {
  all: [],
  levelScale: 1,
  preview: () => undefined,
  save: () => undefined,
  finish: () => undefined,
};

/** An earlier picture beside the current one. Both zoom and move together. */
export function Comparison({ file, renewFile, model: leading, onClose }: ComparisonProps) {
  const { drawing, picture, model } = useStage(file, { isDesk: false, renewFile });
  useEffect(() => (model ? linkViews(leading, model) : undefined), [leading, model]);
  const scale = useMemo(
    () => model && findMeasureScale(model.subject.metadata, model.subject.space, [], 1),
    [model],
  );
  const isShown = model && scale && drawing?.renderer && (picture.level || picture.hasBitmap);
  return (
    <div className="relative grid min-h-0 min-w-0 border-white/20 max-lg:portrait:border-t landscape:border-l">
      {isShown ? (
        <div className="relative min-h-0">
          <Stage
            model={model}
            scale={scale}
            canvas={drawing.canvas}
            renderer={drawing.renderer}
            annotations={NO_ANNOTATIONS}
            pixelVersion={picture.version}
            label={file.name}
            onHover={() => undefined}
            onDoubleTap={(pane, point) => model.toggleZoom(pane, point)}
          />
        </div>
      ) : (
        <Waiting
          text={picture.failure ? texts.failed() : texts.loading()}
          preview={file.previewUrl}
          isLoading={!picture.failure}
          {...(picture.failure && { onRetry: picture.retry })}
        />
      )}
      <div className="absolute top-1 right-1 flex items-center gap-1 rounded-full bg-ink/80 pl-3">
        <p className="max-w-40 truncate text-note">{file.name}</p>
        <IconButton
          label={panelTexts.closeComparison()}
          icon={<X size={18} aria-hidden="true" />}
          onClick={onClose}
          className={onInk}
        />
      </div>
    </div>
  );
}

/** Copies zoom and position of pictures, as shares of their sizes, in both directions. Returns the end of it. */
function linkViews(first: ViewerModel, second: ViewerModel): () => void {
  let isCopying = false;
  const copy = (from: ViewerModel, to: ViewerModel) => () => {
    if (isCopying || from.subject.space || to.subject.space) return;
    const view = from.state.get().pictureView;
    isCopying = true;
    const ratioX = to.subject.size.width / from.subject.size.width;
    const ratioY = to.subject.size.height / from.subject.size.height;
    to.update({
      pictureView: view && {
        ...view,
        aspect: to.subject.aspect,
        centre: [view.centre[0] * ratioX, view.centre[1] * ratioY],
        scale: view.scale / ratioX,
      },
    });
    isCopying = false;
  };
  const ends = [
    first.state.subscribe(copy(first, second)),
    second.state.subscribe(copy(second, first)),
  ];
  return () => {
    for (const end of ends) end();
  };
}
