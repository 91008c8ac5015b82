import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import type { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { queryClient } from '../api/http/query.ts';
import { departure } from '../api/session/departure.ts';
import { LanguageArea } from '../ui/language.tsx';
import { Loader } from '../ui/page/page-states.tsx';

const Overlays = lazy(() => import('./overlays.tsx'));

/** Whether the first screen is there: until then the phone's line belongs to it alone. */
function useFirstScreen(router: ReturnType<typeof createBrowserRouter>): boolean {
  const [isThere, setThere] = useState(router.state.initialized);
  useEffect(() => router.subscribe(({ initialized }) => setThere(initialized)), [router]);
  return isThere;
}

/** The whole portal around one router. What is asked or said before its overlays are there waits for them. */
export function Portal({ router }: { router: ReturnType<typeof createBrowserRouter> }) {
  const isThere = useFirstScreen(router);
  const isLeaving = useSyncExternalStore(departure.subscribe, departure.isLeaving);
  return (
    <QueryClientProvider client={queryClient}>
      {isLeaving ? <Cover /> : <RouterProvider router={router} />}
      {/* Begins anew with the cover: no question or notice of the former person stays. */}
      <Suspense>{isThere && <Overlays key={isLeaving ? 'leaving' : 'there'} />}</Suspense>
    </QueryClientProvider>
  );
}

/** What is seen from the end of a session until the next document is there. */
function Cover() {
  const isAdmin = document.documentElement.dataset.area === 'admin';
  return (
    <LanguageArea language={isAdmin ? 'en' : 'az'}>
      <Loader full />
    </LanguageArea>
  );
}
