import { queryOptions } from '@tanstack/react-query';
import { call } from '../http/call.ts';

/** The steps of the first day, for owners. */
export const firstDayQuery = queryOptions({
  queryKey: ['admin', 'first-day'],
  queryFn: ({ signal }) => call('GET /api/admin/first-day', { signal }),
});
