import { focusManager, keepPreviousData, QueryClient } from '@tanstack/react-query';
import { MINUTE } from '../../lib/durations.ts';
import { departure } from '../people/session/departure.ts';
import { HttpError } from './http-error.ts';

// A window that gets the focus back without having been hidden refetches too (specification, section 9).
focusManager.setEventListener((onFocus) => {
  const listener = () => onFocus();
  window.addEventListener('visibilitychange', listener);
  window.addEventListener('focus', listener);
  return () => {
    window.removeEventListener('visibilitychange', listener);
    window.removeEventListener('focus', listener);
  };
});

/** Lists are cached for 60 s and refetched on mount when older than 5 s (specification, section 7). */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // The next poll is the retry; a failed first load is shown immediately, with a retry button.
      queries: { gcTime: MINUTE, staleTime: 5_000, retry: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

export const queryClient = createQueryClient();

departure.onForget(() => {
  void queryClient.cancelQueries();
  queryClient.clear();
});

/** Options of a list's query: polls every 10 s while the tab is visible, and shows a page until the next has loaded. */
export const polledList = {
  refetchInterval: 10_000,
  refetchIntervalInBackground: false,
  placeholderData: keepPreviousData,
} as const;

/** Refetches what staff have on the screen after a change, after a refusal too: a colleague may have been faster. */
export const refreshAdminAfter = <T>(request: Promise<T>): Promise<T> =>
  request.finally(() => queryClient.invalidateQueries({ queryKey: ['admin'] }));

/** Awaits a change, then refetches the lists under this key, also after a 404: the object no longer exists. */
export async function invalidateAfter<T>(
  queryKey: readonly string[],
  request: Promise<T>,
): Promise<T> {
  const refresh = () => queryClient.invalidateQueries({ queryKey });
  try {
    const answer = await request;
    await refresh();
    return answer;
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) void refresh();
    throw error;
  }
}
