import * as texts from '@deqiq/messages/viewer/modes.js';
import { useEffect, useMemo, useState } from 'react';
import { formatNumber } from '../../../lib/format.ts';
import { Slider } from '../../controls/panel-section.tsx';
import {
  type Condyle,
  condyleView,
  measureCondyle,
  type Shift,
} from '../../geometry/volume/condyle.ts';
import { useViewerState } from '../../model/use-viewer-state.ts';
import { type BothSides, JointShifts, SIDES, titles } from './joint-shifts.tsx';
import type { ModeProps } from './mode-names.ts';
import { type ModePoints, PointList, useModePoints, useModeStage } from './mode-points.tsx';

const labels = {
  rightLateral: texts.rightLateral,
  rightMedial: texts.rightMedial,
  leftLateral: texts.leftLateral,
  leftMedial: texts.leftMedial,
};

type Pole = keyof typeof labels;

/** Poles of one condyle are near each other: their names in the picture are short. */
const marks: Readonly<Record<Pole, () => string>> = {
  rightLateral: texts.lateral,
  rightMedial: texts.medial,
  leftLateral: texts.lateral,
  leftMedial: texts.medial,
};

/** Millimetres: a thin slab, and the field around a joint. */
const SLAB = 0.5;
const FIELD = 40;

const UNMOVED: Shift = { sagittal: 0, coronal: 0 };

function findCondyles(points: ModePoints<Pole>['points']): BothSides<Condyle> | undefined {
  const { rightLateral, rightMedial, leftLateral, leftMedial } = points;
  return rightLateral && rightMedial && leftLateral && leftMedial
    ? {
        right: { lateral: rightLateral, medial: rightMedial },
        left: { lateral: leftLateral, medial: leftMedial },
      }
    : undefined;
}

/** Both jaw joints beside each other at one scale, each along and across the axis of its own condyle. */
export function JointsPanel({ model }: ModeProps) {
  const placed = useModePoints(model, labels);
  const axes = useViewerState(model, (state) => state.axes);
  const [shifts, setShifts] = useState<BothSides<Shift>>({ right: UNMOVED, left: UNMOVED });
  const [field, setField] = useState(FIELD);
  const condyles = useMemo(() => findCondyles(placed.points), [placed.points]);
  const panes = useMemo(
    () =>
      condyles &&
      (['sagittal', 'coronal'] as const).flatMap((plane) =>
        SIDES.map((side) => ({
          id: `${side}-${plane}`,
          title: titles[side][plane](),
          view: (size: { width: number; height: number }) =>
            condyleView(condyles[side], plane, axes, { shift: shifts[side], field }, size),
        })),
      ),
    [condyles, axes, shifts, field],
  );
  useModeStage(model, marks, placed, { panes });
  useEffect(() => {
    model.update({
      layout: 'axial',
      tool: 'crosshair',
      slab: { millimetres: SLAB, mode: 'mean' },
      sectionZoom: 1,
    });
  }, [model]);
  useEffect(() => {
    if (condyles) model.update({ layout: 'two' });
  }, [model, condyles]);
  return (
    <>
      <PointList
        {...placed}
        labels={labels}
        choose={(name) => {
          placed.choose(name);
          // A pole is seen in the axial plane through it.
          model.update({
            layout: 'axial',
            cursor: placed.points[name] ?? model.state.get().cursor,
          });
        }}
      />
      {condyles &&
        SIDES.map((side) => {
          const { angle, width } = measureCondyle(condyles[side], axes);
          return (
            <p key={side} className="text-note tabular-nums">
              {titles[side].axis({ angle: formatNumber(angle, 1), width: formatNumber(width, 1) })}
            </p>
          );
        })}
      {condyles && <JointShifts shifts={shifts} onChange={setShifts} />}
      <Slider label={texts.field()} min={20} max={80} step={1} value={field} onChange={setField} />
    </>
  );
}
