import * as texts from '@deqiq/messages/viewer/modes.js';
import { useEffect, useState } from 'react';
import { Choice } from '../../controls/panel-section.tsx';
import type { Point3, Size } from '../../geometry/vectors.ts';
import { type PlaneView, patientToPane } from '../../geometry/volume/planes.ts';
import type { ModeStage } from '../../model/mode-stage.ts';
import type { ViewerModel } from '../../model/viewer-model.ts';
import { COLOURS, drawHandle, haloText } from '../../stage/overlay/strokes.ts';

export type ModePoints<Name extends string> = {
  readonly points: Readonly<Partial<Record<Name, Point3>>>;
  /** The one that the next press sets. */
  readonly next: Name | undefined;
  choose: (name: Name) => void;
  set: (name: Name, point: Point3) => void;
};

/** Names of the points of a mode, in their order. */
type Labels<Name extends string> = Readonly<Record<Name, () => string>>;

/** Millimetres from a plane at which a point is no longer drawn strongly. */
const NEAR = 2;

/** The points of a mode: presses in the picture set them, one after the other. */
export function useModePoints<Name extends string>(
  model: ViewerModel,
  labels: Labels<Name>,
): ModePoints<Name> {
  const [points, setPoints] = useState<Partial<Record<Name, Point3>>>({});
  const [selected, setSelected] = useState<Name>();
  const names = Object.keys(labels) as Name[];
  return {
    points,
    next: selected ?? names.find((name) => !points[name]),
    choose(name) {
      // A drawing tool would take the press.
      model.update({ tool: 'crosshair', draft: undefined });
      setSelected(name);
    },
    set(name, point) {
      setPoints({ ...points, [name]: point });
      setSelected(undefined);
    },
  };
}

type Extras = {
  /** The same function while it draws the same. */
  readonly draw?: ModeStage['draw'];
  readonly drawPanoramic?: ModeStage['drawPanoramic'];
  readonly panes?: ModeStage['panes'];
  /** The same object while it is the same. */
  readonly overlay?: ModeStage['overlay'];
};

/** Gives presses to the points and draws them. */
export function useModeStage<Name extends string>(
  model: ViewerModel,
  labels: Labels<Name>,
  { points, next, set }: ModePoints<Name>,
  { draw: drawMore, drawPanoramic, panes, overlay }: Extras = {},
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the labels are constants, and `set` follows the points
  useEffect(() => {
    model.update({
      mode: {
        panes,
        drawPanoramic,
        overlay,
        tap(point) {
          if (next === undefined) return false;
          set(next, point);
          return true;
        },
        draw(context, view, size) {
          drawMore?.(context, view, size);
          // The planes that a mode places by its points show these in their middle.
          if (panes && model.state.get().layout === 'two') return;
          for (const [name, label] of Object.entries(labels) as [Name, () => string][])
            drawPoint(context, label(), points[name], view, size);
        },
      },
    });
  }, [model, points, next, drawMore, drawPanoramic, panes, overlay]);
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
