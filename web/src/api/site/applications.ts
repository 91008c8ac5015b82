import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import { adminList, type ListFilters } from '../http/admin-list.ts';
import { call } from '../http/call.ts';
import { invalidateAfter } from '../http/query.ts';

/** Applications of visitors. The API lists them under the singular and deletes under the plural. */
export type ApplicationKind = 'partner' | 'reservation' | 'contact';

const toFilters = (fullName: string) => ({ limit: PAGE_SIZE.adminApplications, fullName });

export const partnerApplicationsQuery = (page: number, fullName: string, filters?: ListFilters) =>
  adminList('applications/partner', page, toFilters(fullName), filters);

export const reservationsQuery = (page: number, fullName: string, filters?: ListFilters) =>
  adminList('applications/reservation', page, toFilters(fullName), filters);

export const contactMessagesQuery = (page: number, fullName: string, filters?: ListFilters) =>
  adminList('applications/contact', page, toFilters(fullName), filters);

export const deleteApplication = (kind: ApplicationKind, id: string) =>
  invalidateAfter(
    ['admin', `applications/${kind}`],
    call(`DELETE /api/admin/applications/${kind}s/:id`, { params: { id } }),
  );
