import type { Annotation, AnnotationContent } from '@deqiq/contract/annotations.ts';
import { annotationMessages, MAX_ANNOTATIONS } from '@deqiq/contract/shared/annotation-limits.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { toast } from '../../ui/overlay/toast.ts';
import type { AnnotationsApi } from '../viewer-file.ts';

/** Milliseconds without a change after which a slider's value is saved. */
const SAVE_DELAY = 600;

const NONE: readonly Annotation[] = [];

type Change = { readonly id: string; readonly content: AnnotationContent; readonly label?: string };

/** The saved annotations of a file, with what is being changed, and everything that changes them. */
export function useAnnotations(api: AnnotationsApi, fileId: string) {
  const client = useQueryClient();
  const queryKey = useMemo(() => ['annotations', fileId], [fileId]);
  const query = useQuery({ queryKey, queryFn: ({ signal }) => api.list(fileId, signal) });
  const saved = query.data ?? NONE;
  const [dragged, setDragged] = useState<Change>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [removed, setRemoved] = useState<Annotation>();

  const replace = (next: (list: readonly Annotation[]) => readonly Annotation[]) =>
    client.setQueryData<readonly Annotation[]>(queryKey, (list = NONE) => next(list));
  const reload = () => client.invalidateQueries({ queryKey });
  const onError = (error: Error) => {
    toast.error(error.message);
    void reload();
  };

  const create = useMutation({
    mutationFn: ({ id, content, label = '' }: Change) =>
      api.create(fileId, { _id: id, label, content }),
    onMutate: ({ id, content, label = '' }) =>
      replace((list) => [...list, draftOf(id, content, label)]),
    onSuccess: (annotation) => replace((list) => list.map((one) => same(one, annotation))),
    onError: (error, { id }) => {
      replace((list) => list.filter(({ _id }) => _id !== id));
      onError(error);
    },
  });
  const update = useMutation({
    // One after the other: each change names the version that the one before has made.
    scope: { id: `annotations-${fileId}` },
    mutationFn: ({ id, content, label }: Change) => {
      const current = client
        .getQueryData<readonly Annotation[]>(queryKey)
        ?.find(({ _id }) => _id === id);
      if (!current) return Promise.reject(new Error(annotationMessages.notFound));
      const change = { version: current.version, label: label ?? current.label, content };
      return api.update(fileId, id, change);
    },
    onMutate: ({ id, content, label }) =>
      replace((list) =>
        list.map((one) => (one._id === id ? { ...one, content, label: label ?? one.label } : one)),
      ),
    onSuccess: (annotation) => replace((list) => list.map((one) => same(one, annotation))),
    onError,
  });
  const remove = useMutation({
    scope: { id: `annotations-${fileId}` },
    mutationFn: ({ _id, version }: Annotation) => api.remove(fileId, _id, version),
    onMutate: ({ _id }) => replace((list) => list.filter((one) => one._id !== _id)),
    onError,
  });

  const all = useMemo(
    () =>
      dragged
        ? saved.map((one) => (one._id === dragged.id ? { ...one, content: dragged.content } : one))
        : saved,
    [saved, dragged],
  );
  return {
    all,
    isLoading: query.isPending,
    error: query.error,
    reload,
    /** Returns the id of the new annotation; undefined where the file has no room for it. */
    create(content: AnnotationContent): string | undefined {
      if (saved.length >= MAX_ANNOTATIONS) {
        toast.error(annotationMessages.tooMany);
        return undefined;
      }
      const id = crypto.randomUUID();
      create.mutate({ id, content });
      return id;
    },
    preview: (id: string, content: AnnotationContent) => setDragged({ id, content }),
    save(id: string, content: AnnotationContent, label?: string) {
      setDragged(undefined);
      update.mutate({ id, content, ...(label !== undefined && { label }) });
    },
    /** Shows a change at once and saves it when no other follows: a slider moves in many steps. */
    saveSoon(id: string, content: AnnotationContent) {
      setDragged({ id, content });
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        setDragged(undefined);
        update.mutate({ id, content });
      }, SAVE_DELAY);
    },
    remove(annotation: Annotation) {
      remove.mutate(annotation);
      setRemoved(annotation);
      toast.success(annotationMessages.deleted);
    },
    /** Brings the annotation back that was deleted last; undefined where there is none. */
    undo:
      removed &&
      (() => {
        setRemoved(undefined);
        create.mutate(copyOf(removed));
      }),
  };
}

const same = (one: Annotation, answer: Annotation): Annotation =>
  one._id === answer._id ? answer : one;

/** A deleted annotation is created again under a new id. */
const copyOf = ({ content, label }: Annotation): Change => ({
  id: crypto.randomUUID(),
  content,
  label,
});

/** What is shown until the server has answered. */
function draftOf(_id: string, content: AnnotationContent, label: string): Annotation {
  const now = new Date().toISOString();
  const author = { role: 'partner', name: '' } as const;
  return { _id, version: 1, label, content, author, createdAt: now, updatedAt: now, isOwn: true };
}
