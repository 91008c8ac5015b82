import * as texts from '@deqiq/messages/viewer/modes.js';
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { Choice } from '../../controls/panel-section.tsx';
import type { ViewerModel } from '../../model/viewer-model.ts';
import type { ViewerState } from '../../model/viewer-state.ts';
import { type ModeName, type ModeProps, modeNames } from './mode-names.ts';

const panels: Readonly<Record<ModeName, ComponentType<ModeProps>>> = {
  airway: lazy(async () => ({
    default: (await import('./region/airway-panel.tsx')).AirwayPanel,
  })),
  cephalogram: lazy(async () => ({
    default: (await import('./cephalogram-panel.tsx')).CephalogramPanel,
  })),
  endo: lazy(async () => ({ default: (await import('./endo-panel.tsx')).EndoPanel })),
  joints: lazy(async () => ({ default: (await import('./joints-panel.tsx')).JointsPanel })),
  scan: lazy(async () => ({ default: (await import('./scan/scan-panel.tsx')).ScanPanel })),
  sinus: lazy(async () => ({ default: (await import('./region/sinus-panel.tsx')).SinusPanel })),
};

type ModePanelProps = ModeProps & {
  mode: ModeName;
  /** On a phone a mode that opens by itself leaves the tools where they are. */
  isClosed?: boolean | undefined;
  /** In full screen the mode continues without its controls. */
  isHidden?: boolean;
  onEnd: () => void;
};

/** The controls of a reading mode. On a phone they are where the tools are, until they are closed. */
export function ModePanel(props: ModePanelProps) {
  const { mode, isClosed = false, isHidden = false, onEnd, ...rest } = props;
  useFormerView(props.model, mode);
  const Controls = panels[mode];
  return (
    <details
      open={!isClosed}
      hidden={isHidden}
      className="peer max-h-[44dvh] shrink-0 overflow-y-auto overscroll-contain px-5 pb-3 text-desk text-mist max-lg:rounded-t-sheet max-lg:border-t max-lg:border-white/10 max-lg:bg-[#13263a] landscape:max-lg:max-h-none landscape:max-lg:w-72 lg:mb-6 lg:max-h-none lg:px-0"
    >
      <summary className="min-h-11 cursor-pointer content-center text-note font-medium text-white">
        {modeNames[mode]()}
      </summary>
      <div className="grid gap-3">
        <Suspense>
          <Controls {...rest} />
        </Suspense>
        <div>
          <Choice isChosen={false} onChoose={onEnd}>
            {texts.end()}
          </Choice>
        </div>
      </div>
    </details>
  );
}

/** Shows what was shown before the mode when it ends. That of scans opens by itself and changes no view. */
function useFormerView(model: ViewerModel, mode: ModeName): void {
  // Effects of the controls run before those of the panel.
  const [former] = useState(() => (mode === 'scan' ? {} : readView(model.state.get())));
  useEffect(() => () => model.update({ ...former, mode: undefined }), [model, former]);
}

const readView = ({
  layout,
  planeViews,
  sectionZoom,
  slab,
  sharpness,
  window,
  tool,
}: ViewerState) => ({
  layout,
  planeViews,
  sectionZoom,
  slab,
  sharpness,
  window,
  tool,
});
