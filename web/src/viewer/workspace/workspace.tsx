import * as texts from '@deqiq/messages/viewer/viewer.js';
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { findMeasureScale } from '../annotations/measure-scale.ts';
import { useAnnotations } from '../annotations/use-annotations.ts';
import { LayoutTabs } from '../controls/layout-tabs.tsx';
import { Slices } from '../controls/slice-slider.tsx';
import { Toolbar } from '../controls/toolbar.tsx';
import { useArch } from '../model/arch/use-arch.ts';
import { listTools } from '../model/layout-tools.ts';
import type { LoadedPicture } from '../model/picture/use-picture.ts';
import { useViewerState } from '../model/use-viewer-state.ts';
import type { ViewerModel } from '../model/viewer-model.ts';
import { shownScale } from '../pixels/level.ts';
import type { Renderer } from '../pixels/renderer.ts';
import { StageArea } from '../stage/stage-area.tsx';
import {
  type AnnotationsApi,
  type EarlierExamination,
  type Examination,
  hideNames,
  type PictureChoice,
  type RenewFile,
  type ViewerFile,
} from '../viewer-file.ts';
import type { ViewerLink } from '../viewer-link.ts';
import { useDrawing } from './measurements/use-drawing.ts';
import type { ModeName } from './modes/mode-names.ts';
import { Settings } from './settings-sheet.tsx';
import { useSavedView } from './use-saved-view.ts';

// Not needed for the first picture.
const SidePanel = lazy(async () => ({
  default: (await import('./side-panel.tsx')).SidePanel,
}));

const ModeMenu = lazy(async () => ({
  default: (await import('./modes/mode-menu.tsx')).ModeMenu,
}));

const ModePanel = lazy(async () => ({
  default: (await import('./modes/mode-panel.tsx')).ModePanel,
}));

const ViewLink = lazy(async () => ({
  default: (await import('./link/view-link.tsx')).ViewLink,
}));

const Keyboard = lazy(async () => ({
  default: (await import('./shortcuts/keyboard.tsx')).Keyboard,
}));

const ToolGuide = lazy(async () => ({
  default: (await import('./tool-guide.tsx')).ToolGuide,
}));

const QuestionDialog = lazy(async () => ({
  default: (await import('./measurements/question-dialog.tsx')).QuestionDialog,
}));

/** Full-resolution pixels per pixel of a preview, at least. */
const PREVIEW_SCALE = 8;

type WorkspaceProps = {
  file: ViewerFile;
  pictures: PictureChoice;
  isPrivate: boolean;
  examination: Examination;
  model: ViewerModel;
  renderer: Renderer;
  canvas: HTMLCanvasElement;
  picture: LoadedPicture;
  annotations: AnnotationsApi;
  renewFile: RenewFile;
  earlier: readonly EarlierExamination[] | undefined;
  /** Which of them opens by itself. */
  earlierChoice: ReactNode;
  isDesk: boolean;
  /** A panel beside the viewer; undefined where there is none. */
  link: ViewerLink | undefined;
  isLost: boolean;
  /** Only the picture, without controls. */
  isFull: boolean;
  onCompare: (file: ViewerFile) => void;
  /** A second picture, for comparison. */
  beside: ReactNode;
};

