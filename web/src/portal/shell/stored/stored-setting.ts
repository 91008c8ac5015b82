import { useQuery } from '@tanstack/react-query';
import { createStore, get, set } from 'idb-keyval';
import { queryClient } from '../../../api/http/query.ts';
import { session } from '../../../api/people/session/session.ts';

/**
 * How the person has set up something in this browser, and a function that changes it. Stored in IndexedDB, because the
 * end of a session empties localStorage. A browser without storage shows the standard.
 */
export function useStoredSetting<T>(
  database: string,
  store: string,
  standard: T,
  name: string,
): [T, (value: T) => void] {
  const storageKey = `${session.person() ?? ''} ${name}`;
  const queryKey = [database, storageKey];
  const openStore = () => createStore(database, store);
  const { data = standard } = useQuery({
    queryKey,
    queryFn: async () => {
      const stored = await get<T>(storageKey, openStore()).catch(() => undefined);
      // It may have been changed while it was read.
      return queryClient.getQueryData<T>(queryKey) ?? stored ?? standard;
    },
    staleTime: Number.POSITIVE_INFINITY,
    enabled: 'indexedDB' in globalThis,
  });
  const change = (value: T) => {
    queryClient.setQueryData(queryKey, value);
    void set(storageKey, value, openStore()).catch(() => undefined);
  };
  return [data, change];
}
