import type { PictureMetadata } from '@deqiq/contract/shared/imaging/derivatives.ts';
import type { ReactNode } from 'react';
import { cx } from '../../lib/cx.ts';
import { labels } from '../labels.ts';
import { tools } from '../model/tools.ts';
import { useViewerState } from '../model/use-viewer-state.ts';
import type { ViewerModel } from '../model/viewer-model.ts';
import { SECTION_STEPS } from '../model/viewer-state.ts';
import { listPresets } from '../model/windows.ts';
import { panelLabels } from '../panel-labels.ts';

type PanelProps = {
  model: ViewerModel;
  /** The list of measurements and what is exported. */
  children: ReactNode;
};

/** Everything that is set once and not dragged: window, sharpness, thickness, cross-sections, bone surface. */
export function Panel({ model, children }: PanelProps) {
  const { metadata, space } = model.subject;
  return (
    <div className="grid content-start gap-6 text-desk text-mist">
      <WindowSection model={model} metadata={metadata} />
      {space && <SlabSection model={model} />}
      {space && <ArchSection model={model} />}
      {space && <SurfaceSection model={model} />}
      {children}
    </div>
  );
}

function WindowSection({ model, metadata }: { model: ViewerModel; metadata: PictureMetadata }) {
  const window = useViewerState(model, (state) => state.window);
  const sharpness = useViewerState(model, (state) => state.sharpness);
  const [low, high] = metadata.range;
  const step = Math.max((high - low) / 500, Number.MIN_VALUE);
  return (
    <PanelSection title={labels.presets.title}>
      <div className="flex flex-wrap gap-1.5">
        {listPresets(metadata).map((preset) => (
          <Choice
            key={preset.id}
            isChosen={
              preset.window.centre === window.centre && preset.window.width === window.width
            }
            onChoose={() => model.update({ window: preset.window })}
          >
            {preset.label}
          </Choice>
        ))}
      </div>
      <Slider
        label={panelLabels.centre}
        min={low}
        max={high}
        step={step}
        value={window.centre}
        onChange={(centre) => model.update({ window: { ...window, centre } })}
      />
      <Slider
        label={panelLabels.width}
        min={step}
        max={Math.max(step, high - low)}
        step={step}
        value={window.width}
        onChange={(width) => model.update({ window: { ...window, width } })}
      />
      <Slider
        label={labels.actions.sharpen}
        min={0}
        max={1}
        step={0.05}
        value={sharpness}
        onChange={(next) => model.update({ sharpness: next })}
      />
    </PanelSection>
  );
}

function SlabSection({ model }: { model: ViewerModel }) {
  const slab = useViewerState(model, (state) => state.slab);
  return (
    <PanelSection title={panelLabels.slab.title}>
      <Slider
        label={`${panelLabels.slab.title} (mm)`}
        min={0}
        max={30}
        step={0.5}
        value={slab.millimetres}
        onChange={(millimetres) => model.update({ slab: { ...slab, millimetres } })}
      />
      <div className="flex gap-1.5">
        {(['mean', 'maximum'] as const).map((mode) => (
          <Choice
            key={mode}
            isChosen={slab.mode === mode}
            onChoose={() => model.update({ slab: { ...slab, mode } })}
          >
            {panelLabels.slab[mode]}
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
    <PanelSection title={tools.arch.name}>
      <Slider
        label={`${panelLabels.panoramicSlab} (mm)`}
        min={1}
        max={40}
        step={1}
        value={panoramicSlab}
        onChange={(next) => model.update({ panoramicSlab: next })}
      />
      <p className="text-note text-mist/80">{panelLabels.sectionStep} (mm)</p>
      <div className="flex flex-wrap gap-1.5">
        {SECTION_STEPS.map((step) => (
          <Choice
            key={step}
            isChosen={step === sectionStep}
            onChoose={() => model.changeSectionStep(step)}
          >
            {step.toLocaleString('de-DE')}
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
    <PanelSection title={labels.layouts.surface}>
      <Slider
        label={panelLabels.threshold}
        min={low}
        max={high}
        step={Math.max(1, (high - low) / 200)}
        value={threshold}
        onChange={(next) => model.update({ threshold: next })}
      />
      <Slider
        label={panelLabels.cut}
        min={0}
        max={1}
        step={0.01}
        value={cutDepth}
        onChange={(next) => model.update({ cutDepth: next })}
      />
    </PanelSection>
  );
}

/** A group of controls with a heading. */
export function PanelSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3">
      <h3 className="text-note font-medium text-white">{title}</h3>
      {children}
    </section>
  );
}

type ChoiceProps = { isChosen: boolean; onChoose: () => void; children: ReactNode };

function Choice({ isChosen, onChoose, children }: ChoiceProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={cx(
        'min-h-9 rounded-full border border-white/20 px-3 text-note hover:bg-white/10 pointer-coarse:min-h-11',
        isChosen && 'border-glow bg-glow/15 text-glow',
      )}
    >
      {children}
    </button>
  );
}

type SliderProps = {
  label: string;
  min: number;
  max: number;
  step: number;
  value: number;
  onChange: (value: number) => void;
  /** The slider is released, or a key has moved it. */
  onCommit?: (value: number) => void;
};

/** A labelled range with its value. */
export function Slider({ label, min, max, step, value, onChange, onCommit }: SliderProps) {
  const digits = max - min > 50 ? 0 : 2;
  // React's `onChange` is the event `input`.
  const listen = (element: HTMLInputElement) => {
    const commit = () => onCommit?.(Number(element.value));
    element.addEventListener('change', commit);
    return () => element.removeEventListener('change', commit);
  };
  return (
    <label className="grid grid-cols-[1fr_auto] items-center gap-x-3 text-note">
      <span className="text-mist/80">{label}</span>
      <span className="tabular-nums">
        {value.toLocaleString('de-DE', { maximumFractionDigits: digits })}
      </span>
      <input
        ref={listen}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        onChange={({ target }) => onChange(Number(target.value))}
        className="col-span-2 h-9 w-full accent-glow pointer-coarse:h-11"
      />
    </label>
  );
}
