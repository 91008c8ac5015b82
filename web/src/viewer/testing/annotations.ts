import type { AnnotationContent } from '@deqiq/contract/imaging/annotation-shapes.ts';
import type { Annotation } from '@deqiq/contract/imaging/annotations.ts';
import type { PictureMetadata } from '@deqiq/contract/shared/imaging/derivatives.ts';
import { createVolumeSpace } from '../geometry/volume/volume-space.ts';
import { createArchModel } from '../model/arch/arch-model.ts';
import { createSubject } from '../model/panes/scene.ts';
import { createViewerModel, type ViewerModel } from '../model/viewer-model.ts';
import { INITIAL_STATE } from '../model/viewer-state.ts';

/** An annotation as the server returns it to the partner who drew it. */
export const createAnnotation = (
  _id: string,
  content: AnnotationContent,
  change: Partial<Annotation> = {},
): Annotation => ({
  _id,
  version: 1,
  label: '',
  content,
  isOwn: true,
  author: { role: 'partner', name: 'Eli İsmayılov' },
  createdAt: '2026-11-20T08:00:00.000Z',
  updatedAt: '2026-11-20T08:30:00.000Z',
  ...change,
});

/** The model of a picture or volume on a stage of 200 × 100 CSS pixels. */
export function createModel(metadata: PictureMetadata): ViewerModel {
  const subject = createSubject(metadata, createVolumeSpace(metadata), false);
  const model = createViewerModel(subject, {
    ...INITIAL_STATE,
    createArch: createArchModel,
  });
  model.resize({ width: 200, height: 100 });
  return model;
}
