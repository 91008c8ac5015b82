import * as texts from '@deqiq/messages/viewer/modes.js';
import { useCallback, useMemo, useState } from 'react';
import { formatNumber } from '../../../../lib/format.ts';
import { Choice, Slider } from '../../../controls/panel-section.tsx';
import type { Point3, Size } from '../../../geometry/vectors.ts';
import type { PlaneView } from '../../../geometry/volume/planes.ts';
import { useViewerState } from '../../../model/use-viewer-state.ts';
import { findWholeLevel } from '../../../pixels/level-grid.ts';
import type { ModeProps } from '../mode-names.ts';
import { drawRegion } from './draw-region.ts';
import { createRegionTask, findThreshold } from './region-task.ts';
import { type RegionState, useRegion } from './use-region.ts';

/** Points of a region in the patient, millimetres. */
export type RegionPoints = Readonly<Partial<Record<'seed' | 'upper' | 'lower', Point3>>>;

/** The region around a seed between two limits, with its threshold, and what draws its outline. */
export function useRegionOf({ model, renderer }: ModeProps, { seed, upper, lower }: RegionPoints) {
  const { space, metadata } = model.subject;
  const [threshold, setThreshold] = useState(() => findThreshold(metadata));
  const [attempt, setAttempt] = useState(0);
  const up = useViewerState(model, (state) => state.axes)[2];
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt looks for the level again
  const level = useMemo(
    () => findWholeLevel(renderer.levels()),
    [renderer, attempt, seed, upper, lower],
  );
  const task = useMemo(
    () =>
      space && level && seed && upper && lower
        ? createRegionTask(space, metadata, level, { seed, from: lower, to: upper, up, threshold })
        : undefined,
    [space, metadata, level, seed, upper, lower, up, threshold],
  );
  const state = useRegion(task, attempt);
  const isReady = seed !== undefined && upper !== undefined && lower !== undefined;
  return {
    state: isReady && !level ? ({ kind: 'failed' } as const) : state,
    levelScale: level?.scale ?? 1,
    threshold,
    setThreshold,
    retry: () => setAttempt((count) => count + 1),
  };
}

/** Draws the outline of the region that was found; the same function until there is another one. */
export function useOutline(state: RegionState) {
  return useCallback(
    (context: CanvasRenderingContext2D, view: PlaneView, size: Size) => {
      if (state.kind === 'found') drawRegion(context, view, size, state.task, state.region.mask);
    },
    [state],
  );
}

const sentences: Readonly<Record<Exclude<RegionState['kind'], 'none' | 'found'>, () => string>> = {
  loading: texts.measuring,
  failed: texts.regionFailed,
  leaking: texts.leaking,
  empty: texts.noAir,
};

type RegionControlsProps = Pick<ModeProps, 'model'> & ReturnType<typeof useRegionOf>;

/** The threshold, and the volume or the reason why there is none. */
export function RegionControls(props: RegionControlsProps) {
  const { model, state, levelScale, threshold, setThreshold, retry } = props;
  const { range, unit } = model.subject.metadata;
  return (
    <>
      <Slider
        label={texts.threshold()}
        min={range[0]}
        max={Math.round((range[0] + range[1]) / 2)}
        step={Math.max(1, Math.round((range[1] - range[0]) / 400))}
        value={threshold}
        format={(value) => `${formatNumber(value, 0)}${unit && ` ${unit}`}`}
        onChange={setThreshold}
      />
      <div role="status" className="grid gap-1 text-note tabular-nums">
        {state.kind !== 'none' && state.kind !== 'found' && <p>{sentences[state.kind]()}</p>}
        {state.kind === 'found' && (
          <p className="text-desk text-white">
            {texts.volume({
              value: formatNumber(state.region.volume / 1_000, 2),
              error: formatNumber(state.region.uncertainty / 1_000, 2),
            })}
          </p>
        )}
        {state.kind === 'found' && levelScale > 1 && <p>{texts.onLevel({ scale: levelScale })}</p>}
      </div>
      {state.kind === 'failed' && (
        <div>
          <Choice isChosen={false} onChoose={retry}>
            {texts.retry()}
          </Choice>
        </div>
      )}
    </>
  );
}
