import type { KeyboardEvent } from 'react';
import { clamp, type Point2 } from '../../geometry/vectors.ts';
import { isPlane, paneSize } from '../../model/panes/layout.ts';
import type { ViewerModel } from '../../model/viewer-model.ts';
import { locate, type Press } from './press.ts';
import { setCursor } from './view-drags.ts';

/** Where the keyboard points to: CSS pixels of a pane. */
export type KeyboardPoint = { readonly pane: string; readonly point: Point2 };

/** CSS pixels that an arrow key moves the keyboard's point, and with Shift. */
const KEY_STEP = { normal: 4, large: 32 } as const;

const ARROWS: Readonly<Record<string, Point2>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Arrow keys move a point over the picture (`moved`), Enter presses there; undefined for other keys. */
export function movePoint(
  { key, shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent,
  model: ViewerModel,
  keyboard: KeyboardPoint | undefined,
): { readonly moved: KeyboardPoint } | { readonly press: Press } | undefined {
  if (ctrlKey || altKey || metaKey) return undefined;
  const panes = model.panes();
  const pane = panes.find(({ id }) => id === keyboard?.pane) ?? panes[0];
  if (!pane) return undefined;
  const { width, height } = paneSize(pane);
  const point = keyboard?.point ?? ([width / 2, height / 2] as const);
  if (key === 'Enter' && keyboard)
    return { press: { ...locate(model, pane, point), pane, isTouch: false, isPan: false } };
  const arrow = ARROWS[key];
  if (!arrow) return undefined;
  const step = KEY_STEP[shiftKey ? 'large' : 'normal'];
  const moved: Point2 = [
    clamp(point[0] + arrow[0] * step, 0, width),
    clamp(point[1] + arrow[1] * step, 0, height),
  ];
  if (model.state.get().tool === 'crosshair' && isPlane(pane.kind))
    setCursor(model, pane, locate(model, pane, moved).target);
  return { moved: { pane: pane.id, point: moved } };
}
