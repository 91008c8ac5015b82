import type { PictureMetadata } from '@deqiq/contract/shared/imaging/derivatives.ts';
import * as texts from '@deqiq/messages/viewer/panel.js';
import * as presetTexts from '@deqiq/messages/viewer/presets.js';
import { useViewerState } from '../model/use-viewer-state.ts';
import type { ViewerModel } from '../model/viewer-model.ts';
import { listPresets } from '../model/windows.ts';
import { Choice, PanelSection, Slider } from './panel-section.tsx';

export function WindowSection({
  model,
  metadata,
}: {
  model: ViewerModel;
  metadata: PictureMetadata;
}) {
  const window = useViewerState(model, (state) => state.window);
  const sharpness = useViewerState(model, (state) => state.sharpness);
  const [low, high] = metadata.range;
  const step = Math.max((high - low) / 500, Number.MIN_VALUE);
  return (
    <PanelSection title={presetTexts.title()}>
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
        label={texts.centre()}
        min={low}
        max={high}
        step={step}
        value={window.centre}
        onChange={(centre) => model.update({ window: { ...window, centre } })}
      />
      <Slider
        label={texts.width()}
        min={step}
        max={Math.max(step, high - low)}
        step={step}
        value={window.width}
        onChange={(width) => model.update({ window: { ...window, width } })}
      />
      <Slider
        label={texts.sharpness()}
        min={0}
        max={1}
        step={0.05}
        value={sharpness}
        onChange={(next) => model.update({ sharpness: next })}
      />
    </PanelSection>
  );
}
