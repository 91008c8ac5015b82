import type { AnnotationContent } from '@deqiq/contract/imaging/annotation-shapes.ts';
import type { Annotation } from '@deqiq/contract/imaging/annotations.ts';
import { useEffect, useMemo, useRef } from 'react';
import type { Alignment } from '../../../geometry/align/align-scan.ts';
import type { Rigid } from '../../../geometry/registration/rigid.ts';
import type { Point3 } from '../../../geometry/vectors.ts';
import type { ViewerModel } from '../../../model/viewer-model.ts';
import { createArchOutline } from '../../../pixels/mesh/cut-arch.ts';
import { createOutline } from '../../../pixels/mesh/cut-mesh.ts';
import type { ScanMesh } from '../../../pixels/mesh/decode-mesh.ts';
import { createMeshOverlay } from '../../../pixels/mesh/mesh-overlay.ts';
import { COLOURS } from '../../../stage/overlay/strokes.ts';
import type { SavedAnnotations } from '../mode-names.ts';

export type SavedAlignment = Annotation & {
  readonly content: Extract<AnnotationContent, { kind: 'alignment' }>;
};

const isAlignment = (one: Annotation): one is SavedAlignment => one.content.kind === 'alignment';

/** The user's own before those of others. */
export const listAlignments = (annotations: SavedAnnotations | undefined): SavedAlignment[] =>
  (annotations?.all ?? [])
    .filter(isAlignment)
    .toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn));

/** Saves a new alignment, then calls `onSaved`. A person has one of each scan. */
export function useSaving(
  annotations: SavedAnnotations | undefined,
  scan: string,
  found: Alignment | undefined,
  onSaved: () => void,
): void {
  const latest = useRef({ annotations, onSaved });
  useEffect(() => {
    latest.current = { annotations, onSaved };
  });
  useEffect(() => {
    const { annotations: current, onSaved: done } = latest.current;
    if (!found || !current) return;
    const { rms, share, rigid } = found;
    const { rotation, shift } = rigid;
    const content = { kind: 'alignment', scan, rotation, shift, rms, share } as const;
    const own = listAlignments(current).find((one) => one.isOwn && one.content.scan === scan);
    if (own) current.save(own._id, content);
    else current.create(content);
    done();
  }, [scan, found]);
}

/** Over bone, whose colour is that of plaster, the scan has that of its outline. */
const BASE: Point3 = [0.45, 0.84, 0.87];

/** The moved scan on planes, on the panoramic and over the bone surface. */
export function useDrawnScan(model: ViewerModel, mesh: ScanMesh, rigid: Rigid | undefined) {
  const panoramic = useMemo(
    () => rigid && createArchOutline(mesh, rigid, COLOURS.own, () => model.update({})),
    [model, mesh, rigid],
  );
  useEffect(() => panoramic?.stop, [panoramic]);
  return useMemo(
    () =>
      rigid
        ? {
            draw: createOutline(mesh, rigid, COLOURS.own),
            drawPanoramic: panoramic?.draw,
            overlay: createMeshOverlay(mesh, rigid, BASE),
          }
        : {},
    [mesh, rigid, panoramic],
  );
}
