import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { cx } from '../../lib/cx.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import type { Renderer } from '../pixels/renderer.ts';
import type {
  AnnotationsApi,
  EarlierExamination,
  Examination,
  ViewerFile,
} from '../viewer-file.ts';
import { CalibrationDialog } from './calibration-dialog.tsx';
import { canFinish, toContent } from './drawing.ts';
import { EarlierList } from './earlier-list.tsx';
import { HelpDialog } from './help-dialog.tsx';
import { isDrawingTool } from './interaction.ts';
import { labels } from './labels.ts';
import { LayoutTabs } from './layout-tabs.tsx';
import { LevelBadge } from './level-badge.tsx';
import { MeasurementList } from './measurement-list.tsx';
import { measureScaleOf } from './measurements.ts';
import { Panel } from './panel.tsx';
import { SaveSection } from './save-section.tsx';
import { createShortcuts } from './shortcuts.ts';
import { SliceSlider } from './slice-slider.tsx';
import { Stage } from './stage.tsx';
import { Toolbar, toolsOf } from './toolbar.tsx';
import { useAnnotations } from './use-annotations.ts';
import { useArch } from './use-arch.ts';
import type { PictureState } from './use-picture.ts';
import { useSavedView } from './use-saved-view.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { useViewerState } from './use-viewer-state.ts';
import { onInk } from './viewer-header.tsx';
import type { ViewerModel } from './viewer-model.ts';
import type { Layout, Tool } from './viewer-state.ts';

type WorkspaceProps = {
  file: ViewerFile;
  examination: Examination;
  model: ViewerModel;
  renderer: Renderer;
  canvas: HTMLCanvasElement;
  picture: PictureState & { loadFull: () => void };
  annotations: AnnotationsApi;
  earlier: readonly EarlierExamination[];
  isDesk: boolean;
  isLost: boolean;
  onCompare: (file: ViewerFile) => void;
  /** A second picture, for comparison. */
  beside: ReactNode;
};

/** Levels that are too coarse to measure on. */
const COARSE = 4;

