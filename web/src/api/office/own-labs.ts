import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../http/call.ts';

/** A partner's own laboratory orders, newest first. */
export const ownLabsQuery = (page: number) =>
  queryOptions({
    queryKey: ['partner', 'labs', { page }],
    queryFn: ({ signal }) =>
      call('GET /api/partner/misc/labs', {
        query: { page, limit: PAGE_SIZE.partnerLabs },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
