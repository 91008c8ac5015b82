import type { LoaderFunctionArgs } from 'react-router';
import { ownCheckupsQuery, ownFilterNames } from '../../api/examinations/own-checkups.ts';
import { queryClient } from '../../api/http/query.ts';
import { ownLabsQuery } from '../../api/office/own-labs.ts';
import { accessFor } from '../../api/people/session/access.ts';
import { session } from '../../api/people/session/session.ts';
import { parsePage, readFilters } from '../../lib/list-state.ts';

/** Requests a screen's list while its code and, on a first load, the session are still loading. */
function prefetchFirstPage(prefetch: (page: number, params: URLSearchParams) => Promise<void>) {
  return ({ request }: Pick<LoaderFunctionArgs, 'request'>): null => {
    const params = new URL(request.url).searchParams;
    const page = parsePage(params.get('page'));
    if (session.current().role === 'partner') void whenSignedIn(() => prefetch(page, params));
    return null;
  };
}

/** Runs the request if there is a session. The guard of the area handles a missing one. */
async function whenSignedIn(prefetch: () => Promise<void>): Promise<void> {
  const token = await accessFor('partner').catch(() => undefined);
  if (token) await prefetch();
}

export const prefetchCheckups = prefetchFirstPage((page, params) =>
  queryClient.prefetchQuery(ownCheckupsQuery(page, readFilters(params, ownFilterNames))),
);
export const prefetchLabs = prefetchFirstPage((page) =>
  queryClient.prefetchQuery(ownLabsQuery(page)),
);