/** The picture with its tools: below it on a phone, beside it on a desk. */
export function Workspace(props: WorkspaceProps) {
  const { file, examination, model, renderer, canvas, picture, earlier, isDesk, isFull } = props;
  const { metadata, space } = model.subject;
  const annotations = useAnnotations(props.annotations, file.id);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const hasPanel = !isFull && (isDesk || isSheetOpen);
  const hasToolbar = !isFull && (isDesk || !isSheetOpen);
  const layout = useViewerState(model, (state) => state.layout);
  const hasGuide = useViewerState(model, ({ tool }) => tool === 'ceph' || tool === 'canal');
  // Nothing is measured in a preview; a photo has no levels.
  const levelScale = picture.level
    ? shownScale(picture.level)
    : file.derivedUrl
      ? PREVIEW_SCALE
      : 1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version counts the changes of grey values
  const scale = useMemo(
    () => ({
      ...findMeasureScale(metadata, space, annotations.all, levelScale),
      grey: { metadata, reader: renderer },
    }),
    [metadata, space, annotations.all, levelScale, renderer, picture.version],
  );
  const drawing = useDrawing(model, annotations, levelScale);
  useArch(model, picture.level);
  useSavedView(model, annotations);
  const { mode, isRestored, setMode } = useMode(
    picture.level && annotations.all.some(({ content }) => content.kind === 'alignment'),
  );

  const tools = listTools(metadata.kind === 'image' ? 'picture' : metadata.kind, layout);

  const panel = (
    <Suspense>
      <SidePanel
        model={model}
        annotations={annotations}
        scale={scale}
        renderer={renderer}
        canvas={canvas}
        examination={examination}
        file={file}
        pictures={props.pictures}
        isPrivate={props.isPrivate}
        api={props.annotations}
        renewFile={props.renewFile}
        earlier={earlier}
        earlierChoice={props.earlierChoice}
        onCompare={(compared) => {
          setSheetOpen(false);
          props.onCompare(compared);
        }}
      />
    </Suspense>
  );
  // A phone has no room for it beside the layouts.
  const modeMenu = space && (
    <Suspense>
      <ModeMenu
        mode={mode}
        onMode={(next) => {
          setMode(next);
          setSheetOpen(false);
        }}
      />
    </Suspense>
  );
  const modePanel = mode && space && (
    <Suspense>
      <ModePanel
        key={mode}
        mode={mode}
        isClosed={isRestored && !isDesk}
        isHidden={isFull}
        annotations={annotations}
        model={model}
        renderer={renderer}
        isDesk={isDesk}
        scans={{
          files: props.isPrivate ? hideNames(props.pictures.files) : props.pictures.files,
          earlier,
          renewFile: props.renewFile,
        }}
        onEnd={() => setMode(undefined)}
      />
    </Suspense>
  );
  return (
    <div className="flex min-h-0 grow flex-col landscape:max-lg:flex-row lg:flex-row">
      <div className="flex min-h-0 min-w-0 grow flex-col">
        {space && !isFull && (
          <LayoutTabs
            layout={layout}
            isDesk={isDesk}
            onLayout={(next) => model.chooseLayout(next, listTools('volume', next))}
          >
            {isDesk && modeMenu}
          </LayoutTabs>
        )}
        <StageArea
          file={file}
          model={model}
          renderer={renderer}
          canvas={canvas}
          picture={picture}
          annotations={annotations}
          scale={scale}
          isLost={props.isLost}
          label={props.isPrivate ? texts.viewer() : file.name}
          onFinish={() => drawing.finish()}
          onCancel={drawing.cancel}
          beside={props.beside}
        />
        {hasGuide && (
          <Suspense>
            <ToolGuide model={model} annotations={annotations} />
          </Suspense>
        )}
        <Slices model={model} />
        {file.notes.map((note) => (
          <p key={note} className="px-3 pb-1 text-center text-note">
            {note}
          </p>
        ))}
        <p className="px-3 pb-1 text-center text-note text-mist/70 landscape:max-lg:hidden">
          {texts.disclaimer()}
        </p>
      </div>
      {!isDesk && (isFull || !isSheetOpen) && modePanel}
      {hasToolbar && (
        <div className="flex peer-open:max-lg:hidden max-h-[50%] shrink-0 pb-[env(safe-area-inset-bottom)] landscape:max-lg:max-h-none lg:order-first lg:max-h-none">
          <Toolbar
            model={model}
            tools={tools}
            onTool={drawing.chooseTool}
            onUndo={annotations.undo}
            onSettings={isDesk ? undefined : () => setSheetOpen(true)}
          />
        </div>
      )}
      {(isDesk || hasPanel) && (
        <Settings isDesk={isDesk} isHidden={isFull} onClose={() => setSheetOpen(false)}>
          {isDesk ? modePanel : modeMenu}
          {hasPanel && panel}
        </Settings>
      )}
      <Suspense>
        {props.link && (
          <ViewLink
            link={props.link}
            model={model}
            canvas={canvas}
            annotations={annotations}
            scale={scale}
            series={file.series}
            isDesk={isDesk}
          />
        )}
        <Keyboard model={model} tools={tools} {...drawing} undo={annotations.undo} />
        {drawing.question && (
          <QuestionDialog
            question={drawing.question}
            onCancel={drawing.cancel}
            onAnswer={drawing.finish}
          />
        )}
      </Suspense>
    </div>
  );
}

/** The reading mode. That of scans opens by itself, once, where one is aligned and no mode was opened before. */
function useMode(hasAligned = false) {
  const [choice, setChoice] = useState<{ mode: ModeName | undefined; isRestored: boolean }>();
  useEffect(() => {
    if (hasAligned) setChoice((now) => now ?? { mode: 'scan', isRestored: true });
  }, [hasAligned]);
  return {
    ...choice,
    setMode: (mode: ModeName | undefined) => setChoice({ mode, isRestored: false }),
  };
}
