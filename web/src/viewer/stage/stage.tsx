import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { MeasureScale } from '../annotations/measure-scale.ts';
import { clamp, type Point2, type Size } from '../geometry/vectors.ts';
import { canFinish } from '../model/drawing.ts';
import { findPane, type PaneLayout } from '../model/layout.ts';
import { isPlane, paneSize } from '../model/scene.ts';
import type { ViewerModel } from '../model/viewer-model.ts';
import type { ViewerState } from '../model/viewer-state.ts';
import type { Renderer } from '../pixels/renderer.ts';
import { recognizeGestures } from './gestures.ts';
import {
  type Annotations,
  beginDrag,
  canDraw,
  type Drag,
  isDrawingTool,
  setCursor,
  tapPane,
} from './interaction.ts';
import { drawOverlay } from './overlay.ts';
import { drawPanes } from './render-panes.ts';

export type StageProps = {
  model: ViewerModel;
  renderer: Renderer;
  /** The canvas that the renderer draws on. */
  canvas: HTMLCanvasElement;
  annotations: Annotations;
  scale: MeasureScale;
  /** Counts the changes of pixels: a sharper level has arrived. */
  pixelVersion: number;
  onHover: (pane: PaneLayout | undefined, point: Point2) => void;
  onDoubleTap: (pane: PaneLayout, point: Point2) => void;
  label: string;
};

/** CSS pixels that an arrow key moves the keyboard's point, and with Shift. */
const KEY_STEP = { normal: 4, large: 32 } as const;

/** The panes with their pixels, the lines over them, and the gestures on both. */
export function Stage(props: StageProps) {
  const { model, renderer, canvas, annotations, scale, pixelVersion, label } = props;
  const element = useRef<HTMLDivElement>(null);
  const overlay = useRef<HTMLCanvasElement>(null);
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const [keyboard, setKeyboard] = useState<{ pane: string; point: Point2 }>();
  const pressed = useRef<typeof keyboard>(undefined);
  const drawing = useLater(loadDrawing);
  const loupe = useLater(loadLoupe);
  const latest = useRef({ ...props, size, keyboard });
  useEffect(() => {
    latest.current = { ...props, size, keyboard };
  });

  useEffect(() => {
    const container = element.current;
    if (!container) return;
    container.prepend(canvas);
    canvas.className = 'absolute top-0 left-0';
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize(toWholePixels(entry.contentRect));
    });
    observer.observe(container);
    return () => {
      observer.disconnect();
      canvas.remove();
    };
  }, [canvas]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: everything that the picture depends on
  useEffect(() => {
    let frame = 0;
    const draw = () => {
      frame = 0;
      const now = latest.current;
      if (now.size.width === 0 || !overlay.current) return;
      now.renderer.resize(now.size, window.devicePixelRatio);
      for (const { style } of [canvas, overlay.current]) {
        style.width = `${now.size.width}px`;
        style.height = `${now.size.height}px`;
      }
      now.model.resize(now.size);
      const panes = now.model.panes();
      drawPanes(now.renderer, now.model, panes);
      drawLines(overlay.current, now.size, {
        model: now.model,
        panes,
        annotations: now.annotations.all,
        scale: now.scale,
        keyboard: now.keyboard,
        drawAnnotations: drawing?.drawAnnotations,
      });
      const { loupe: at } = now.model.state.get();
      if (at) loupe?.drawLoupe(overlay.current, { picture: canvas, size: now.size, at });
    };
    const request = () => {
      frame ||= requestAnimationFrame(draw);
    };
    request();
    let before = model.state.get();
    const unsubscribe = model.state.subscribe(() => {
      const now = model.state.get();
      if (!isHover(before, now)) request();
      before = now;
    });
    return () => {
      unsubscribe();
      cancelAnimationFrame(frame);
    };
  }, [model, renderer, canvas, annotations, scale, pixelVersion, size, keyboard, drawing, loupe]);

  useEffect(() => {
    const container = element.current;
    return container ? recognizeGestures(container, gesturesOn(latest)) : undefined;
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    const point = movePoint(event, model, keyboard);
    if (!point) return;
    event.preventDefault();
    event.stopPropagation();
    setKeyboard(point.isPress ? keyboard : { pane: point.pane.id, point: point.point });
    if (!point.isPress) return;
    // The second Enter at one point ends a drawing, as a double click does elsewhere.
    const { draft } = model.state.get();
    const isSecond = pressed.current === keyboard && draft && canFinish(draft);
    pressed.current = keyboard;
    if (isSecond) annotations.finish();
    else
      tapPane(model, annotations, {
        pane: point.pane,
        start: point.point,
        isTouch: false,
        isPan: false,
      });
  };

  return (
    <div
      ref={element}
      role="application"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard places points in the picture
      tabIndex={0}
      onKeyDown={onKeyDown}
      onBlur={() => setKeyboard(undefined)}
      className="absolute inset-0 touch-none overflow-hidden bg-black outline-offset-[-2px] select-none"
    >
      <canvas ref={overlay} className="pointer-events-none absolute top-0 left-0" />
    </div>
  );
}

/** Milliseconds after which code that did not arrive is requested again. */
const RETRY_DELAY = 2_000;

const loadDrawing = () => import('./overlay-annotations.ts');
const loadLoupe = () => import('./loupe.ts');

/** Code that is not needed for the first picture; undefined until it is there. */
function useLater<Code>(request: () => Promise<Code>): Code | undefined {
  const [code, setCode] = useState<Code>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = () => {
      request().then(setCode, () => {
        timer = setTimeout(load, RETRY_DELAY);
      });
    };
    load();
    return () => clearTimeout(timer);
  }, [request]);
  return code;
}

