import type { LoaderFunctionArgs } from 'react-router';
import { queryClient } from '../../api/http/query.ts';
import { ownCheckupsQuery } from '../../api/own-checkups.ts';
import { ownLabsQuery } from '../../api/own-labs.ts';
import { accessFor } from '../../api/session/access.ts';
import { session } from '../../api/session/session.ts';
import { pageOf } from '../../lib/list-state.ts';

/** Asks for a screen's list while its code, and on a first load the session, are still on their way. */
function ahead(ask: (page: number) => Promise<void>) {
  return ({ request }: Pick<LoaderFunctionArgs, 'request'>): null => {
    const page = pageOf(new URL(request.url).searchParams.get('page'));
    if (session.current().role === 'partner') void askSigned(() => ask(page));
    return null;
  };
}

/** Without a session nothing is asked; why there is none, the guard of the area finds out and says. */
async function askSigned(ask: () => Promise<void>): Promise<void> {
  const token = await accessFor('partner').catch(() => undefined);
  if (token) await ask();
}

export const checkupsAhead = ahead((page) => queryClient.prefetchQuery(ownCheckupsQuery(page)));
export const labsAhead = ahead((page) => queryClient.prefetchQuery(ownLabsQuery(page)));
