import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { queryClient } from '../api/query.ts';

const Overlays = lazy(() => import('./overlays.tsx'));

/** The whole portal around one router. What is asked or said before its overlays are there waits for them. */
export function Portal({ router }: { router: ReturnType<typeof createBrowserRouter> }) {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Suspense>
        <Overlays />
      </Suspense>
    </QueryClientProvider>
  );
}
