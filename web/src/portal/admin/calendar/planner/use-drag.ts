import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef } from 'react';
import type { Period } from '../times/periods.ts';

/** A column of the grid by its index, and a minute of its day. */
export type GridPoint = { readonly column: number; readonly minute: number };

type Drag<Subject> = {
  subject: Subject;
  x: number;
  y: number;
  /** From the beginning of the appointment to the pointer, in minutes. */
  offset: number;
  isMoving: boolean;
  /** The last one; undefined outside the grid. */
  point: GridPoint | undefined;
};

type DragHandlers<Subject> = {
  /** The grid; its columns have `data-column`. */
  grid: RefObject<HTMLElement | null>;
  range: Period;
  /** `point` is undefined outside the grid. */
  onMove: (subject: Subject, point: GridPoint | undefined) => void;
  onDrop: (subject: Subject, point: GridPoint | undefined) => void;
  onCancel: () => void;
};

/** Pixels that are still a press. */
const THRESHOLD = 4;

/** Pixels from an edge of the grid within which it scrolls, and by how many. */
const EDGE = 32;

/**
 * Drags a subject over the columns with a mouse or a pen; a finger scrolls. Escape cancels. Returns the handler of
 * `pointerdown`: `start` is the minute at which the dragged appointment begins.
 */
export function useDrag<Subject>(handlers: DragHandlers<Subject>) {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  const drag = useRef<Drag<Subject>>(undefined);
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);

  function finish(): void {
    stop.current?.();
    stop.current = undefined;
    drag.current = undefined;
  }

  function move(event: PointerEvent): void {
    const current = drag.current;
    if (!current) return;
    const distance = Math.hypot(event.clientX - current.x, event.clientY - current.y);
    if (!current.isMoving && distance < THRESHOLD) return;
    current.isMoving = true;
    const { grid, range, onMove } = latest.current;
    if (grid.current) scrollAtEdge(grid.current, event.clientY);
    const point = findPoint(grid.current, range, event);
    current.point = point && { ...point, minute: point.minute - current.offset };
    onMove(current.subject, current.point);
  }

  function drop(): void {
    const dropped = drag.current;
    finish();
    if (!dropped?.isMoving) return;
    swallowClick();
    latest.current.onDrop(dropped.subject, dropped.point);
  }

  function cancel(): void {
    const isMoved = drag.current?.isMoving;
    finish();
    if (!isMoved) return;
    swallowClick();
    latest.current.onCancel();
  }

  return (event: ReactPointerEvent, subject: Subject, start?: number): void => {
    if (event.button !== 0 || event.pointerType === 'touch') return;
    finish();
    const { grid, range } = latest.current;
    const point = findPoint(grid.current, range, event);
    const offset = start === undefined || !point ? 0 : point.minute - start;
    drag.current = {
      subject,
      x: event.clientX,
      y: event.clientY,
      offset,
      isMoving: false,
      point: undefined,
    };
    const listeners = new AbortController();
    const { signal } = listeners;
    stop.current = () => listeners.abort();
    window.addEventListener('pointermove', move, { signal });
    window.addEventListener('pointerup', drop, { signal });
    window.addEventListener('pointercancel', cancel, { signal });
    const onKey = (key: KeyboardEvent) => {
      if (key.key !== 'Escape' || !drag.current?.isMoving) return;
      key.preventDefault();
      cancel();
    };
    window.addEventListener('keydown', onKey, { signal, capture: true });
  };
}

/** The click that the browser sends after a drag opens nothing. */
function swallowClick(): void {
  const listener = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('click', listener, { capture: true, once: true });
  setTimeout(() => window.removeEventListener('click', listener, { capture: true }), 0);
}

export function findPoint(
  grid: HTMLElement | null,
  range: Period,
  { clientX, clientY }: { clientX: number; clientY: number },
): GridPoint | undefined {
  const columns = [...(grid?.querySelectorAll('[data-column]') ?? [])];
  const index = columns.findIndex((column) => {
    const { left, right } = column.getBoundingClientRect();
    return clientX >= left && clientX < right;
  });
  const column = columns[index];
  return column && { column: index, minute: readMinute(column, range, clientY) };
}

/** The minute of a day at a height of the window. */
export function readMinute(column: Element, { from, to }: Period, clientY: number): number {
  const { top, height } = column.getBoundingClientRect();
  return height === 0 ? from : from + ((clientY - top) / height) * (to - from);
}

function scrollAtEdge(grid: HTMLElement, y: number): void {
  const { top, bottom } = grid.getBoundingClientRect();
  if (y < top + EDGE) grid.scrollTop -= EDGE / 2;
  else if (y > bottom - EDGE) grid.scrollTop += EDGE / 2;
}
