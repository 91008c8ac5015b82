import * as panelTexts from '@deqiq/messages/viewer/panel.js';
import * as texts from '@deqiq/messages/viewer/viewer.js';
import { X } from 'lucide-react';
import { type CSSProperties, lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { cx } from '../../../lib/cx.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { findMeasureScale } from '../../annotations/measure-scale.ts';
import { Waiting } from '../../controls/waiting.tsx';
import { useStage } from '../../model/use-stage.ts';
import type { ViewerModel } from '../../model/viewer-model.ts';
import { automaticWindow } from '../../model/windows.ts';
import type { Renderer } from '../../pixels/renderer.ts';
import type { Annotations } from '../../stage/gestures/press.ts';
import { Stage } from '../../stage/stage.tsx';
import type { RenewFile, ViewerFile } from '../../viewer-file.ts';
import { onInk } from '../viewer-header.tsx';
import { alignRenderer } from './aligned-renderer.ts';
import { AlignmentControls, type Presentation } from './alignment-controls.tsx';
import { type Drawn, findAlignedLevel, useRegistration } from './use-registration.ts';

const ScanView = lazy(async () => ({
  default: (await import('../scan/scan-view.tsx')).ScanView,
}));

type ComparisonProps = {
  file: ViewerFile;
  /** The examination of the file, with its day. */
  title: string;
  renewFile: RenewFile;
  model: ViewerModel;
  /** Draws the current picture. */
  renderer: Renderer;
  onClose: () => void;
};

const NO_ANNOTATIONS: Annotations = {
  all: [],
  levelScale: 1,
  preview: () => undefined,
  save: () => undefined,
  finish: () => undefined,
};

/** An earlier picture, or a surface scan, beside the current picture. */
export const Comparison = (props: ComparisonProps) =>
  props.file.kind === 'surface' ? <ScanBeside {...props} /> : <PictureBeside {...props} />;

const ScanBeside = ({ file, title, renewFile, onClose }: ComparisonProps) => (
  <div className={BESIDE}>
    <div className="flex min-h-0 min-w-0 flex-col">
      <Suspense>
        <ScanView file={file} renewFile={renewFile} />
      </Suspense>
    </div>
    <Caption file={file} title={title} onClose={onClose} />
  </div>
);

/** Both pictures zoom and move together; volumes do once they are aligned. */
function PictureBeside({ file, title, renewFile, onClose, ...current }: ComparisonProps) {
  const { drawing, picture, model, isLost } = useStage(file, { isDesk: false, renewFile });
  useEffect(() => (model ? linkViews(current.model, model) : undefined), [current.model, model]);
  const [presentation, setPresentation] = useState<Presentation>('beside');
  const [share, setShare] = useState(0.5);
  const renderer = drawing?.renderer;
  const own = useMemo(() => model && renderer && { model, renderer }, [model, renderer]);
  const { aligned, ...registration } = useAligned(current, own);
  const shown = aligned ?? own;
  const isOver = aligned !== undefined && presentation !== 'beside';
  return (
    <div data-over={isOver || undefined} className={isOver ? OVER : BESIDE}>
      {shown && drawing && (picture.level || picture.hasBitmap) ? (
        <div
          inert={isOver}
          // The lines are those of the current picture, once.
          className={cx('relative min-h-0', isOver && '[&_canvas+canvas]:hidden')}
          style={isOver ? overlayStyle(presentation, share) : undefined}
        >
          <EarlierStage
            {...shown}
            canvas={drawing.canvas}
            version={picture.version}
            isLost={isLost}
            file={file}
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
      <Caption file={file} title={title} onClose={onClose} />
      {current.model.subject.space &&
        own?.model.subject.space &&
        findAlignedLevel(own.renderer.levels()) && (
          <div className="pointer-events-auto absolute bottom-1 left-1 max-w-[calc(100%-0.5rem)] rounded-card bg-ink/85 p-1.5">
            <AlignmentControls
              {...registration}
              presentation={presentation}
              onPresentation={setPresentation}
              share={share}
              onShare={setShare}
            />
          </div>
        )}
    </div>
  );
}

const Caption = ({ file, title, onClose }: Pick<ComparisonProps, 'file' | 'title' | 'onClose'>) => (
  <div className="pointer-events-auto absolute top-1 right-1 flex max-w-[80%] items-center gap-1 rounded-full bg-ink/80 pl-3">
    <p className="min-w-0 truncate text-note">{[file.name, title].filter(Boolean).join(' · ')}</p>
    <IconButton
      label={panelTexts.closeComparison()}
      icon={<X size={18} aria-hidden="true" />}
      onClick={onClose}
      className={onInk}
    />
  </div>
);

const OVER = 'pointer-events-none relative grid min-h-0 min-w-0 [grid-area:1/1]';
const BESIDE =
  'relative grid min-h-0 min-w-0 border-white/20 max-lg:portrait:border-t landscape:border-l';

const overlayStyle = (presentation: Presentation, share: number): CSSProperties =>
  presentation === 'blend' ? { opacity: share } : { mixBlendMode: 'difference' };

/** The alignment of two volumes, and what draws the earlier one in the planes of the current one. */
function useAligned({ model, renderer }: Shown, own: Shown | undefined) {
  const fixed = useMemo(() => toVolume({ model, renderer }), [model, renderer]);
  const moving = useMemo(() => own && toVolume(own), [own]);
  const registration = useRegistration(fixed, moving);
  const { state } = registration;
  const aligned = useMemo(() => {
    if (state.kind !== 'found' || !own || !moving) return undefined;
    const [first, second] = [model, own.model].map(({ subject }) => subject.metadata);
    const aligning = alignRenderer(own.renderer, {
      rigid: state.rigid,
      space: moving.space,
      axes: () => model.state.get().axes,
      ...(second && first?.unit !== second.unit && { window: automaticWindow(second) }),
    });
    return { model, renderer: aligning };
  }, [state, model, own, moving]);
  return { ...registration, aligned };
}

type Shown = { readonly model: ViewerModel; readonly renderer: Renderer };

function toVolume({ model, renderer }: Shown): Drawn | undefined {
  const { space } = model.subject;
  return space && { space, renderer };
}

type EarlierStageProps = Shown & {
  file: ViewerFile;
  canvas: HTMLCanvasElement;
  version: number;
  isLost: boolean;
};

function EarlierStage({ model, renderer, canvas, version, isLost, file }: EarlierStageProps) {
  const scale = useMemo(
    () => findMeasureScale(model.subject.metadata, model.subject.space, [], 1),
    [model],
  );
  return (
    <Stage
      model={model}
      scale={scale}
      canvas={canvas}
      renderer={renderer}
      annotations={NO_ANNOTATIONS}
      pixelVersion={version}
      isLost={isLost}
      label={file.name || texts.viewer()}
      onHover={() => undefined}
      onDoubleTap={(pane, point) => model.toggleZoom(pane, point)}
    />
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