/** A canvas that ends within a pixel of the screen would be drawn blurred. CSS pixels. */
function toWholePixels({ width, height }: Size): Size {
  const ratio = window.devicePixelRatio;
  return { width: Math.floor(width * ratio) / ratio, height: Math.floor(height * ratio) / ratio };
}

function drawLines(
  canvas: HTMLCanvasElement,
  { width, height }: Size,
  scene: Parameters<typeof drawOverlay>[1],
): void {
  const ratio = Math.min(2, window.devicePixelRatio);
  const pixels = { width: Math.round(width * ratio), height: Math.round(height * ratio) };
  const context = canvas.getContext('2d');
  if (!context) return;
  // Another size, even the same one, allocates the canvas anew.
  if (canvas.width !== pixels.width || canvas.height !== pixels.height)
    Object.assign(canvas, pixels);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  drawOverlay(context, scene);
}

type Latest = { readonly current: StageProps & { size: Size } };

function gesturesOn(latest: Latest): Parameters<typeof recognizeGestures>[1] {
  let drag: Drag | undefined;
  const find = (at: Point2): { pane: PaneLayout; point: Point2 } | undefined => {
    const { model } = latest.current;
    const pane = findPane(model.panes(), at);
    return pane && { pane, point: inPane(pane, at) };
  };
  const tap = (at: Point2, isTouch = matchMedia('(pointer: coarse)').matches) => {
    const found = find(at);
    const { model, annotations } = latest.current;
    if (found)
      tapPane(model, annotations, { pane: found.pane, start: found.point, isTouch, isPan: false });
  };
  let dragged: PaneLayout | undefined;
  let hasLoupe = false;
  return {
    onDragStart(at, { isTouch, isPan }) {
      const { model, annotations } = latest.current;
      const found = find(at);
      dragged = found?.pane;
      if (!found) return;
      drag = beginDrag(model, annotations, {
        pane: found.pane,
        start: found.point,
        isTouch,
        isPan,
      });
      hasLoupe = isTouch && drag.isPrecise === true;
      model.update({ isMoving: !drag.isPrecise });
    },
    onDrag(at) {
      if (!dragged) return;
      drag?.move(inPane(dragged, at));
      if (hasLoupe) latest.current.model.update({ loupe: at });
    },
    onDragEnd(isCancelled) {
      drag?.end(isCancelled);
      drag = undefined;
      latest.current.model.update({ isMoving: false, loupe: undefined });
    },
    canHold(at) {
      const { tool } = latest.current.model.state.get();
      const pane = find(at)?.pane;
      return pane !== undefined && isDrawingTool(tool) && canDraw(tool, pane);
    },
    onHold: (at) => latest.current.model.update({ loupe: at }),
    onHoldEnd(at, isCancelled) {
      latest.current.model.update({ loupe: undefined });
      if (!isCancelled) tap(at, true);
    },
    onPinch(centre, factor, delta) {
      const { model } = latest.current;
      const found = find(centre);
      if (!found) return;
      model.update({ isMoving: true });
      model.pan(found.pane, delta);
      model.zoom(found.pane, found.point, factor);
    },
    onPinchEnd: () => latest.current.model.update({ isMoving: false }),
    onTap: (at) => tap(at),
    onDoubleTap(at) {
      const found = find(at);
      if (!found) return;
      const { model, onDoubleTap } = latest.current;
      // Two points of a drawing may be set quickly one after the other.
      if (!isDrawingTool(model.state.get().tool)) onDoubleTap(found.pane, found.point);
      else tap(at);
    },
    onWheel(at, steps, isZoom) {
      const found = find(at);
      if (!found) return;
      const { model } = latest.current;
      const slices = model.slices(found.pane);
      if (slices && !isZoom && found.pane.kind !== 'picture')
        model.scrollTo(found.pane, slices.at + (steps > 0 ? Math.ceil(steps) : Math.floor(steps)));
      else model.zoom(found.pane, found.point, 1.2 ** -steps);
    },
    onHover(at) {
      const found = at && find(at);
      latest.current.onHover(found?.pane, found?.point ?? [0, 0]);
    },
  };
}

/** Whether only the value under the pointer has changed, which is not drawn. */
const isHover = (before: ViewerState, { hovered, ...now }: ViewerState): boolean =>
  before.hovered !== hovered &&
  Object.entries(now).every(([name, value]) => before[name as keyof typeof now] === value);

const inPane = ({ rect }: PaneLayout, [x, y]: Point2): Point2 => [x - rect.x, y - rect.y];

const ARROWS: Readonly<Record<string, Point2>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Arrow keys move a point over the picture, Enter presses there. */
function movePoint(
  { key, shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent,
  model: ViewerModel,
  keyboard: { pane: string; point: Point2 } | undefined,
) {
  if (ctrlKey || altKey || metaKey) return undefined;
  const panes = model.panes();
  const pane = panes.find(({ id }) => id === keyboard?.pane) ?? panes[0];
  if (!pane) return undefined;
  const { width, height } = paneSize(pane);
  const point = keyboard?.point ?? ([width / 2, height / 2] as const);
  if (key === 'Enter' && keyboard) return { pane, point, isPress: true };
  const arrow = ARROWS[key];
  if (!arrow) return undefined;
  const step = KEY_STEP[shiftKey ? 'large' : 'normal'];
  const moved: Point2 = [
    clamp(point[0] + arrow[0] * step, 0, width),
    clamp(point[1] + arrow[1] * step, 0, height),
  ];
  if (model.state.get().tool === 'crosshair' && isPlane(pane.kind)) setCursor(model, pane, moved);
  return { pane, point: moved, isPress: false };
}
