import type { Share, ShareAnswer } from '@deqiq/contract/examinations/shares.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import { queryOptions } from '@tanstack/react-query';
import { adminList, type ListFilters } from '../http/admin-list.ts';
import { call } from '../http/call.ts';
import type { Body } from '../http/endpoint-types.ts';
import { invalidateAfter, polledList } from '../http/query.ts';

export type ShareForm = Body<'POST /api/partner/checkups/:id/shares'>;

/** Rows per page. */
export const SHARES_PAGE = 20;

/** Creates a link to files of a checkup. Address and PIN are in this answer only. */
export const createShare = (role: Role, id: string, body: ShareForm): Promise<ShareAnswer> =>
  invalidateAfter(
    [role, 'shares'],
    role === 'admin'
      ? call('POST /api/admin/checkups/:id/shares', { params: { id }, body })
      : call('POST /api/partner/checkups/:id/shares', { params: { id }, body }),
  );

export const revokeShare = (role: Role, { _id: id }: Share) =>
  invalidateAfter(
    [role, 'shares'],
    role === 'admin'
      ? call('DELETE /api/admin/shares/:id', { params: { id } })
      : call('DELETE /api/partner/shares/:id', { params: { id } }),
  );

/** Ends all links that a partner or a member of staff has created. */
export const endAllShares = (who: 'partners' | 'staff', id: string) =>
  invalidateAfter(
    ['admin', 'shares'],
    who === 'staff'
      ? call('POST /api/admin/staff/:id/end-shares', { params: { id } })
      : call('POST /api/admin/partners/:id/end-shares', { params: { id } }),
  );

/** The links of a partner, newest first; `status` is `live`, `ended` or ''. */
export const ownSharesQuery = (page: number, name: string, status: string) =>
  queryOptions({
    queryKey: ['partner', 'shares', { page, name, status }],
    queryFn: ({ signal }) =>
      call('GET /api/partner/shares', {
        query: { page, limit: SHARES_PAGE, name, status: status as '' },
        signal,
      }),
    ...polledList,
  });

export const sharesQuery = (page: number, name: string, filters?: ListFilters) =>
  adminList('shares', page, { limit: SHARES_PAGE, name }, filters);
