import { queryOptions } from '@tanstack/react-query';
import { call } from '../http/call.ts';
import { polledList } from '../http/query.ts';

/** How the data of the clinic are protected. */
export const protectionQuery = queryOptions({
  queryKey: ['admin', 'protection'],
  queryFn: ({ signal }) => call('GET /api/admin/protection', { signal }),
  ...polledList,
});
