import type { OpeningHours } from '@deqiq/contract/referrals/booking/opening-hours.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../http/call.ts';
import { invalidateAfter, polledList, queryClient } from '../http/query.ts';

const HOURS = ['admin', 'opening-hours'] as const;

export const openingHoursQuery = queryOptions({
  queryKey: HOURS,
  queryFn: async ({ signal }) => (await call('GET /api/admin/opening-hours', { signal })).hours,
  ...polledList,
});

/** Changes a part of the hours. The request replaces all of them, so the newest ones are fetched first. */
export async function changeOpeningHours(
  change: (hours: OpeningHours) => OpeningHours,
): Promise<void> {
  const hours = await queryClient.fetchQuery({ ...openingHoursQuery, staleTime: 0 });
  await invalidateAfter(
    HOURS,
    call('PUT /api/admin/opening-hours', { body: { hours: change(hours) } }),
  );
}
