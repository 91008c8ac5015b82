import * as texts from '@deqiq/messages/viewer/straightening.js';
import { useRef } from 'react';
import { numberTag } from '../../lib/format.ts';
import type { Axes } from '../geometry/volume/axes.ts';
import {
  type HeadAngles,
  measureStraightening,
  toAngles,
} from '../geometry/volume/straightening.ts';
import { isPlane } from '../model/panes/layout.ts';
import { applyAngles, applyAxes, MAX_ANGLE } from '../model/panes/straighten.ts';
import { useViewerState } from '../model/use-viewer-state.ts';
import type { ViewerModel } from '../model/viewer-model.ts';
import { Choice, PanelSection, Slider } from './panel-section.tsx';

/** Degrees of an arrow key. */
const STEP = 0.5;

const angleNames: readonly (readonly [keyof HeadAngles, () => string])[] = [
  ['pitch', texts.pitch],
  ['yaw', texts.yaw],
  ['roll', texts.roll],
];

export const formatDegrees = (degrees: number): string =>
  // A product of rotations is rarely zero, and "-0" no angle.
  (Math.round(degrees * 10) / 10 || 0).toLocaleString(numberTag(), {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });

type StraighteningSectionProps = { model: ViewerModel; remember: (undo: () => void) => void };

/** The angles of the head: by hand, or by a line in the picture. */
export function StraighteningSection({ model, remember }: StraighteningSectionProps) {
  const axes = useViewerState(model, (state) => state.axes);
  const isDrawing = useViewerState(model, (state) => state.tool === 'straightening');
  const before = useRef<Axes>(undefined);
  const angles = toAngles(axes);
  const finish = () => {
    const { current } = before;
    before.current = undefined;
    if (current) remember(() => applyAxes(model, current));
  };
  const change = (next: HeadAngles) => {
    before.current ??= axes;
    applyAngles(model, next);
  };
  const chooseLine = () => {
    const hasPlane = model.panes().some(({ kind }) => isPlane(kind));
    model.update({
      tool: isDrawing ? 'crosshair' : 'straightening',
      draft: undefined,
      ...(!hasPlane && { layout: 'axial' }),
    });
  };
  return (
    <PanelSection title={texts.title()}>
      {angleNames.map(([name, label]) => (
        <Slider
          key={name}
          label={label()}
          min={-MAX_ANGLE}
          max={MAX_ANGLE}
          step={STEP}
          value={angles[name]}
          format={(value) => texts.degrees({ value: formatDegrees(value) })}
          onChange={(value) => change({ ...angles, [name]: value })}
          onCommit={finish}
        />
      ))}
      <div className="flex flex-wrap gap-1.5">
        <Choice isChosen={isDrawing} onChoose={chooseLine}>
          {texts.byLine()}
        </Choice>
        {measureStraightening(axes) > 0 && (
          <Choice
            isChosen={false}
            onChoose={() => {
              change({ pitch: 0, yaw: 0, roll: 0 });
              finish();
            }}
          >
            {texts.reset()}
          </Choice>
        )}
      </div>
      <p className="text-note text-mist/80">{texts.hint()}</p>
    </PanelSection>
  );
}
