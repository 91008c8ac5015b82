import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import type { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { queryClient } from '../../api/http/query.ts';
import { departure } from '../../api/people/session/departure.ts';
import { Loader } from '../../ui/page/page-states.tsx';
import './stored/stored-photos.ts';

const Overlays = lazy(() => import('./overlays.tsx'));

/** Whether the first screen is loaded: until then no other chunk competes for the connection. */
function useFirstScreen(router: ReturnType<typeof createBrowserRouter>): boolean {
  const [isThere, setThere] = useState(router.state.initialized);
  useEffect(() => router.subscribe(({ initialized }) => setThere(initialized)), [router]);
  return isThere;
}

/**
 * The whole portal around one router. Dialogs and toasts wait until the overlays are loaded. From the end of a session
 * until the next document is loaded, a loader covers it.
 */
export function Portal({ router }: { router: ReturnType<typeof createBrowserRouter> }) {
  const isThere = useFirstScreen(router);
  const isLeaving = useSyncExternalStore(departure.subscribe, departure.isLeaving);
  return (
    <QueryClientProvider client={queryClient}>
      {isLeaving ? <Loader full /> : <RouterProvider router={router} />}
      {/* Remounted with the cover: no dialog or toast of the former user stays. */}
      <Suspense>{isThere && <Overlays key={isLeaving ? 'leaving' : 'there'} />}</Suspense>
    </QueryClientProvider>
  );
}
