import type { OwnLabList } from '@deqiq/contract/labs.ts';
import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { http } from './http/http.ts';

/** A partner's own laboratory orders, newest first. */
export const ownLabsQuery = (page: number) =>
  queryOptions({
    queryKey: ['partner', 'labs', { page }],
    queryFn: ({ signal }) =>
      http.get<OwnLabList>('/api/partner/misc/labs', {
        query: { page, limit: PAGE_SIZE.partnerLabs },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
