import type { AnnotationContent } from '@deqiq/contract/imaging/annotation-shapes.ts';
import { paneToPicture, pictureToPane } from '../../geometry/picture-view.ts';
import { isPoint3, type Point2, type Size } from '../../geometry/vectors.ts';
import { paneToPatient, patientToPane } from '../../geometry/volume/planes.ts';
import type { Slab } from '../../pixels/panes.ts';
import type { AnnotationPoint } from '../drawing/annotation-content.ts';
import type { PaneView } from './scene.ts';

/** The point of the picture or the patient under a point of the pane; undefined where a pane has no such points. */
export function toAnnotationPoint(
  view: PaneView,
  size: Size,
  point: Point2,
): AnnotationPoint | undefined {
  if (view.kind === 'picture') return paneToPicture(view.view, size, point);
  if (view.kind === 'plane') return paneToPatient(view.view, size, point);
  if (view.kind === 'panoramic')
    return view.surface.toPatient(paneToPicture(view.view, size, point));
  return undefined;
}

/** Where a point of an annotation lies in a pane, and how far from the plane, in millimetres. */
export function toPanePoint(
  view: PaneView,
  size: Size,
  point: AnnotationPoint,
): { readonly point: Point2; readonly depth: number } | undefined {
  if (isPoint3(point)) {
    if (view.kind === 'plane') return patientToPane(view.view, size, point);
    if (view.kind !== 'panoramic') return undefined;
    const projected = view.surface.fromPatient(point);
    return { point: pictureToPane(view.view, size, projected.point), depth: projected.depth };
  }
  if (view.kind !== 'picture') return undefined;
  return { point: pictureToPane(view.view, size, point), depth: 0 };
}

/** Millimetres before and behind a plane in which a handle can be dragged. */
export const HANDLE_DEPTH = 1.5;

/** Of an annotation: landmarks lie on no plane, but along the rays of a projection. */
export const handleDepth = ({ kind }: Pick<AnnotationContent, 'kind'>): number =>
  kind === 'ceph' ? Number.POSITIVE_INFINITY : HANDLE_DEPTH;

/** The pane of a reading mode that shows a cephalogram projected from a volume. */
export const CEPHALOGRAM = 'cephalogram';

/** Whether a pane shows depth: a panoramic shows a surface, and a thick slab many slices as one. */
export function hasDepth(paneId: string, slab: Slab): boolean {
  if (paneId.startsWith('section')) return true;
  return paneId !== 'panoramic' && slab.millimetres <= 2 * HANDLE_DEPTH;
}
