import * as texts from '@deqiq/messages/viewer/panel.js';
import type { ReactNode } from 'react';
import { numberTag } from '../../lib/format.ts';
import { layoutNames } from '../model/panes/layout.ts';
import { tools } from '../model/tools.ts';
import { useViewerState } from '../model/use-viewer-state.ts';
import type { ViewerModel } from '../model/viewer-model.ts';
import { SECTION_STEPS } from '../model/viewer-state.ts';
import type { Slab } from '../pixels/panes.ts';
import { Choice, PanelSection, Slider } from './panel-section.tsx';
import { StraighteningSection } from './straightening-section.tsx';
import { WindowSection } from './window-section.tsx';

type PanelProps = {
  model: ViewerModel;
  remember: (undo: () => void) => void;
  /** The list of measurements and what is exported. */
  children: ReactNode;
};

/** Everything that is set once and not dragged: window, sharpness, thickness, cross-sections, bone surface. */
export function Panel({ model, remember, children }: PanelProps) {
  const { metadata, space } = model.subject;
  return (
    <div className="grid content-start gap-6 text-desk text-mist">
      <WindowSection model={model} metadata={metadata} />
      {space && <SlabSection model={model} />}
      {space && <StraighteningSection model={model} remember={remember} />}
      {space && <ArchSection model={model} />}
      {space && <SurfaceSection model={model} />}
      {children}
    </div>
  );
}

const slabModes: readonly (readonly [Slab['mode'], () => string])[] = [
  ['mean', texts.mean],
  ['maximum', texts.maximum],
  ['minimum', texts.minimum],
];

function SlabSection({ model }: { model: ViewerModel }) {
  const slab = useViewerState(model, (state) => state.slab);
  return (
    <PanelSection title={texts.thickness()}>
      <Slider
        label={texts.thicknessField()}
        min={0}
        max={30}
        step={0.5}
        value={slab.millimetres}
        onChange={(millimetres) => model.update({ slab: { ...slab, millimetres } })}
      />
      <div className="flex gap-1.5">
        {slabModes.map(([mode, label]) => (
          <Choice
            key={mode}
            isChosen={slab.mode === mode}
            onChoose={() => model.update({ slab: { ...slab, mode } })}
          >
            {label()}
          </Choice>
        ))}
      </div>
    </PanelSection>
  );
}

function ArchSection({ model }: { model: ViewerModel }) {
  const sectionStep = useViewerState(model, (state) => state.sectionStep);
  const panoramicSlab = useViewerState(model, (state) => state.panoramicSlab);
  return (
    <PanelSection title={tools.arch.name()}>
      <Slider
        label={texts.panoramicThickness()}
        min={1}
        max={40}
        step={1}
        value={panoramicSlab}
        onChange={(next) => model.update({ panoramicSlab: next })}
      />
      <p className="text-note text-mist/80">{texts.sectionStep()}</p>
      <div className="flex flex-wrap gap-1.5">
        {SECTION_STEPS.map((step) => (
          <Choice
            key={step}
            isChosen={step === sectionStep}
            onChoose={() => model.changeSectionStep(step)}
          >
            {step.toLocaleString(numberTag())}
          </Choice>
        ))}
      </div>
    </PanelSection>
  );
}

function SurfaceSection({ model }: { model: ViewerModel }) {
  const threshold = useViewerState(model, (state) => state.threshold);
  const cutDepth = useViewerState(model, (state) => state.cutDepth);
  const [low, high] = model.subject.metadata.range;
  return (
    <PanelSection title={layoutNames.surface()}>
      <Slider
        label={texts.threshold()}
        min={low}
        max={high}
        step={Math.max(1, (high - low) / 200)}
        value={threshold}
        onChange={(next) => model.update({ threshold: next })}
      />
      <Slider
        label={texts.cut()}
        min={0}
        max={1}
        step={0.01}
        value={cutDepth}
        onChange={(next) => model.update({ cutDepth: next })}
      />
    </PanelSection>
  );
}
