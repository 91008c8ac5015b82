import type { AnnotationContent } from '@deqiq/contract/imaging/annotation-shapes.ts';
import type { Annotation } from '@deqiq/contract/imaging/annotations.ts';
import * as annotationMessages from '@deqiq/messages/imaging/annotations.js';
import { useMutation } from '@tanstack/react-query';
import { toast } from '../../ui/overlay/toast.ts';
import type { AnnotationsApi } from '../viewer-file.ts';
import type { AnnotationCache } from './annotation-cache.ts';
import { isDrawn } from './kinds.ts';

type Change = {
  readonly id: string;
  readonly content: AnnotationContent;
  readonly label?: string;
  readonly isUndo?: boolean;
};

type Deps = {
  readonly api: AnnotationsApi;
  readonly fileId: string;
  readonly cache: AnnotationCache;
  /** The list as it is shown. */
  readonly saved: readonly Annotation[];
  /** Receives an annotation as it was before its change or deletion. */
  readonly remember: (annotation: Annotation) => void;
};

/** Creates, changes and deletes annotations: shown before they are saved, one after the other. */
export function useAnnotationChanges(deps: Deps) {
  return { create: useCreate(deps), update: useUpdate(deps), remove: useRemove(deps) };
}

const showError = (error: Error) => void toast.error(error.message);

const sharedOptions = ({ cache, fileId }: Deps) => ({
  mutationKey: cache.queryKey,
  // Each change names the version that the one before has made.
  scope: { id: fileId },
  onError: showError,
  onSettled: () => cache.settle(),
});

function useCreate(deps: Deps) {
  const { api, fileId, cache } = deps;
  return useMutation({
    ...sharedOptions(deps),
    mutationFn: ({ id, content, label = '' }: Change) =>
      api.create(fileId, { _id: id, label, content }),
    onMutate: ({ id, content, label = '' }) =>
      cache.show((list) => [...list, createDraft(id, content, label)]),
    onSuccess: (annotation) => cache.receive(annotation),
    onError: (error, { id }) => {
      cache.replace((list) => list.filter(({ _id }) => _id !== id));
      showError(error);
    },
  });
}

function useUpdate(deps: Deps) {
  const { api, fileId, cache, saved, remember } = deps;
  return useMutation({
    ...sharedOptions(deps),
    mutationFn: ({ id, content, label }: Change) => {
      const current = cache.find(id);
      if (!current) throw new Error(annotationMessages.notFound());
      const change = { version: current.version, label: label ?? current.label, content };
      return api.update(fileId, id, change);
    },
    onMutate: async ({ id, content, label }) => {
      const before = saved.find(({ _id }) => _id === id);
      await cache.show((list) =>
        list.map((one) => (one._id === id ? { ...one, content, label: label ?? one.label } : one)),
      );
      return before;
    },
    onSuccess: (annotation, { isUndo = false }, before) => {
      cache.receive(annotation);
      // Window and arch are how the picture is shown, saved by themselves.
      if (before && !isUndo && isDrawn(before.content)) remember(before);
    },
  });
}

function useRemove(deps: Deps) {
  const { api, fileId, cache, remember } = deps;
  return useMutation({
    ...sharedOptions(deps),
    mutationFn: (annotation: Annotation) =>
      api.remove(fileId, annotation._id, cache.latestVersion(annotation)),
    onMutate: ({ _id }) => cache.show((list) => list.filter((one) => one._id !== _id)),
    onSuccess: (_, annotation) => {
      remember(annotation);
      toast.success(annotationMessages.deleted());
    },
  });
}

/** The annotation that is shown until the server has answered. */
function createDraft(_id: string, content: AnnotationContent, label: string): Annotation {
  const now = new Date().toISOString();
  const author = { role: 'partner', name: '' } as const;
  return { _id, version: 1, label, content, author, createdAt: now, updatedAt: now, isOwn: true };
}
