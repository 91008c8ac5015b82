import { type RefObject, useEffect, useRef, useState } from 'react';
import type { MeasureScale } from '../annotations/measure-scale.ts';
import type { Size } from '../geometry/vectors.ts';
import type { ViewerModel } from '../model/viewer-model.ts';
import type { ViewerState } from '../model/viewer-state.ts';
import { loadLateCode } from '../pixels/gl/late-code.ts';
import type { Renderer } from '../pixels/renderer.ts';
import type { KeyboardPoint } from './gestures/keyboard-point.ts';
import type { Annotations } from './gestures/press.ts';
import { drawOverlay } from './overlay/overlay.ts';
import { drawPanes } from './render-panes.ts';

/** Everything that the picture depends on. */
export type StageContent = {
  readonly model: ViewerModel;
  readonly renderer: Renderer;
  readonly canvas: HTMLCanvasElement;
  readonly annotations: Annotations;
  readonly scale: MeasureScale;
  /** Counts the changes of pixels: a sharper level has arrived. */
  readonly pixelVersion: number;
  /** The graphics processor has lost everything. */
  readonly isLost: boolean;
  readonly size: Size;
  readonly keyboard: KeyboardPoint | undefined;
};

/**
 * Draws the stage in the frame after each change, but for that of the value under the pointer. Returns the code that
 * is loaded after the first picture once it is there.
 */
export function useStageDrawing(
  content: StageContent,
  overlay: RefObject<HTMLCanvasElement | null>,
): LateCode | undefined {
  const code = useLateCode();
  const latest = useRef(content);
  useEffect(() => {
    latest.current = content;
  });
  const { model, renderer, canvas, scale, pixelVersion, isLost, size, keyboard } = content;
  const { all } = content.annotations;
  // biome-ignore lint/correctness/useExhaustiveDependencies: everything that the picture depends on
  useEffect(() => {
    let frame = 0;
    const draw = () => {
      frame = 0;
      if (overlay.current) drawStage(latest.current, overlay.current, code);
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
  }, [model, renderer, canvas, all, scale, pixelVersion, isLost, size, keyboard, code]);
  return code;
}

/** Milliseconds after which code that did not arrive is requested again. */
const RETRY_DELAY = 2_000;

const load = async () => {
  const [annotations, { drawLoupe }] = await Promise.all([
    import('./overlay/overlay-annotations.ts'),
    import('./loupe.ts'),
    loadLateCode(),
  ]);
  return { ...annotations, drawLoupe };
};

type LateCode = Awaited<ReturnType<typeof load>>;

/** Code that is not needed for the first picture; undefined until it is there. */
function useLateCode(): LateCode | undefined {
  const [code, setCode] = useState<LateCode>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const request = () => {
      load().then(setCode, () => {
        timer = setTimeout(request, RETRY_DELAY);
      });
    };
    request();
    return () => clearTimeout(timer);
  }, []);
  return code;
}

function drawStage(
  { model, renderer, canvas, annotations, scale, size, keyboard }: StageContent,
  overlay: HTMLCanvasElement,
  code: LateCode | undefined,
): void {
  if (size.width === 0) return;
  renderer.resize(size, window.devicePixelRatio);
  for (const { style } of [canvas, overlay]) {
    style.width = `${size.width}px`;
    style.height = `${size.height}px`;
  }
  model.resize(size);
  const panes = model.panes();
  drawPanes(renderer, model, panes);
  drawLines(overlay, size, {
    model,
    panes,
    annotations: annotations.all,
    scale,
    keyboard,
    code,
  });
  const { loupe: at } = model.state.get();
  if (at) code?.drawLoupe(overlay, { picture: canvas, size, at });
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

/** Whether only the value under the pointer has changed, which is not drawn. */
const isHover = (before: ViewerState, { hovered, ...now }: ViewerState): boolean =>
  before.hovered !== hovered &&
  Object.entries(now).every(([name, value]) => before[name as keyof typeof now] === value);