/** The picture with its tools: below it on a phone, beside it on a desk. */
export function Workspace(props: WorkspaceProps) {
  const { file, examination, model, renderer, canvas, picture, earlier, isDesk, isLost, beside } =
    props;
  const { metadata, space } = model.subject;
  const annotations = useAnnotations(props.annotations, file.id);
  const [dialog, setDialog] = useState<'calibration' | 'help' | 'panel'>();
  const tool = useViewerState(model, (state) => state.tool);
  const layout = useViewerState(model, (state) => state.layout);
  const draft = useViewerState(model, (state) => state.draft);
  const selected = useViewerState(model, (state) => state.selected);
  const isInverse = useViewerState(model, (state) => state.isInverse);
  useViewerState(model, (state) => state.cursor);
  useViewerState(model, (state) => state.frame);
  useViewerState(model, (state) => state.section);
  const levelScale = picture.level?.scale ?? 1;
  const scale = useMemo(
    () => measureScaleOf(metadata, space, annotations.all, levelScale),
    [metadata, space, annotations.all, levelScale],
  );
  useArch(model, picture.level);
  useSavedView(model, annotations);
  useEffect(() => {
    document.documentElement.toggleAttribute('data-viewer', true);
    return () => document.documentElement.removeAttribute('data-viewer');
  }, []);

  const finish = (millimetres?: number) => {
    const { draft: drawn, frame } = model.state.get();
    if (!drawn || !canFinish(drawn)) return;
    if (drawn.kind === 'calibration' && millimetres === undefined) return setDialog('calibration');
    const content = toContent(drawn, {
      frame: metadata.kind === 'stack' ? frame : undefined,
      down: model.downOf(drawn.pane),
      millimetres: millimetres ?? 0,
    });
    setDialog(undefined);
    const id = content && annotations.create(content);
    model.update({ draft: undefined, selected: id });
  };
  const removeSelected = () => {
    const annotation = annotations.all.find(({ _id, isOwn }) => isOwn && _id === selected);
    if (annotation) annotations.remove(annotation);
    model.update({ selected: undefined });
  };
  const chooseTool = (next: Tool) => {
    if (isDrawingTool(next) && levelScale >= COARSE) return toast.error(labels.measureLater);
    model.update({ tool: next, draft: undefined });
  };
  const chooseLayout = (next: Layout) => {
    const tools = toolsOf('volume', next);
    model.update({
      layout: next,
      draft: undefined,
      ...(!tools.includes(model.state.get().tool) && { tool: tools[0] ?? 'pan' }),
    });
  };

  const needsArch = layout === 'panoramic' || layout === 'sections' || layout === 'board';
  const hasArch = useViewerState(model, (state) => state.arch.length > 0);
  const main = model.mainPane();
  const slices = model.slices(main);
  const kind = metadata.kind === 'image' ? 'picture' : metadata.kind;
  const tools = toolsOf(kind, layout);
  const shortcuts = createShortcuts({
    ...{ model, tools, chooseTool, finish, removeSelected },
    undo: annotations.undo,
    showHelp: () => setDialog('help'),
  });
  useShortcuts(shortcuts);

  const stageAnnotations = useMemo(
    () => ({
      all: annotations.all,
      preview: annotations.preview,
      save: annotations.save,
      finish: () => finishRef.current(),
    }),
    [annotations.all, annotations.preview, annotations.save],
  );
  const finishRef = useRef(finish);
  useEffect(() => {
    finishRef.current = finish;
  });

  const panel = (
    <Panel model={model}>
      <MeasurementList
        annotations={annotations.all}
        {...{ scale, selected }}
        onSelect={(annotation) => model.showAnnotation(annotation)}
        onRemove={annotations.remove}
        onLabel={(annotation, label) => annotations.save(annotation._id, annotation.content, label)}
        onContent={(annotation, content) => annotations.saveSoon(annotation._id, content)}
        onUndo={annotations.undo}
      />
      <EarlierList earlier={earlier} onChoose={props.onCompare} />
      <SaveSection
        {...{ model, renderer, canvas, scale, examination }}
        annotations={annotations.all}
      />
    </Panel>
  );

  return (
    <div className="flex min-h-0 grow flex-col landscape:max-lg:flex-row lg:flex-row">
      <div className="flex min-h-0 min-w-0 grow flex-col">
        {space && <LayoutTabs {...{ layout, isDesk }} onLayout={chooseLayout} />}
        <div
          className={cx(
            'grid min-h-0 grow',
            beside ? 'landscape:grid-cols-2 portrait:grid-rows-2' : undefined,
          )}
        >
          <div className="relative min-h-0 min-w-0">
            <Stage
              {...{ model, renderer, canvas, scale }}
              annotations={stageAnnotations}
              pixelVersion={picture.version}
              label={file.name || labels.viewer}
              onHover={(pane, point) => model.hover(pane, point, renderer)}
              onDoubleTap={(pane, point) => model.toggleZoom(pane, point)}
            />
            <div className="pointer-events-none absolute inset-x-0 top-0 flex flex-wrap items-start justify-between gap-2 p-2 *:pointer-events-auto">
              {file.derivedUrl && (
                <LevelBadge
                  level={picture.level}
                  progress={picture.progress}
                  fullBytes={picture.isTooLarge ? 0 : fullBytesOf(model)}
                  onLoadFull={picture.loadFull}
                />
              )}
              <HoverValue model={model} />
            </div>
            {(isLost || picture.isTooLarge) && (
              <p
                role="status"
                className="absolute inset-x-0 top-14 mx-auto w-fit rounded-full bg-ink/85 px-4 py-2 text-note"
              >
                {isLost ? labels.contextLost : labels.tooLarge}
              </p>
            )}
            {needsArch && !hasArch && (
              <p className="absolute inset-0 m-auto h-fit w-fit max-w-xs rounded-card bg-ink/85 px-4 py-3 text-center text-desk">
                {labels.archMissing}
              </p>
            )}
            {draft && canFinish(draft) && (
              <div className="absolute inset-x-0 bottom-3 flex justify-center gap-2">
                <Button onClick={() => finish()}>{labels.actions.finish}</Button>
                <Button variant="outline" onClick={() => model.update({ draft: undefined })}>
                  {labels.actions.cancel}
                </Button>
              </div>
            )}
          </div>
          {beside}
        </div>
        {slices && (
          <SliceSlider
            {...slices}
            label={main.kind === 'section' ? labels.section : labels.slice}
            onChange={(slice) => model.scrollTo(main, slice)}
          />
        )}
        <p className="px-3 pb-1 text-center text-note text-mist/70 landscape:max-lg:hidden">
          {labels.disclaimer}
        </p>
      </div>
      <div className="flex shrink-0 items-center pb-[env(safe-area-inset-bottom)] landscape:max-lg:flex-col lg:order-first lg:flex-col lg:items-stretch">
        <Toolbar
          {...{ tools, tool, isInverse }}
          onTool={chooseTool}
          onInvert={() => model.update({ isInverse: !isInverse })}
          onRotate={layout === 'surface' && space ? undefined : () => model.rotate(main)}
          onMirror={layout === 'surface' && space ? undefined : () => model.mirror(main)}
          className="min-h-0 min-w-0 grow landscape:max-lg:flex-col lg:flex-col"
        />
        {!isDesk && (
          <IconButton
            label={labels.settings}
            icon={<SlidersHorizontal size={20} aria-hidden="true" />}
            onClick={() => setDialog('panel')}
            className={onInk}
          />
        )}
      </div>
      {isDesk && (
        <aside
          aria-label={labels.settings}
          className="w-80 shrink-0 overflow-y-auto border-l border-white/10 p-5"
        >
          <h2 className="sr-only">{labels.settings}</h2>
          {panel}
        </aside>
      )}
      {dialog === 'panel' && !isDesk && (
        <Dialog open onClose={() => setDialog(undefined)} title={labels.settings} size="full">
          {panel}
        </Dialog>
      )}
      {dialog === 'help' && (
        <HelpDialog shortcuts={shortcuts} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'calibration' && (
        <CalibrationDialog
          onCancel={() => {
            setDialog(undefined);
            model.update({ draft: undefined });
          }}
          onSave={finish}
        />
      )}
    </div>
  );
}

/** Bytes of the full resolution; 0 where there is no such level. */
function fullBytesOf({ subject: { metadata } }: ViewerModel): number {
  const full = metadata.levels.find(({ scale }) => scale === 1);
  return full?.lengths.reduce((sum, length) => sum + length, 0) ?? 0;
}

/** The measured value under the pointer. */
function HoverValue({ model }: { model: ViewerModel }) {
  const value = useViewerState(model, (state) => state.hovered);
  const { unit } = model.subject.metadata;
  if (value === undefined) return null;
  return (
    <p className="rounded-full bg-ink/80 px-2.5 py-1 text-note tabular-nums">
      {Math.round(value).toLocaleString('de-DE')} {unit && `${unit}, `}
      {labels.notCalibrated.toLocaleLowerCase('az')}
    </p>
  );
}
