import { isPoint3 } from '../../geometry/vectors.ts';
import type { AnnotationPoint } from '../../model/drawing/annotation-content.ts';
import { findPane, paneSize } from '../../model/panes/layout.ts';
import { toAnnotationPoint } from '../../model/panes/pane-coordinates.ts';
import type { ViewerModel } from '../../model/viewer-model.ts';
import type { ImagePoint } from '../../viewer-link.ts';

/** CSS pixels that a finger may slip between touching and leaving the screen. */
const SLIP = 8;

/**
 * The point under the next tap on the picture. By keyboard, Enter takes the middle of the picture or the crossing of the
 * planes. Escape gives up.
 */
export function pickPoint(
  model: ViewerModel,
  canvas: HTMLCanvasElement,
  signal: AbortSignal,
): Promise<ImagePoint | undefined> {
  const stage = canvas.parentElement;
  if (!stage) return Promise.resolve(undefined);
  const { promise, resolve } = Promise.withResolvers<ImagePoint | undefined>();
  const ended = new AbortController();
  const options = { capture: true, signal: ended.signal };
  let pressed: readonly [number, number] | undefined;
  stage.addEventListener(
    'pointerdown',
    ({ clientX, clientY, isPrimary }) => {
      pressed = isPrimary ? [clientX, clientY] : undefined;
    },
    options,
  );
  stage.addEventListener(
    'pointerup',
    ({ clientX, clientY }) => {
      const slip = pressed ? Math.hypot(clientX - pressed[0], clientY - pressed[1]) : SLIP;
      if (slip >= SLIP) return;
      const { left, top } = stage.getBoundingClientRect();
      const point = findPoint(model, [clientX - left, clientY - top]);
      if (point) resolve(point);
    },
    options,
  );
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' && event.key !== 'Enter') return;
      event.preventDefault();
      event.stopPropagation();
      resolve(event.key === 'Enter' ? findMiddle(model) : undefined);
    },
    options,
  );
  signal.addEventListener('abort', () => resolve(undefined), { once: true, signal: ended.signal });
  if (signal.aborted) resolve(undefined);
  stage.focus({ preventScroll: true });
  return promise.finally(() => ended.abort());
}

function findPoint(model: ViewerModel, at: readonly [number, number]): ImagePoint | undefined {
  const pane = findPane(model.panes(), at);
  if (!pane) return undefined;
  const point = toAnnotationPoint(model.view(pane), paneSize(pane), [
    at[0] - pane.rect.x,
    at[1] - pane.rect.y,
  ]);
  return point && toImagePoint(point);
}

function findMiddle(model: ViewerModel): ImagePoint | undefined {
  if (model.subject.space) return toImagePoint(model.state.get().cursor);
  const { rect } = model.mainPane();
  return findPoint(model, [rect.x + rect.width / 2, rect.y + rect.height / 2]);
}

const toImagePoint = (point: AnnotationPoint): ImagePoint =>
  isPoint3(point) ? [point[0], point[1], point[2]] : [point[0], point[1]];
