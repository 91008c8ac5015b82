import type { Annotation } from '@deqiq/contract/imaging/annotations.ts';
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { findMeasureScale } from '../annotations/measure-scale.ts';
import { useAnnotations } from '../annotations/use-annotations.ts';
import { Toolbar } from '../controls/toolbar.tsx';
import { useArch } from '../model/arch/use-arch.ts';
import { listTools } from '../model/layout-tools.ts';
import type { LoadedPicture } from '../model/picture/use-picture.ts';
import { useViewerState } from '../model/use-viewer-state.ts';
import type { ViewerModel } from '../model/viewer-model.ts';
import { shownScale } from '../pixels/level.ts';
import type { Renderer } from '../pixels/renderer.ts';
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
import { PictureColumn } from './picture-column.tsx';
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

const BackgroundTools = lazy(async () => ({
  default: (await import('./background-tools.tsx')).BackgroundTools,
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
  const { file, model, renderer, picture, earlier, isDesk, isFull } = props;
  const { metadata, space } = model.subject;
  const annotations = useAnnotations(props.annotations, file.id);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const hasPanel = !isFull && (isDesk || isSheetOpen);
  const hasToolbar = !isFull && (isDesk || !isSheetOpen);
  const layout = useViewerState(model, (state) => state.layout);
  const scale = useScale(props, annotations.all);
  const drawing = useDrawing(model, annotations, scale.levelScale);
  useArch(model, picture.level);
  useSavedView(model, annotations);
  const { mode, isRestored, setMode } = useMode(
    picture.level && annotations.all.some(({ content }) => content.kind === 'alignment'),
  );

  const tools = listTools(metadata.kind === 'image' ? 'picture' : metadata.kind, layout);
  const shared = { ...props, annotations, scale, drawing };

  const panel = (
    <Suspense>
      <SidePanel
        {...shared}
        api={props.annotations}
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
      <PictureColumn {...shared} layout={layout} modeMenu={isDesk && modeMenu} />
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
        <BackgroundTools {...shared} tools={tools} />
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

/** The scale of measurements in the level that is loaded. */
function useScale({ file, model, picture, renderer }: WorkspaceProps, all: readonly Annotation[]) {
  const { metadata, space } = model.subject;
  // Nothing is measured in a preview; a photo has no levels.
  const levelScale = picture.level
    ? shownScale(picture.level)
    : file.derivedUrl
      ? PREVIEW_SCALE
      : 1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version counts the changes of grey values
  return useMemo(
    () => ({
      ...findMeasureScale(metadata, space, all, levelScale),
      grey: { metadata, reader: renderer },
    }),
    [metadata, space, all, levelScale, renderer, picture.version],
  );
}
