import * as texts from '@deqiq/messages/viewer/modes.js';
import { useEffect, useState } from 'react';
import { formatNumber } from '../../../lib/format.ts';
import { Choice, Slider } from '../../controls/panel-section.tsx';
import { distance, mix } from '../../geometry/vectors.ts';
import { axesAlong, smallField } from '../../geometry/volume/tooth-axis.ts';
import { isPlane, paneSize } from '../../model/panes/layout.ts';
import { useViewerState } from '../../model/use-viewer-state.ts';
import type { ModeProps } from './mode-names.ts';
import { PointList, useModePoints, useModeStage } from './mode-points.tsx';

const labels = { crown: texts.crown, apex: texts.apex };

const SHARP = 0.6;

/** Millimetres: a thin slab, and the field around one tooth. */
const SLAB = 0.5;
const FIELD = 30;

/** Planes along and across the axis of one tooth. */
export function EndoPanel({ model, isDesk }: ModeProps) {
  const placed = useModePoints(model, labels);
  useModeStage(model, labels, placed);
  const { crown, apex } = placed.points;
  const [field, setField] = useState(FIELD);
  const [rotation, setRotation] = useState(0);
  const slab = useViewerState(model, (state) => state.slab);
  const isSharp = useViewerState(model, (state) => state.sharpness > 0);
  useEffect(() => {
    model.update({
      layout: 'sagittal',
      tool: 'crosshair',
      slab: { millimetres: SLAB, mode: 'mean' },
      sharpness: SHARP,
    });
  }, [model]);
  useEffect(() => {
    if (!crown || !apex) return;
    model.update({ cursor: mix(crown, apex, 0.5), ...(isDesk && { layout: 'four' }) });
  }, [model, crown, apex, isDesk]);
  useEffect(() => {
    const { space } = model.subject;
    if (!space || !crown || !apex) return;
    const axes = axesAlong(apex, crown, model.state.get().axes, rotation);
    const middle = mix(crown, apex, 0.5);
    const pane = model.panes().find(({ kind }) => isPlane(kind)) ?? model.mainPane();
    model.update({ planeViews: smallField(axes, middle, paneSize(pane), field) });
  }, [model, crown, apex, rotation, field]);
  return (
    <>
      <PointList {...placed} labels={labels} />
      {crown && apex && (
        <p className="text-note tabular-nums">
          {texts.toothLength({ value: formatNumber(distance(crown, apex), 1) })}
        </p>
      )}
      <Slider
        label={texts.rotation()}
        min={-90}
        max={90}
        step={1}
        value={rotation}
        format={(value) => texts.degrees({ value: formatNumber(value, 0) })}
        onChange={setRotation}
      />
      <Slider
        label={texts.slab()}
        min={0}
        max={5}
        step={0.25}
        value={slab.millimetres}
        onChange={(millimetres) => model.update({ slab: { ...slab, millimetres } })}
      />
      <Slider label={texts.field()} min={15} max={60} step={1} value={field} onChange={setField} />
      <div>
        <Choice
          isChosen={isSharp}
          onChoose={() => model.update({ sharpness: isSharp ? 0 : SHARP })}
        >
          {texts.sharpen()}
        </Choice>
      </div>
    </>
  );
}
