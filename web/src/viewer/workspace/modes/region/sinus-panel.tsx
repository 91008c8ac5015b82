import * as texts from '@deqiq/messages/viewer/modes.js';
import { useEffect } from 'react';
import { Choice } from '../../../controls/panel-section.tsx';
import { listPresets } from '../../../model/windows.ts';
import type { ModeProps } from '../mode-names.ts';
import { PointList, useModePoints, useModeStage } from '../mode-points.tsx';
import { RegionControls, useOutline, useRegionOf } from './region-controls.tsx';

const labels = { seed: texts.inSinus, upper: texts.upperLimit, lower: texts.lowerLimit };

/** Millimetres: thin enough for a membrane, thick enough to be without grain. */
const SLAB = 1;

/** Both maxillary sinuses in one coronal slab: the length of membrane and floor, and the air of one sinus. */
export function SinusPanel(props: ModeProps) {
  const { model } = props;
  const placed = useModePoints(model, labels);
  const region = useRegionOf(props, placed.points);
  useModeStage(model, labels, placed, { draw: useOutline(region.state) });
  useEffect(() => {
    const soft = listPresets(model.subject.metadata).find(({ id }) => id === 'soft');
    model.update({
      layout: 'coronal',
      tool: 'crosshair',
      slab: { millimetres: SLAB, mode: 'mean' },
      ...(soft && { window: soft.window }),
    });
  }, [model]);
  return (
    <>
      <div className="grid gap-2">
        <p className="text-note text-mist/80">{texts.sinusLength()}</p>
        <div>
          <Choice isChosen={false} onChoose={() => model.update({ tool: 'length' })}>
            {texts.measureLength()}
          </Choice>
        </div>
      </div>
      <PointList {...placed} labels={labels} />
      <RegionControls model={model} {...region} />
    </>
  );
}
