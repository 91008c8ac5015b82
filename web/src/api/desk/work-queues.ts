import type {
  Counters,
  UpdateProgress,
  WorkProgress,
  WorkQueue,
} from '@deqiq/contract/desk/work-queues.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../http/call.ts';
import { HttpError } from '../http/http-error.ts';
import { invalidateAfter, polledList, queryClient } from '../http/query.ts';

/** The lists under `/api/admin/`; the API updates applications under the plural. */
const lists: Readonly<Record<WorkQueue, string>> = {
  reservations: 'applications/reservation',
  partners: 'applications/partner',
  contacts: 'applications/contact',
  reports: 'reports',
};

const countersQuery = queryOptions({
  queryKey: ['admin', 'counters'],
  queryFn: ({ signal }) => call('GET /api/admin/misc/counters', { signal }),
  ...polledList,
});

/** Counts of the entries that wait for staff; undefined until the server has answered. */
export const useCounters = (): Counters | undefined => useQuery(countersQuery).data?.counters;

export async function saveProgress(
  queue: WorkQueue,
  id: string,
  body: UpdateProgress,
): Promise<WorkProgress> {
  const request = { params: { id }, body };
  const { progress } = await invalidateAfter(
    ['admin', lists[queue]],
    queue === 'reports'
      ? call('PATCH /api/admin/reports/:id/status', request)
      : call(`PATCH /api/admin/applications/${queue}/:id/status`, request),
  );
  await queryClient.invalidateQueries({ queryKey: countersQuery.queryKey });
  return progress;
}

/** The entry as a colleague has changed it, where that is why it was not saved. */
export function currentProgress(error: unknown): WorkProgress | undefined {
  const isConflict = error instanceof HttpError && error.status === 409;
  return isConflict ? (error.body as { progress?: WorkProgress }).progress : undefined;
}
