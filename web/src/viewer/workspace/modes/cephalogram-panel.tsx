import * as texts from '@deqiq/messages/viewer/modes.js';
import { useEffect, useMemo, useState } from 'react';
import { Choice } from '../../controls/panel-section.tsx';
import type { Size } from '../../geometry/vectors.ts';
import {
  findProjection,
  HALVES,
  type Half,
  lateralView,
  sampleMeans,
} from '../../geometry/volume/lateral-projection.ts';
import { toVoxel } from '../../geometry/volume/volume-space.ts';
import { CEPHALOGRAM } from '../../model/panes/pane-coordinates.ts';
import { useViewerState } from '../../model/use-viewer-state.ts';
import type { ModeProps } from './mode-names.ts';

const halfNames: Readonly<Record<Half, () => string>> = {
  both: texts.bothHalves,
  right: texts.rightHalf,
  left: texts.leftHalf,
};

/** Shares of the means along the rays that are black and white. */
const DARKEST = 0.05;
const BRIGHTEST = 0.998;

/** A lateral cephalogram that is projected from the volume. Its landmarks are those of every cephalogram. */
export function CephalogramPanel({ model, renderer }: ModeProps) {
  const { space } = model.subject;
  const axes = useViewerState(model, (state) => state.axes);
  const isTracing = useViewerState(model, ({ tool }) => tool === 'ceph');
  const [midline] = useState(() => model.state.get().cursor);
  const [half, setHalf] = useState<Half>('both');
  const projection = useMemo(
    () => space && findProjection(space, axes, midline, half),
    [space, axes, midline, half],
  );
  useEffect(() => {
    if (!space || !projection) return;
    const view = (size: Size) => lateralView(space, axes, projection, size);
    const panes = [{ id: CEPHALOGRAM, title: halfNames[half](), view }];
    // One pixel of this pane is as wide as the volume.
    const whole = view({ width: 1, height: 1 });
    const means = sampleMeans(whole, projection, axes[0], {
      side: whole.millimetresPerPixel,
      valueAt: (point) => renderer.valueAt(toVoxel(space, point)),
    });
    const black = means[Math.floor(DARKEST * means.length)];
    const white = means[Math.floor(BRIGHTEST * means.length)];
    model.update({
      layout: 'two',
      sectionZoom: 1,
      slab: { millimetres: projection.thickness, mode: 'mean' },
      mode: { panes, tap: () => false, draw: () => undefined },
      ...(black !== undefined &&
        white !== undefined &&
        white > black && { window: { centre: (black + white) / 2, width: white - black } }),
    });
  }, [model, renderer, space, axes, half, projection]);
  return (
    <>
      <p className="text-note text-mist/80">{texts.cephalogramNote()}</p>
      <fieldset aria-label={texts.halves()} className="flex flex-wrap gap-1.5">
        {HALVES.map((one) => (
          <Choice key={one} isChosen={one === half} onChoose={() => setHalf(one)}>
            {halfNames[one]()}
          </Choice>
        ))}
      </fieldset>
      <div>
        <Choice
          isChosen={isTracing}
          onChoose={() => model.update({ layout: 'two', tool: isTracing ? 'window' : 'ceph' })}
        >
          {texts.landmarks()}
        </Choice>
      </div>
    </>
  );
}
