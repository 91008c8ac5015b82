import * as texts from '@deqiq/messages/viewer/viewer.js';
import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react';
import { LayoutTabs } from '../controls/layout-tabs.tsx';
import { Slices } from '../controls/slice-slider.tsx';
import { listTools } from '../model/layout-tools.ts';
import type { Layout } from '../model/panes/layout.ts';
import { useViewerState } from '../model/use-viewer-state.ts';
import { StageArea } from '../stage/stage-area.tsx';
import type { useDrawing } from './measurements/use-drawing.ts';

// Not needed for the first picture.
const ToolGuide = lazy(async () => ({
  default: (await import('./tool-guide.tsx')).ToolGuide,
}));

type PictureColumnProps = Omit<
  ComponentProps<typeof StageArea>,
  'label' | 'onFinish' | 'onCancel'
> & {
  layout: Layout;
  drawing: ReturnType<typeof useDrawing>;
  isPrivate: boolean;
  isDesk: boolean;
  isFull: boolean;
  /** Beside the layouts. */
  modeMenu: ReactNode;
};

/** The picture, with the layouts above it and the notes below it. */
export function PictureColumn(props: PictureColumnProps) {
  const { file, model, annotations, drawing, layout, isDesk } = props;
  const hasGuide = useViewerState(model, ({ tool }) => tool === 'ceph' || tool === 'canal');
  return (
    <div className="flex min-h-0 min-w-0 grow flex-col">
      {model.subject.space && !props.isFull && (
        <LayoutTabs
          layout={layout}
          isDesk={isDesk}
          onLayout={(next) => model.chooseLayout(next, listTools('volume', next))}
        >
          {props.modeMenu}
        </LayoutTabs>
      )}
      <StageArea
        {...props}
        label={props.isPrivate ? texts.viewer() : file.name}
        onFinish={() => drawing.finish()}
        onCancel={drawing.cancel}
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
  );
}
