import type { GiftAnswer, GiftId } from '@deqiq/contract/office/gifts.ts';
import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../http/call.ts';
import { queryClient } from '../http/query.ts';
import { ACCOUNT } from '../people/account.ts';

const REQUESTS = ['partner', 'payments'] as const;

/** The partner's requests, newest first. */
export function useOwnRequests(page: number) {
  return useQuery({
    queryKey: [...REQUESTS, { page }],
    queryFn: ({ signal }) =>
      call('GET /api/partner/misc/payments', {
        query: { page, limit: PAGE_SIZE.partnerPayments },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** Requests a gift, then refetches points and requests: after a refusal those on the screen are stale. */
export async function requestGift(gift: GiftId): Promise<GiftAnswer> {
  try {
    return await call('POST /api/partner/misc/demand-payment', { body: { gift } });
  } finally {
    void queryClient.invalidateQueries({ queryKey: ACCOUNT });
    void queryClient.invalidateQueries({ queryKey: REQUESTS });
  }
}
