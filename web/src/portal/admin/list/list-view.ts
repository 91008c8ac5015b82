import { useQuery } from '@tanstack/react-query';
import { createStore, get, set } from 'idb-keyval';
import { useLocation, useSearchParams } from 'react-router';
import { queryClient } from '../../../api/http/query.ts';
import { session } from '../../../api/people/session/session.ts';

/** A named order and filters. Searches are not among them: they are names of patients. */
export type SavedView = { readonly name: string; readonly query: string };

export type ListView = {
  readonly hiddenColumns: readonly string[];
  readonly isDense: boolean;
  readonly views: readonly SavedView[];
};

const STANDARD: ListView = { hiddenColumns: [], isDense: false, views: [] };

/** IndexedDB: the end of a session empties localStorage. */
const openStore = () => createStore('list-views', 'views');

/** How the person has set up this list in this browser, and a function that changes it. */
export function useListView() {
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const storageKey = `${session.person() ?? ''} ${pathname}`;
  const queryKey = ['list-view', storageKey];
  const { data = STANDARD } = useQuery({
    queryKey,
    // A browser without storage shows the standard.
    queryFn: async () =>
      (await get<ListView>(storageKey, openStore()).catch(() => undefined)) ?? STANDARD,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: 'indexedDB' in globalThis,
  });
  const change = (changes: Partial<ListView>) => {
    const next = { ...data, ...changes };
    queryClient.setQueryData(queryKey, next);
    void set(storageKey, next, openStore()).catch(() => undefined);
  };
  return { view: data, change, query: readQuery(params) };
}

function readQuery(params: URLSearchParams): string {
  const saved = new URLSearchParams(params);
  for (const name of ['page', 'name', 'fullName']) saved.delete(name);
  // In one order, so that equal filters are equal texts.
  saved.sort();
  return saved.toString();
}
