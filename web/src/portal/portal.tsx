import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { queryClient } from '../api/http/query.ts';

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
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Suspense>{isThere && <Overlays />}</Suspense>
    </QueryClientProvider>
  );
}
