import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../http/call.ts';
import { queryClient } from '../http/query.ts';

const UNSEEN = ['partner', 'unseen'] as const;

/** As the list of results: a new result and its mark appear together. */
const POLL = 30_000;

/** Results that the partner has not opened on any device. */
export const unseenQuery = queryOptions({
  queryKey: UNSEEN,
  queryFn: ({ signal }) => call('GET /api/partner/results/unseen', { signal }),
  refetchInterval: POLL,
  refetchOnWindowFocus: true,
});

/** The checkup fetched now, for links that are good again; a filtered list may no longer contain it. */
export async function refetchResult(id: string): Promise<{ checkups: Checkup[] }> {
  const { checkup } = await call('GET /api/partner/checkups/:id', { params: { id } });
  return { checkups: [checkup] };
}

/**
 * Removes the mark of a new result on every device. The marks here may be older than the list that shows the result: the
 * server decides. A failure leaves the mark until the next time.
 */
export function openResult(id: string): void {
  void call('POST /api/partner/checkups/:id/opened', { params: { id } })
    .then(async (answer) => {
      await queryClient.cancelQueries({ queryKey: UNSEEN });
      queryClient.setQueryData(unseenQuery.queryKey, answer);
    })
    .catch(() => undefined);
}
