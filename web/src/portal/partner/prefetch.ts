import type { LoaderFunctionArgs } from 'react-router';
import { queryClient } from '../../api/http/query.ts';
import { ownCheckupsQuery } from '../../api/own-checkups.ts';
import { ownLabsQuery } from '../../api/own-labs.ts';
import { accessFor } from '../../api/session/access.ts';
import { session } from '../../api/session/session.ts';
import { pageOf } from '../../lib/list-state.ts';

/** Requests a screen's list while its code and, on a first load, the session are still loading. */
function prefetchFirstPage(prefetch: (page: number) => Promise<void>) {
  return ({ request }: Pick<LoaderFunctionArgs, 'request'>): null => {
    const page = pageOf(new URL(request.url).searchParams.get('page'));
    if (session.current().role === 'partner') void whenSignedIn(() => prefetch(page));
    return null;
  };
}

/** Runs the request if there is a session. The guard of the area handles a missing one. */
async function whenSignedIn(prefetch: () => Promise<void>): Promise<void> {
  const token = await accessFor('partner').catch(() => undefined);
  if (token) await prefetch();
}

export const prefetchCheckups = prefetchFirstPage((page) =>
  queryClient.prefetchQuery(ownCheckupsQuery(page)),
);
export const prefetchLabs = prefetchFirstPage((page) =>
  queryClient.prefetchQuery(ownLabsQuery(page)),
);
