import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { createStore, get, set } from 'idb-keyval';
import { queryClient } from '../../../api/http/query.ts';
import { session } from '../../../api/people/session/session.ts';

/** IndexedDB: the end of a session empties localStorage. */
const openStore = () => createStore('start-pages', 'people');

const readPerson = (): string => session.person() ?? '';

async function beginsWithToday(): Promise<boolean> {
  if (!('indexedDB' in globalThis)) return false;
  return (await get<boolean>(readPerson(), openStore()).catch(() => false)) ?? false;
}

/** Where the member of staff goes after sign-in: the partners, until the person begins with Today in this browser. */
export const findStartPage = async (): Promise<string> =>
  (await beginsWithToday()) ? portalPaths.today : portalPaths.adminDashboard;

/** Whether sign-in opens Today, and how to change it. */
export function useStartPage(): { isToday: boolean; toggle: () => void } {
  const queryKey = ['start-page', readPerson()];
  const { data: isToday = false } = useQuery({
    queryKey,
    queryFn: beginsWithToday,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return {
    isToday,
    toggle() {
      set(readPerson(), !isToday, openStore()).then(
        () => queryClient.setQueryData(queryKey, !isToday),
        (error: unknown) => console.warn('The browser does not store the start page', error),
      );
    },
  };
}
