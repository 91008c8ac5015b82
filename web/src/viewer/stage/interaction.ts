import type { AnnotationContent } from '@deqiq/contract/imaging/annotation-shapes.ts';
import type { Annotation } from '@deqiq/contract/imaging/annotations.ts';
import { clamp, isPoint3, type Point2 } from '../geometry/vectors.ts';
import { addPoint, handlesOf, isComplete, moveHandle, moveLastPoint } from '../model/drawing.ts';
import type { PaneLayout } from '../model/layout.ts';
import { toAnnotationPoint, toPanePoint } from '../model/pane-coordinates.ts';
import { isPlane, sizeOf } from '../model/scene.ts';
import type { ViewerModel } from '../model/viewer-model.ts';
import type { AnnotationPoint, Draft, DrawingTool, Tool } from '../model/viewer-state.ts';
import { dragWindow } from '../model/windows.ts';

/** One drag in a pane, from press to release. Points are CSS pixels of the pane. */
export type Drag = {
  move: (point: Point2) => void;
  /** `isCancelled` undoes what cannot be left half done. */
  end: (isCancelled: boolean) => void;
  /** It sets a point: a finger needs a loupe, and the picture is drawn as sharp as at rest. */
  readonly isPrecise?: boolean;
};

/** The saved annotations for the stage. */
export type Annotations = {
  readonly all: readonly Annotation[];
  /** Full-resolution pixels per pixel of the shown level. */
  readonly levelScale: number;
  /** Shows a change immediately; it is saved when the drag ends. */
  preview: (id: string, content: AnnotationContent) => void;
  save: (id: string, content: AnnotationContent) => void;
  /** The draft has all its points. */
  finish: () => void;
};

export type Press = {
  readonly pane: PaneLayout;
  readonly start: Point2;
  readonly isTouch: boolean;
  /** The middle button or Shift: moves the picture with every tool. */
  readonly isPan: boolean;
};

/** CSS pixels around a handle that still hit it. */
const HANDLE_RADIUS = { touch: 24, mouse: 10 } as const;
/** CSS pixels of a drag that move by one slice. */
const SLICE_DRAG = 6;
/** And of a swipe that moves by one cross-section. */
const SECTION_DRAG = 24;
/** Radians per CSS pixel by which a drag rotates the bone surface. */
const ROTATION = 0.008;

const drawingTools: readonly Tool[] = [
  'length',
  'polyline',
  'angle',
  'calibration',
  'canal',
  'implant',
];
export const isDrawingTool = (tool: Tool): tool is DrawingTool => drawingTools.includes(tool);

/** Begins what the tool does, or drags the handle under the point. */
export function beginDrag(model: ViewerModel, annotations: Annotations, press: Press): Drag {
  const { pane, isPan } = press;
  if (pane.kind === 'surface') return rotateSurface(model, press);
  if (isPan) return panPicture(model, press);
  // A drawing may begin at the end of an older one.
  const { tool } = model.state.get();
  if (isDrawingTool(tool) && canDraw(tool, pane)) return drawPoint(model, annotations, press, tool);
  return (
    dragArchPoint(model, press) ?? dragHandle(model, annotations, press) ?? dragTool(model, press)
  );
}

function dragTool(model: ViewerModel, press: Press): Drag {
  const { tool } = model.state.get();
  if (isDrawingTool(tool)) return NO_DRAG;
  if (tool === 'pan') return panPicture(model, press);
  if (tool === 'scroll') return scrollSlices(model, press);
  if (tool === 'crosshair') return moveCursor(model, press);
  if (tool === 'arch') return panPicture(model, press);
  return changeWindow(model, press);
}

function panPicture(model: ViewerModel, { pane, start }: Press): Drag {
  let last = start;
  return {
    move(point) {
      model.pan(pane, [point[0] - last[0], point[1] - last[1]]);
      last = point;
    },
    end: () => {},
  };
}

