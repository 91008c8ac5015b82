import * as texts from '@deqiq/messages/viewer/export.js';
import * as layoutTexts from '@deqiq/messages/viewer/layouts.js';
import { isDrawn } from '../annotations/kinds.ts';
import { add, dot, isPoint3, type Point3, scale, subtract } from '../geometry/vectors.ts';
import {
  depthDirection,
  type PlaneName,
  type PlaneView,
  planeView,
} from '../geometry/volume/planes.ts';
import { type AnnotationPoint, listHandles } from '../model/drawing/annotation-content.ts';
import { isPlane, layoutNames } from '../model/panes/layout.ts';
import { HANDLE_DEPTH } from '../model/panes/pane-coordinates.ts';
import { drawingTools } from '../model/tools.ts';
import type { ViewerModel } from '../model/viewer-model.ts';
import type { ViewerState } from '../model/viewer-state.ts';
import type { MeasurementRow } from './measurement-rows.ts';

export type MeasurementView = {
  readonly title: string;
  /** State of the stage that shows them. */
  readonly state: Partial<ViewerState>;
  /** Of the rows that are seen in it. */
  readonly numbers: readonly number[];
};

/** Nothing zoomed, chosen or half drawn. */
const PLAIN: Partial<ViewerState> = {
  pictureView: undefined,
  planeViews: {},
  panoramicView: undefined,
  sectionZoom: 1,
  draft: undefined,
  selected: undefined,
  isMoving: false,
  tool: 'pan',
};

/**
 * Views that together show every row: frames of a picture; of a volume the plane, cross-section or panoramic that a
 * measurement lies in. A row that an earlier view shows needs no other.
 */
export function measurementViews(
  model: ViewerModel,
  rows: readonly MeasurementRow[],
): MeasurementView[] {
  const views = new Map<string, MeasurementView & { candidate: Candidate }>();
  for (const row of rows) {
    const points = listHandles(row.annotation.content);
    const existing = [...views.entries()].find(([, view]) => isIn(view.candidate, row, points));
    const candidate = existing?.[1].candidate ?? findView(model, row, points);
    const key = existing?.[0] ?? `${views.size}`;
    const numbers = [...new Set([...(existing?.[1].numbers ?? []), row.number])];
    const { title, state } = candidate;
    views.set(key, { title, state: { ...PLAIN, ...state }, numbers, candidate });
  }
  return [...views.values()];
}

type PlaneCandidate = Candidate & { readonly plane: PlaneView };

type Candidate = {
  readonly title: string;
  readonly state: Partial<ViewerState>;
  /** Of planes and cross-sections. */
  readonly plane?: PlaneView;
  /** Kinds that it shows wherever they lie. */
  readonly shows?: MeasurementRow['annotation']['content']['kind'];
};

function isIn(
  { plane, shows, state }: Candidate,
  { annotation: { content } }: MeasurementRow,
  points: readonly AnnotationPoint[],
): boolean {
  if (plane) return spread(plane, points.filter(isPoint3)) <= HANDLE_DEPTH;
  if (shows) return shows === content.kind;
  return ('frame' in content ? (content.frame ?? 0) : 0) === (state.frame ?? 0);
}

/** The largest distance of the points to the plane, millimetres. */
const spread = (plane: PlaneView, points: readonly Point3[]): number =>
  Math.max(
    ...points.map((point) => Math.abs(dot(subtract(point, plane.centre), depthDirection(plane)))),
  );

/** Millimetres to a plane up to which a measurement lies in it: cross-sections are a step apart. */
const IN_PLANE = HANDLE_DEPTH / 2;

function findView(
  model: ViewerModel,
  { annotation: { content } }: MeasurementRow,
  points: readonly AnnotationPoint[],
): Candidate {
  const { space } = model.subject;
  const inPatient = points.filter(isPoint3);
  if (!space || inPatient.length === 0) {
    const frame = 'frame' in content ? (content.frame ?? 0) : 0;
    const isStack = model.subject.metadata.slices > 1;
    const title = isStack ? texts.numberedFrame({ number: frame + 1 }) : texts.whole();
    return { title, state: { frame } };
  }
  const cursor = scale(
    inPatient.reduce((sum, point) => add(sum, point)),
    1 / inPatient.length,
  );
  const layout = isDrawn(content) ? drawingTools[content.kind].wholeIn : undefined;
  if (layout && model.arch())
    return { title: layoutNames[layout](), state: { layout }, shows: content.kind };
  const { axes } = model.state.get();
  const planes = (['axial', 'section', 'coronal', 'sagittal'] as const).flatMap(
    (kind): PlaneCandidate[] =>
      isPlane(kind)
        ? [planeCandidate(kind, planeView(space, kind, cursor, UNIT, axes), cursor)]
        : sectionCandidates(model, cursor),
  );
  const ranked = planes.map((plane) => ({ plane, by: spread(plane.plane, inPatient) }));
  const found =
    ranked.find(({ by }) => by <= IN_PLANE) ?? ranked.toSorted((a, b) => a.by - b.by)[0];
  const fallback = planeCandidate('axial', planeView(space, 'axial', cursor, UNIT, axes), cursor);
  return found?.plane ?? fallback;
}

/** A plane's direction depends on no size. */
const UNIT = { width: 1, height: 1 };

const planeCandidate = (layout: PlaneName, plane: PlaneView, cursor: Point3): PlaneCandidate => ({
  title: layoutNames[layout](),
  state: { layout, cursor },
  plane,
});

/** The cross-sections beside a point: nearest first. */
function sectionCandidates(model: ViewerModel, point: Point3): PlaneCandidate[] {
  const arch = model.arch();
  if (!arch) return [];
  const nearest = arch.nearestSection(point);
  return [0, -1, 1, -2, 2].flatMap((offset) => {
    const section = nearest + offset;
    const plane = arch.sectionView(section, UNIT, 1);
    const title = layoutTexts.numberedSection({ number: section + 1 });
    return plane
      ? [{ title, state: { layout: 'sections' as const, section, cursor: point }, plane }]
      : [];
  });
}
