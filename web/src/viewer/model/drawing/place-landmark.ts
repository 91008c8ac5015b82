import type { Annotation } from '@deqiq/contract/imaging/annotations.ts';
import type { ViewerModel } from '../viewer-model.ts';
import type { FinishOptions } from './annotation-content.ts';
import {
  type Ceph,
  createCeph,
  currentLandmark,
  findCeph,
  mergeCeph,
  nextLandmark,
} from './ceph-content.ts';
import type { Draft } from './draft.ts';

export type LandmarkAnnotations = {
  readonly all: readonly Annotation[];
  readonly create: (content: Ceph) => string | undefined;
  readonly save: (id: string, content: Ceph) => void;
};

/** Saves a landmark in the user's tracing, which its first landmark creates, and selects the next one. */
export function placeLandmark(
  model: ViewerModel,
  draft: Draft,
  options: FinishOptions,
  { all, create, save }: LandmarkAnnotations,
): void {
  const found = findCeph(all, options.frame ?? 0);
  const own = found?.isOwn ? found : undefined;
  const placed = own?.content.names ?? [];
  const landmark = currentLandmark(placed, options.landmark);
  // The directions of the first landmark hold for all: the head may have been straightened since.
  const plane = own?.content.plane ?? options.plane;
  const added = landmark && createCeph(draft, { ...options, landmark, plane });
  model.update({
    draft: undefined,
    landmark: nextLandmark([...placed, ...(added?.names ?? [])], landmark),
  });
  if (!added) return;
  if (own) save(own._id, mergeCeph(own.content, added));
  else create(added);
}
