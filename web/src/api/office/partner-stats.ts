import type {
  ChangeBalance,
  ChangePatients,
  PartnerStats,
} from '@deqiq/contract/office/partner-stats.ts';
import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import { queryOptions } from '@tanstack/react-query';
import { MINUTE } from '../../lib/durations.ts';
import { adminList, type ListFilters } from '../http/admin-list.ts';
import { call } from '../http/call.ts';
import { invalidateAfter } from '../http/query.ts';

const LIST = ['admin', 'partner-stats'] as const;

export const partnerStatsQuery = (page: number, fullName: string, filters?: ListFilters) =>
  adminList('partner-stats', page, { limit: PAGE_SIZE.adminPartnerStats, fullName }, filters);

/** One partner: how to reach them, and their figures. */
export const onePartnerQuery = (id: string) =>
  queryOptions({
    queryKey: [...LIST, id],
    queryFn: ({ signal }) => call('GET /api/admin/partner-stats/:id', { params: { id }, signal }),
    staleTime: MINUTE,
  });

export const changeBalance = (partner: PartnerStats, change: ChangeBalance) =>
  invalidateAfter(
    LIST,
    call('PATCH /api/admin/partner-stats/balance/:partnerId', {
      params: { partnerId: partner._id },
      body: change,
    }),
  );

export const changePatients = (partner: PartnerStats, change: ChangePatients) =>
  invalidateAfter(
    LIST,
    call('PATCH /api/admin/partner-stats/patients/:partnerId', {
      params: { partnerId: partner._id },
      body: change,
    }),
  );
