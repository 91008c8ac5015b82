import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../http/call.ts';
import type { Query } from '../http/endpoint-types.ts';
import { polledList } from '../http/query.ts';

/** Polling interval of a partner's own checkups in milliseconds: specification, section 9. */
const POLL = 30_000;

/** The search and the filters, by their names in the address and in the request. */
export const ownFilterNames = ['name', 'status', 'from', 'to', 'ready', 'unseen'] as const;

/** As the address contains them; the server refuses a value that means nothing. */
type OwnFilters = Readonly<Partial<Record<string, string>>>;

/** A partner's own X-rays, newest first. */
export const ownCheckupsQuery = (page: number, filters: OwnFilters = {}) =>
  queryOptions({
    queryKey: ['partner', 'checkups', { page, ...filters }],
    queryFn: ({ signal }) => {
      const query = { page, limit: PAGE_SIZE.partnerCheckups, ...filters };
      return call('GET /api/partner/misc/checkups', {
        query: query as Query<'GET /api/partner/misc/checkups'>,
        signal,
      });
    },
    ...polledList,
    refetchInterval: POLL,
    refetchOnWindowFocus: true,
    refetchOnReconnect: true,
  });
