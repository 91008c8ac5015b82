import type { AnnotationContent } from '@deqiq/contract/imaging/annotation-shapes.ts';
import { isDrawn } from '../../annotations/kinds.ts';
import { isPoint3 } from '../../geometry/vectors.ts';
import { type AnnotationPoint, listHandles } from '../../model/drawing/annotation-content.ts';
import { moveHandle } from '../../model/drawing/drawings.ts';
import { type PaneLayout, paneSize } from '../../model/panes/layout.ts';
import {
  CEPHALOGRAM,
  HANDLE_DEPTH,
  handleDepth,
  hasDepth,
  toPanePoint,
} from '../../model/panes/pane-coordinates.ts';
import type { ViewerModel } from '../../model/viewer-model.ts';
import type { Annotations, Drag, Press } from './press.ts';

/** CSS pixels around a handle that still hit it. */
export const HANDLE_RADIUS = { touch: 24, mouse: 10 } as const;

export function dragArchPoint(model: ViewerModel, press: Press): Drag | undefined {
  const { arch, tool } = model.state.get();
  if (press.pane.kind !== 'axial' || tool !== 'arch') return undefined;
  const points = model.arch()?.controlPoints ?? arch;
  const index = findHandle(model, press, points);
  if (index < 0) return undefined;
  return {
    isPrecise: true,
    move({ target }) {
      if (!target || !isPoint3(target)) return;
      model.update({
        arch: points.with(index, target),
        isArchEdited: true,
      });
    },
    end(isCancelled) {
      if (isCancelled) model.update({ arch });
    },
  };
}

export function dragHandle(
  model: ViewerModel,
  annotations: Annotations,
  press: Press,
): Drag | undefined {
  const { pane } = press;
  const { selected, frame } = model.state.get();
  // The chosen annotation first: its handles may lie on those of another one.
  const own = annotations.all
    .filter(({ isOwn, content }) => isOwn && isVisible(content, pane, frame))
    .toSorted((a, b) => Number(b._id === selected) - Number(a._id === selected));
  for (const { _id, content } of own) {
    const index = findHandle(model, press, listHandles(content), handleDepth(content));
    if (index < 0) continue;
    let changed = content;
    model.update({ selected: _id });
    return {
      isPrecise: true,
      move({ target }) {
        if (!target) return;
        changed = moveHandle(content, {
          index,
          to: target,
          levelScale: annotations.levelScale,
          hasDepth: hasDepth(pane.id, model.state.get().slab),
        });
        annotations.preview(_id, changed);
      },
      end: (isCancelled) =>
        isCancelled ? annotations.preview(_id, content) : annotations.save(_id, changed),
    };
  }
  return undefined;
}

/**
 * Whether a pane draws an annotation: one of a stack belongs to a frame. The window has no points; the arch is drawn
 * from the model, and has a tool of its own.
 */
export const isVisible = (
  content: AnnotationContent,
  { kind, id }: PaneLayout,
  frame: number,
): boolean =>
  isDrawn(content) &&
  (content.kind !== 'ceph' || kind === 'picture' || id === CEPHALOGRAM) &&
  (kind !== 'picture' || !('frame' in content) || (content.frame ?? 0) === frame);

/** The index of the handle under a point; -1 where there is none. */
export function findHandle(
  model: ViewerModel,
  { pane, point, isTouch }: Press,
  handles: readonly AnnotationPoint[],
  reach = HANDLE_DEPTH,
): number {
  const view = model.view(pane);
  const radius = HANDLE_RADIUS[isTouch ? 'touch' : 'mouse'];
  return handles.findIndex((handle) => {
    const shown = toPanePoint(view, paneSize(pane), handle);
    if (!shown || Math.abs(shown.depth) > reach) return false;
    return Math.hypot(shown.point[0] - point[0], shown.point[1] - point[1]) <= radius;
  });
}
