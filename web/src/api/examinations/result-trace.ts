import { queryOptions } from '@tanstack/react-query';
import { call } from '../http/call.ts';

/** When the partner was notified of a result, and when it was first opened. */
export const traceQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'trace', id],
    queryFn: ({ signal }) => call('GET /api/admin/checkups/:id/trace', { params: { id }, signal }),
  });
