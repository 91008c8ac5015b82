import type { LoaderFunctionArgs } from 'react-router';
import { queryClient } from '../../api/http/query.ts';
import { ownCheckupsQuery } from '../../api/own-checkups.ts';
import { ownLabsQuery } from '../../api/own-labs.ts';
import { accessFor } from '../../api/session/access.ts';
import { session } from '../../api/session/session.ts';
import { pageOf } from '../../lib/list-state.ts';

/** Asks for a screen's list while its code, and on a first load the session, are still on their way. */
function prefetchFirstPage(prefetch: (page: number) => Promise<void>) {
  return ({ request }: Pick<LoaderFunctionArgs, 'request'>): null => {
    const page = pageOf(new URL(request.url).searchParams.get('page'));
    if (session.current().role === 'partner') void whenSignedIn(() => prefetch(page));
    return null;
  };
}

/** Without a session nothing is asked; why there is none, the guard of the area finds out and says. */
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
