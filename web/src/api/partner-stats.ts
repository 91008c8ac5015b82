import type {
  ChangeBalance,
  ChangePatients,
  PartnerStats,
  PartnerStatsAnswer,
  PartnerStatsList,
} from '@deqiq/contract/partner-stats.ts';
import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import { queryOptions } from '@tanstack/react-query';
import { adminList } from './http/admin-list.ts';
import { http } from './http/http.ts';
import { invalidateAfter } from './http/query.ts';

const PATH = '/api/admin/partner-stats';
const LIST = ['admin', 'partner-stats'] as const;

export const partnerStatsQuery = (page: number, fullName: string) =>
  adminList<PartnerStatsList>('partner-stats', page, {
    limit: PAGE_SIZE.adminPartnerStats,
    fullName,
  });

/** One partner: how to reach them, and their figures. */
export const onePartnerQuery = (id: string) =>
  queryOptions({
    queryKey: [...LIST, id],
    queryFn: ({ signal }) => http.get<PartnerStatsAnswer>(`${PATH}/${id}`, { signal }),
    staleTime: 60_000,
  });

export const changeBalance = (partner: PartnerStats, change: ChangeBalance) =>
  invalidateAfter(LIST, http.patch(`${PATH}/balance/${partner._id}`, change));

export const changePatients = (partner: PartnerStats, change: ChangePatients) =>
  invalidateAfter(LIST, http.patch(`${PATH}/patients/${partner._id}`, change));
