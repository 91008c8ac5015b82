import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { Point2, Size } from '../geometry/vectors.ts';
import type { AnnotationPoint } from '../model/drawing/annotation-content.ts';
import { canFinish } from '../model/drawing/draft.ts';
import type { PaneLayout } from '../model/panes/layout.ts';
import type { KeyboardPoint } from './gestures/keyboard-point.ts';
import { recognizeGestures } from './gestures/recognize-gestures.ts';
import { createStageGestures } from './gestures/stage-gestures.ts';
import { type StageContent, useStageDrawing } from './use-stage-drawing.ts';

type StageProps = Omit<StageContent, 'size' | 'keyboard'> & {
  /** Reads the value at a point of the picture or the patient. */
  onHover: (target: AnnotationPoint | undefined) => void;
  onDoubleTap: (pane: PaneLayout, point: Point2) => void;
  label: string;
};

/** The panes with their pixels, the lines over them, and the gestures on both. */
export function Stage(props: StageProps) {
  const { model, canvas, annotations, label } = props;
  const element = useRef<HTMLDivElement>(null);
  const overlay = useRef<HTMLCanvasElement>(null);
  const size = useCanvas(element, canvas);
  const [keyboard, setKeyboard] = useState<KeyboardPoint>();
  const pressed = useRef<KeyboardPoint>(undefined);
  const code = useStageDrawing({ ...props, size, keyboard }, overlay);

  const latest = useRef({ ...props, code });
  useEffect(() => {
    latest.current = { ...props, code };
  });
  useEffect(() => {
    const container = element.current;
    return container ? recognizeGestures(container, createStageGestures(latest)) : undefined;
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    const change = code?.movePoint(event, model, keyboard);
    if (!code || !change) return;
    event.preventDefault();
    event.stopPropagation();
    if ('moved' in change) return setKeyboard(change.moved);
    // The second Enter at one point ends a drawing, as a double click does elsewhere.
    const { draft } = model.state.get();
    const isSecond = pressed.current === keyboard && draft && canFinish(draft);
    pressed.current = keyboard;
    if (isSecond) annotations.finish();
    else code.tapPane(model, annotations, change.press);
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

/** Puts the canvas into an element. Returns its size in CSS pixels, also when it changes. */
function useCanvas(element: RefObject<HTMLDivElement | null>, canvas: HTMLCanvasElement): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
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
  }, [element, canvas]);
  return size;
}

/** A canvas that ends within a pixel of the screen would be drawn blurred. CSS pixels. */
function toWholePixels({ width, height }: Size): Size {
  const ratio = window.devicePixelRatio;
  return { width: Math.floor(width * ratio) / ratio, height: Math.floor(height * ratio) / ratio };
}
