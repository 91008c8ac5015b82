import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../http/call.ts';

/** `month`: YYYY-MM; undefined is the present one. */
export const monthQuery = (month: string | undefined) =>
  queryOptions({
    queryKey: ['admin', 'month', month],
    queryFn: ({ signal }) => call('GET /api/admin/month', { query: { month }, signal }),
    placeholderData: keepPreviousData,
  });
