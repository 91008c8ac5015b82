import { MAX_ANNOTATIONS } from '@deqiq/contract/imaging/annotation-limits.ts';
import type { AnnotationContent } from '@deqiq/contract/imaging/annotation-shapes.ts';
import type { Annotation } from '@deqiq/contract/imaging/annotations.ts';
import * as annotationMessages from '@deqiq/messages/imaging/annotations.js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { toast } from '../../ui/overlay/toast.ts';
import type { AnnotationsApi } from '../viewer-file.ts';
import { createAnnotationCache } from './annotation-cache.ts';
import { useAnnotationChanges } from './use-annotation-changes.ts';

const NONE: readonly Annotation[] = [];

/** Changes that can be undone one after the other. */
const MAX_UNDO = 20;

/** The saved annotations of a file, with what is being changed, and everything that changes them. */
export function useAnnotations(api: AnnotationsApi, fileId: string) {
  const client = useQueryClient();
  const cache = useMemo(() => createAnnotationCache(client, fileId), [client, fileId]);
  const query = useQuery({
    queryKey: cache.queryKey,
    queryFn: ({ signal }) => api.list(fileId, signal),
    // Without the list the user cannot see that measurements are missing, so retry without end.
    retry: true,
  });
  const saved = query.data ?? NONE;
  const [dragged, setDragged] = useState<Pick<Annotation, '_id' | 'content'>>();
  /** Undoes each change or deletion, the latest last: an annotation as it was before, or a change of the view. */
  const [former, setFormer] = useState<readonly (Annotation | (() => void))[]>([]);
  const remember = useCallback(
    (undone: Annotation | (() => void)) => setFormer((all) => [...all, undone].slice(-MAX_UNDO)),
    [],
  );
  const { create, update, remove } = useAnnotationChanges({
    api,
    fileId,
    cache,
    saved,
    remember,
  });
  const all = useMemo(
    () =>
      dragged
        ? saved.map((one) => (one._id === dragged._id ? { ...one, ...dragged } : one))
        : saved,
    [saved, dragged],
  );

  const undo = (last: Annotation | (() => void)) => {
    if (last instanceof Function) {
      setFormer(former.slice(0, -1));
      return last();
    }
    const isDeleted = !saved.some(({ _id }) => _id === last._id);
    const id = isDeleted ? crypto.randomUUID() : last._id;
    setFormer(
      former
        .slice(0, -1)
        .map((one) => ('_id' in one && one._id === last._id ? { ...one, _id: id } : one)),
    );
    if (isDeleted) create.mutate({ ...last, id });
    else update.mutate({ ...last, id, isUndo: true });
  };
  const last = former.at(-1);
  return {
    all,
    isLoaded: query.data !== undefined,
    /** Returns the id of the new annotation; undefined where the file has no room for it. */
    create(content: AnnotationContent, label = ''): string | undefined {
      if (saved.length >= MAX_ANNOTATIONS) {
        toast.error(annotationMessages.tooMany({ max: MAX_ANNOTATIONS }));
        return undefined;
      }
      const id = crypto.randomUUID();
      create.mutate({ id, content, label });
      return id;
    },
    preview: (_id: string, content: AnnotationContent) => setDragged({ _id, content }),
    save(id: string, content: AnnotationContent, label?: string) {
      setDragged(undefined);
      update.mutate({ id, content, ...(label !== undefined && { label }) });
    },
    remove: remove.mutate,
    /** Puts a change of the view among those that can be taken back. */
    remember,
    /** Takes the last change or deletion back; undefined where there is none. A deleted annotation gets a new id. */
    undo: last && (() => undo(last)),
  };
}
