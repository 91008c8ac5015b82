import type { Annotation } from '@deqiq/contract/imaging/annotations.ts';
import type { QueryClient } from '@tanstack/react-query';

type Change = (list: readonly Annotation[]) => readonly Annotation[];

/** The annotations of a file in the browser: as saved, with the changes that are on their way. */
export type AnnotationCache = ReturnType<typeof createAnnotationCache>;

export function createAnnotationCache(client: QueryClient, fileId: string) {
  const queryKey = ['annotations', fileId];
  const versions = new Map<string, number>();
  const list = () => client.getQueryData<readonly Annotation[]>(queryKey);
  /** Changes nothing before the list has arrived: missing annotations would seem to be deleted. */
  const replace = (change: Change) =>
    client.setQueryData<readonly Annotation[]>(queryKey, (before) => before && change(before));
  return {
    queryKey,
    replace,
    find: (id: string) => list()?.find(({ _id }) => _id === id),

    /** Shows a change before it is saved. A list that is on its way lacks it. */
    async show(change: Change): Promise<void> {
      if (list()) await client.cancelQueries({ queryKey });
      replace(change);
    },

    receive(annotation: Annotation): void {
      versions.set(annotation._id, annotation.version);
      replace((before) => before.map((one) => accept(one, annotation)));
    },

    /** The latest version that the server has set. */
    latestVersion: ({ _id, version }: Annotation) => Math.max(version, versions.get(_id) ?? 0),

    /** After a change: the last one of several requests what other devices have changed. */
    settle(): void {
      if (client.isMutating({ mutationKey: queryKey }) === 1)
        void client.invalidateQueries({ queryKey });
    },
  };
}

/** An annotation with what the server has set. A later change of its content may be on its way. */
const accept = (one: Annotation, answer: Annotation): Annotation =>
  one._id === answer._id ? { ...answer, content: one.content, label: one.label } : one;
