import * as texts from '@deqiq/messages/viewer/modes.js';
import { useEffect, useState } from 'react';
import { Choice } from '../../controls/panel-section.tsx';
import type { Point3, Size } from '../../geometry/vectors.ts';
import { type PlaneView, patientToPane } from '../../geometry/volume/planes.ts';
import type { ViewerModel } from '../../model/viewer-model.ts';
import { COLOURS, drawHandle, haloText } from '../../stage/strokes.ts';

export type ModePoints<Name extends string> = {
  readonly points: Readonly<Partial<Record<Name, Point3>>>;
  /** The one that the next press sets. */
  readonly next: Name | undefined;
  choose: (name: Name) => void;
};

/** Names of the points of a mode, in their order. */
type Labels<Name extends string> = Readonly<Record<Name, () => string>>;

/** Millimetres from a plane at which a point is no longer drawn strongly. */
const NEAR = 2;

/** Presses in the picture set the points of a mode, one after the other. `drawMore` must not change by itself. */
export function useModePoints<Name extends string>(
  model: ViewerModel,
  labels: Labels<Name>,
  drawMore?: (context: CanvasRenderingContext2D, view: PlaneView, size: Size) => void,
): ModePoints<Name> {
  const names = Object.keys(labels) as Name[];
  const [points, setPoints] = useState<Partial<Record<Name, Point3>>>({});
  const [selected, setSelected] = useState<Name>();
  const next = selected ?? names.find((name) => !points[name]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the labels are constants
  useEffect(() => {
    model.update({
      mode: {
        tap(point) {
          if (next === undefined) return false;
          setPoints({ ...points, [next]: point });
          setSelected(undefined);
          return true;
        },
        draw(context, view, size) {
          drawMore?.(context, view, size);
          for (const name of names) drawPoint(context, labels[name](), points[name], view, size);
        },
      },
    });
  }, [model, points, next, drawMore]);
  const choose = (name: Name) => {
    // A drawing tool would take the press.
    model.update({ tool: 'crosshair', draft: undefined });
    setSelected(name);
  };
  return { points, next, choose };
}

function drawPoint(
  context: CanvasRenderingContext2D,
  label: string,
  point: Point3 | undefined,
  view: PlaneView,
  size: Size,
): void {
  if (!point) return;
  const { point: at, depth } = patientToPane(view, size, point);
  const isNear = Math.abs(depth) <= NEAR;
  context.globalAlpha = isNear ? 1 : 0.35;
  drawHandle(context, at, COLOURS.own, true);
  if (isNear) haloText(context, label, at[0] + 10, at[1] - 8);
  context.globalAlpha = 1;
}

type PointListProps<Name extends string> = ModePoints<Name> & { labels: Labels<Name> };

/** The points of a mode: which one the next press sets, and which ones are set. */
export function PointList<Name extends string>(props: PointListProps<Name>) {
  const { labels, points, next, choose } = props;
  const names = Object.keys(labels) as Name[];
  return (
    <div className="grid gap-2">
      <p role="status" className="text-note text-mist/80">
        {next === undefined ? texts.changePoint() : texts.press({ name: labels[next]() })}
      </p>
      <div className="flex flex-wrap gap-1.5">
        {names.map((name) => (
          <Choice key={name} isChosen={name === next} onChoose={() => choose(name)}>
            {points[name] ? texts.isSet({ name: labels[name]() }) : labels[name]()}
          </Choice>
        ))}
      </div>
    </div>
  );
}