function changeWindow(model: ViewerModel, { pane, start }: Press): Drag {
  const before = model.state.get().window;
  const { width, height } = sizeOf(pane);
  return {
    move([x, y]) {
      const share = [(x - start[0]) / width, (y - start[1]) / height] as const;
      model.update({ window: dragWindow(before, share, model.subject.metadata) });
    },
    end(isCancelled) {
      if (isCancelled) model.update({ window: before });
    },
  };
}

function scrollSlices(model: ViewerModel, { pane, start }: Press): Drag {
  const before = model.slices(pane)?.at ?? 0;
  return {
    // Cross-sections lie beside each other: they are swiped to the side.
    move: ([x, y]) =>
      model.scrollTo(
        pane,
        pane.kind === 'section'
          ? before - Math.round((x - start[0]) / SECTION_DRAG)
          : before + Math.round((y - start[1]) / SLICE_DRAG),
      ),
    end: () => {},
  };
}

function moveCursor(model: ViewerModel, { pane }: Press): Drag {
  return { move: (point) => setCursor(model, pane, point), end: () => {} };
}

/** Moves the cross-hair to a point of a pane; in a panoramic it chooses the cross-section as well. */
export function setCursor(model: ViewerModel, pane: PaneLayout, point: Point2): void {
  const target = toAnnotationPoint(model.viewOf(pane), sizeOf(pane), point);
  if (!target || !isPoint3(target)) return;
  const arch = model.arch();
  const section = pane.kind === 'panoramic' ? arch?.nearestSection(target) : undefined;
  model.update({ cursor: target, ...(section !== undefined && { section }) });
}

function rotateSurface(model: ViewerModel, { start }: Press): Drag {
  const { camera } = model.state.get();
  return {
    move([x, y]) {
      const pitch = camera.pitch + (y - start[1]) * ROTATION;
      const limit = Math.PI / 2;
      model.update({
        camera: {
          ...camera,
          yaw: camera.yaw + (x - start[0]) * ROTATION,
          pitch: clamp(pitch, -limit, limit),
        },
      });
    },
    end: () => {},
  };
}

function dragArchPoint(model: ViewerModel, { pane, start, isTouch }: Press): Drag | undefined {
  const { arch, tool } = model.state.get();
  if (pane.kind !== 'axial' || tool !== 'arch') return undefined;
  const index = findHandle(model, pane, arch, start, isTouch);
  if (index < 0) return undefined;
  return {
    isPrecise: true,
    move(point) {
      const to = toAnnotationPoint(model.viewOf(pane), sizeOf(pane), point);
      if (!to || !isPoint3(to)) return;
      const { arch: points } = model.state.get();
      model.update({
        arch: points.map((old, at) => (at === index ? to : old)),
        isArchEdited: true,
      });
    },
    end(isCancelled) {
      if (isCancelled) model.update({ arch });
    },
  };
}

