import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { askWhenSessionEnds } from '../api/access.ts';
import { queryClient } from '../api/query.ts';
import { PromptHost } from '../ui/confirm.tsx';
import { setTopLayer } from '../ui/prompts.ts';
import { Toasts } from '../ui/toasts.tsx';
import { SessionEnded } from './session-ended.tsx';

setTopLayer(SessionEnded);

/** The whole portal around one router: data, notices, questions, and sign-in over the page. */
export function Portal({ router }: { router: ReturnType<typeof createBrowserRouter> }) {
  useEffect(() => {
    askWhenSessionEnds(true);
    return () => askWhenSessionEnds(false);
  }, []);
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <PromptHost />
      <Toasts />
    </QueryClientProvider>
  );
}
