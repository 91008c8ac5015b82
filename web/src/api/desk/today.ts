import { queryOptions } from '@tanstack/react-query';
import { call } from '../http/call.ts';
import { polledList } from '../http/query.ts';

/** The work of the desk today. */
export const todayQuery = queryOptions({
  queryKey: ['admin', 'today'],
  queryFn: ({ signal }) => call('GET /api/admin/today', { signal }),
  ...polledList,
});
