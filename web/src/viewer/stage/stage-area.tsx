import type { PackLevel } from '@deqiq/contract/shared/imaging/derivatives.ts';
import * as texts from '@deqiq/messages/viewer/viewer.js';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { cx } from '../../lib/cx.ts';
import { Button } from '../../ui/button.tsx';
import type { MeasureScale } from '../annotations/measure-scale.ts';
import type { useAnnotations } from '../annotations/use-annotations.ts';
import { LevelBadge } from '../controls/level-badge.tsx';
import { isAverageArch, needsArch } from '../model/arch/use-arch.ts';
import { canFinish } from '../model/drawing/draft.ts';
import type { LoadedPicture } from '../model/picture/use-picture.ts';
import { useViewerState } from '../model/use-viewer-state.ts';
import type { ViewerModel } from '../model/viewer-model.ts';
import type { Renderer } from '../pixels/renderer.ts';
import type { ViewerFile } from '../viewer-file.ts';
import { Stage } from './stage.tsx';

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
  const draft = useViewerState(model, (state) => state.draft);
  const full = model.subject.metadata.levels.find(({ scale: each }) => each === 1);
  const latestFinish = useRef(onFinish);
  useEffect(() => {
    latestFinish.current = onFinish;
  });
  const annotations = useMemo(
    () => ({ all, preview, save, levelScale, finish: () => latestFinish.current() }),
    [all, preview, save, levelScale],
  );
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
          annotations={annotations}
          pixelVersion={picture.version}
          label={props.label || texts.viewer()}
          onHover={(target) => model.hover(target, renderer)}
          onDoubleTap={(pane, point) => model.toggleZoom(pane, point)}
        />
        <div className="pointer-events-none absolute inset-x-0 top-0 flex flex-wrap items-start justify-between gap-2 p-2 *:pointer-events-auto">
          {file.derivedUrl && (
            <LevelBadge
              level={picture.level}
              progress={picture.progress}
              fullBytes={picture.isTooLarge ? 0 : countBytes(full)}
              isByParts={full?.brick !== undefined}
              onLoadFull={picture.loadFull}
            />
          )}
          <HoverValue model={model} />
        </div>
        <StageNotes model={model} picture={picture} isLost={props.isLost} />
        {draft && canFinish(draft) && (
          <div className="absolute inset-x-0 bottom-3 flex justify-center gap-2">
            <Button onClick={onFinish}>{texts.finish()}</Button>
            <Button variant="outline" onClick={onCancel}>
              {texts.cancel()}
            </Button>
          </div>
        )}
      </div>
      {beside}
    </div>
  );
}

const countBytes = (level: PackLevel | undefined): number =>
  level?.lengths.reduce((sum, length) => sum + length, 0) ?? 0;

type StageNotesProps = { model: ViewerModel; picture: LoadedPicture; isLost: boolean };

/** Why the picture is not what the user expects. */
function StageNotes({ model, picture, isLost }: StageNotesProps) {
  const isArchMissing = useViewerState(model, (state) => needsArch(state) && isAverageArch(state));
  return (
    <>
      {(isLost || picture.isTooLarge) && (
        <p
          role="status"
          className="absolute inset-x-0 top-14 mx-auto w-fit rounded-full bg-ink/85 px-4 py-2 text-note"
        >
          {isLost ? texts.contextLost() : texts.tooLarge()}
        </p>
      )}
      {isArchMissing && (
        <p className="pointer-events-none absolute inset-x-0 top-14 mx-auto w-fit max-w-xs rounded-card bg-ink/85 px-4 py-2 text-center text-note">
          {texts.archMissing()}
        </p>
      )}
      {picture.failure && (
        <div
          role="alert"
          className="absolute inset-x-0 bottom-3 mx-auto flex w-fit items-center gap-3 rounded-card bg-ink/90 px-4 py-2 text-note"
        >
          {texts.levelFailed()}
          <Button size="sm" variant="outline" onClick={picture.retry}>
            {texts.retry()}
          </Button>
        </div>
      )}
    </>
  );
}

function HoverValue({ model }: { model: ViewerModel }) {
  const value = useViewerState(model, (state) => state.hovered);
  const { unit } = model.subject.metadata;
  if (value === undefined) return null;
  return (
    <p className="rounded-full bg-ink/80 px-2.5 py-1 text-note tabular-nums">
      {texts.greyValue({ value: `${Math.round(value)}${unit && ` ${unit}`}` })}
    </p>
  );
}
