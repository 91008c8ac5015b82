import { annotationMessages, MAX_ANNOTATIONS } from '@deqiq/contract/imaging/annotation-limits.ts';
import type { AnnotationContent } from '@deqiq/contract/imaging/annotation-shapes.ts';
import type { Annotation } from '@deqiq/contract/imaging/annotations.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { toast } from '../../ui/overlay/toast.ts';
import type { AnnotationsApi } from '../viewer-file.ts';

const NONE: readonly Annotation[] = [];

type Change = {
  readonly id: string;
  readonly content: AnnotationContent;
  readonly label?: string;
  readonly isUndo?: boolean;
};

/** Changes that can be undone one after the other. */
const MAX_UNDO = 20;

/** The saved annotations of a file, with what is being changed, and everything that changes them. */
export function useAnnotations(api: AnnotationsApi, fileId: string) {
  const client = useQueryClient();
  const queryKey = ['annotations', fileId];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.list(fileId, signal),
    // Without the list the user cannot see that measurements are missing, so retry without end.
    retry: true,
  });
  const saved = query.data ?? NONE;
  const [dragged, setDragged] = useState<Change>();
  const versions = useRef(new Map<string, number>());
  /** Annotations as they were before each change or deletion, the latest last. */
  const [former, setFormer] = useState<readonly Annotation[]>([]);
  const remember = (annotation: Annotation) =>
    setFormer((all) => [...all, annotation].slice(-MAX_UNDO));

  type Next = (list: readonly Annotation[]) => readonly Annotation[];
  /** Changes nothing before the list has arrived: missing annotations would seem to be deleted. */
  const replace = (next: Next) =>
    client.setQueryData<readonly Annotation[]>(queryKey, (list) => list && next(list));
  /** Shows a change before it is saved. A list that is on its way lacks it. */
  const show = async (next: Next) => {
    if (client.getQueryData(queryKey)) await client.cancelQueries({ queryKey });
    replace(next);
  };
  const receive = (annotation: Annotation) => {
    versions.current.set(annotation._id, annotation.version);
    replace((list) => list.map((one) => accept(one, annotation)));
  };
  const common = {
    mutationKey: queryKey,
    // One after the other: each change names the version that the one before has made.
    scope: { id: fileId },
    onError: (error: Error) => void toast.error(error.message),
    // The last one requests what other devices have changed.
    onSettled: () => {
      if (client.isMutating({ mutationKey: queryKey }) === 1)
        void client.invalidateQueries({ queryKey });
    },
  };

  const create = useMutation({
    ...common,
    mutationFn: ({ id, content, label = '' }: Change) =>
      api.create(fileId, { _id: id, label, content }),
    onMutate: ({ id, content, label = '' }) =>
      show((list) => [...list, draftOf(id, content, label)]),
    onSuccess: receive,
    onError: (error, { id }) => {
      replace((list) => list.filter(({ _id }) => _id !== id));
      common.onError(error);
    },
  });
  const update = useMutation({
    ...common,
    mutationFn: ({ id, content, label }: Change) => {
      const current = client
        .getQueryData<readonly Annotation[]>(queryKey)
        ?.find(({ _id }) => _id === id);
      if (!current) throw new Error(annotationMessages.notFound);
      const change = { version: current.version, label: label ?? current.label, content };
      return api.update(fileId, id, change);
    },
    onMutate: async ({ id, content, label }) => {
      const before = saved.find(({ _id }) => _id === id);
      await show((list) =>
        list.map((one) => (one._id === id ? { ...one, content, label: label ?? one.label } : one)),
      );
      return before;
    },
    onSuccess: (annotation, { isUndo = false }, before) => {
      receive(annotation);
      // Window and arch are how the picture is shown, saved by themselves.
      if (before && !isUndo && !VIEWS.includes(before.content.kind)) remember(before);
    },
  });
  const remove = useMutation({
    ...common,
    mutationFn: ({ _id, version }: Annotation) =>
      api.remove(fileId, _id, Math.max(version, versions.current.get(_id) ?? 0)),
    onMutate: ({ _id }) => show((list) => list.filter((one) => one._id !== _id)),
    onSuccess: (_, annotation) => {
      remember(annotation);
      toast.success(annotationMessages.deleted);
    },
  });

  const last = former.at(-1);
  const all = useMemo(
    () =>
      dragged
        ? saved.map((one) => (one._id === dragged.id ? { ...one, content: dragged.content } : one))
        : saved,
    [saved, dragged],
  );
  return {
    all,
    isLoaded: query.data !== undefined,
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
    /** Shows a change that is saved when the drag ends. */
    preview: (id: string, content: AnnotationContent) => setDragged({ id, content }),
    save(id: string, content: AnnotationContent, label?: string) {
      setDragged(undefined);
      update.mutate({ id, content, ...(label !== undefined && { label }) });
    },
    remove: remove.mutate,
    /** Takes the last change or deletion back; undefined where there is none. A deleted annotation gets a new id. */
    undo:
      last &&
      (() => {
        const isDeleted = !saved.some(({ _id }) => _id === last._id);
        const id = isDeleted ? crypto.randomUUID() : last._id;
        setFormer(
          former.slice(0, -1).map((one) => (one._id === last._id ? { ...one, _id: id } : one)),
        );
        if (isDeleted) create.mutate({ ...last, id });
        else update.mutate({ ...last, id, isUndo: true });
      }),
  };
}

const VIEWS: readonly string[] = ['window', 'arch'];

/** An annotation with what the server has set. A later change of its content may be on its way. */
const accept = (one: Annotation, answer: Annotation): Annotation =>
  one._id === answer._id ? { ...answer, content: one.content, label: one.label } : one;

/** The annotation that is shown until the server has answered. */
function draftOf(_id: string, content: AnnotationContent, label: string): Annotation {
  const now = new Date().toISOString();
  const author = { role: 'partner', name: '' } as const;
  return { _id, version: 1, label, content, author, createdAt: now, updatedAt: now, isOwn: true };
}