function dragHandle(model: ViewerModel, annotations: Annotations, press: Press): Drag | undefined {
  const { pane, start, isTouch } = press;
  const { selected, frame } = model.state.get();
  // The chosen annotation first: its handles may lie on those of another one.
  const own = annotations.all
    .filter(({ isOwn, content }) => isOwn && isVisible(content, pane, frame))
    .toSorted((a, b) => Number(b._id === selected) - Number(a._id === selected));
  for (const { _id, content } of own) {
    const index = findHandle(model, pane, handlesOf(content), start, isTouch);
    if (index < 0) continue;
    let changed = content;
    model.update({ selected: _id });
    return {
      isPrecise: true,
      move(point) {
        const to = toAnnotationPoint(model.viewOf(pane), sizeOf(pane), point);
        if (!to) return;
        changed = moveHandle(content, {
          index,
          to,
          levelScale: annotations.levelScale,
          hasDepth: hasDepth(model, pane.id),
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
  { kind }: PaneLayout,
  frame: number,
): boolean =>
  content.kind !== 'window' &&
  content.kind !== 'arch' &&
  (kind !== 'picture' || !('frame' in content) || (content.frame ?? 0) === frame);

/** The index of the handle under a point; -1 where there is none. */
function findHandle(
  model: ViewerModel,
  pane: PaneLayout,
  handles: readonly AnnotationPoint[],
  at: Point2,
  isTouch: boolean,
): number {
  const view = model.viewOf(pane);
  const radius = HANDLE_RADIUS[isTouch ? 'touch' : 'mouse'];
  return handles.findIndex((handle) => {
    const shown = toPanePoint(view, sizeOf(pane), handle);
    if (!shown || Math.abs(shown.depth) > HANDLE_DEPTH) return false;
    return Math.hypot(shown.point[0] - at[0], shown.point[1] - at[1]) <= radius;
  });
}

/** Millimetres before and behind a plane in which a handle can be dragged. */
export const HANDLE_DEPTH = 1.5;

const NO_DRAG: Drag = { move: () => {}, end: () => {} };

const draftOf = (
  kind: DrawingTool,
  pane: PaneLayout,
  { levelScale }: Annotations,
  point: AnnotationPoint,
): Draft => ({ kind, pane: pane.id, levelScale, points: [point] });

/**
 * Whether a pane shows how deep a point lies: a panoramic shows the surface of the arch, and a thick slab many slices
 * as one.
 */
export function hasDepth(model: ViewerModel, paneId: string): boolean {
  if (paneId.startsWith('section')) return true;
  return paneId !== 'panoramic' && model.state.get().slab.millimetres <= 2 * HANDLE_DEPTH;
}

function drawPoint(
  model: ViewerModel,
  annotations: Annotations,
  { pane, start }: Press,
  kind: DrawingTool,
): Drag {
  const before = model.state.get().draft;
  const pointAt = (point: Point2) => toAnnotationPoint(model.viewOf(pane), sizeOf(pane), point);
  const continues = before?.pane === pane.id && before.kind === kind;
  const first = pointAt(start);
  if (!first) return NO_DRAG;
  // A drag draws the first two points together.
  const started = continues
    ? addPoint(before, first)
    : addPoint(draftOf(kind, pane, annotations, first), first);
  model.update({ draft: started });
  return {
    isPrecise: true,
    move(point) {
      const to = pointAt(point);
      if (to) model.update({ draft: moveLastPoint(started, to) });
    },
    end(isCancelled) {
      if (isCancelled) model.update({ draft: before });
      else finishIfComplete(model, annotations);
    },
  };
}

/** A tap: adds a point, moves the cross-hair, or chooses the annotation under it. */
export function tapPane(
  model: ViewerModel,
  annotations: Annotations,
  { pane, start, isTouch }: Press,
): void {
  const { tool, draft, frame } = model.state.get();
  if (isDrawingTool(tool) && canDraw(tool, pane)) {
    const point = toAnnotationPoint(model.viewOf(pane), sizeOf(pane), start);
    if (!point) return;
    const continues = draft?.pane === pane.id && draft.kind === tool;
    model.update({
      draft: continues ? addPoint(draft, point) : draftOf(tool, pane, annotations, point),
    });
    finishIfComplete(model, annotations);
    return;
  }
  const hit = annotations.all.find(
    ({ content }) =>
      isVisible(content, pane, frame) &&
      findHandle(model, pane, handlesOf(content), start, isTouch) >= 0,
  );
  model.update({ selected: hit?._id });
  if (!hit && (isPlane(pane.kind) || pane.kind === 'panoramic' || pane.kind === 'section'))
    setCursor(model, pane, start);
}

function finishIfComplete(model: ViewerModel, annotations: Annotations): void {
  const { draft } = model.state.get();
  if (draft && isComplete(draft)) annotations.finish();
}

/** A panoramic from a volume is stretched along the arch: nothing is measured in it. */
export function canDraw(kind: DrawingTool, pane: PaneLayout): boolean {
  if (pane.kind === 'picture') return kind !== 'canal' && kind !== 'implant';
  if (kind === 'calibration') return false;
  if (kind === 'canal') return pane.kind !== 'surface';
  return isPlane(pane.kind) || pane.kind === 'section';
}
