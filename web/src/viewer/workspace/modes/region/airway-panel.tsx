import * as texts from '@deqiq/messages/viewer/modes.js';
import { useEffect } from 'react';
import { formatNumber } from '../../../../lib/format.ts';
import { Choice } from '../../../controls/panel-section.tsx';
import type { RegionSlice } from '../../../geometry/region/measure-region.ts';
import type { Point3 } from '../../../geometry/vectors.ts';
import { Plot, ValueTable } from '../../measurements/profile-plot.tsx';
import type { ModeProps } from '../mode-names.ts';
import { PointList, useModePoints, useModeStage } from '../mode-points.tsx';
import { RegionControls, useOutline, useRegionOf } from './region-controls.tsx';

const labels = { seed: texts.inAirway, upper: texts.upperLimit, lower: texts.lowerLimit };

/** Volume of the airway between two limits, and its narrowest area. */
export function AirwayPanel(props: ModeProps) {
  const { model, isDesk } = props;
  const placed = useModePoints(model, labels);
  const region = useRegionOf(props, placed.points);
  useModeStage(model, labels, placed, { draw: useOutline(region.state) });
  useEffect(() => {
    model.update({
      layout: 'sagittal',
      tool: 'crosshair',
      slab: { millimetres: 0, mode: 'mean' },
    });
  }, [model]);
  const { state } = region;
  return (
    <>
      <PointList {...placed} labels={labels} />
      <RegionControls model={model} {...region} />
      {state.kind === 'found' && (
        <AirwayProfile
          slices={state.region.profile}
          narrowest={state.region.narrowest}
          limits={state.task.limits}
          onShow={(cursor) => model.update({ cursor, layout: isDesk ? 'four' : 'axial' })}
        />
      )}
    </>
  );
}

type AirwayProfileProps = {
  slices: readonly RegionSlice[];
  narrowest: RegionSlice | undefined;
  limits: readonly [low: number, high: number];
  onShow: (point: Point3) => void;
};

/** Areas from the upper limit down, and the smallest of them. */
function AirwayProfile({ slices, narrowest, limits: [low, high], onShow }: AirwayProfileProps) {
  if (!narrowest) return null;
  const length = high - low;
  const samples = slices
    .map(({ height, area }) => ({ share: (high - height) / length, value: area }))
    .reverse();
  const max = Math.max(...samples.map(({ value }) => value));
  const depth = formatNumber(high - narrowest.height, 1);
  return (
    <>
      <p className="text-note tabular-nums">
        {texts.narrowest({
          value: formatNumber(narrowest.area, 0),
          error: formatNumber(narrowest.uncertainty, 0),
          depth,
        })}
      </p>
      <div>
        <Choice isChosen={false} onChoose={() => onShow(narrowest.centre)}>
          {texts.showNarrowest()}
        </Choice>
      </div>
      <figure className="grid gap-1">
        <Plot
          label={texts.areaPlot({
            length: formatNumber(length, 1),
            min: formatNumber(narrowest.area, 0),
            max: formatNumber(max, 0),
          })}
          samples={samples}
          range={[0, max]}
          end={length}
        />
        <figcaption className="flex justify-between text-[0.6875rem] text-mist/80">
          <span>{texts.area()}</span>
          <span>{texts.depth()}</span>
        </figcaption>
        <ValueTable
          samples={samples}
          length={length}
          distance={texts.depth()}
          value={texts.area()}
        />
      </figure>
    </>
  );
}
