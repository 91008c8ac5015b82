import type { OwnCheckupList } from '@deqiq/contract/checkups.ts';
import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './http/call.ts';
import { polledList, queryClient } from './http/query.ts';

/** Polling interval of a partner's own checkups in milliseconds: specification, section 9. */
const POLL = 30_000;

/** A partner's own X-rays, newest first. */
export const ownCheckupsQuery = (page: number) =>
  queryOptions({
    queryKey: ['partner', 'checkups', { page }],
    queryFn: ({ signal }) =>
      call('GET /api/partner/misc/checkups', {
        query: { page, limit: PAGE_SIZE.partnerCheckups },
        signal,
      }),
    ...polledList,
    refetchInterval: POLL,
    refetchOnWindowFocus: true,
    refetchOnReconnect: true,
  });

/** The same page fetched now, for links that are good again. */
export function refetchOwnCheckups(page: number): Promise<OwnCheckupList> {
  return queryClient.fetchQuery({ ...ownCheckupsQuery(page), staleTime: 0 });
}
