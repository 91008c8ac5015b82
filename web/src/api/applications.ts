import type {
  ContactMessageList,
  PartnerApplicationList,
  ReservationList,
} from '@deqiq/contract/applications.ts';
import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import { adminList } from './http/admin-list.ts';
import { http } from './http/http.ts';
import { invalidateAfter } from './http/query.ts';

/** Applications of visitors. The API lists them under the singular and deletes under the plural. */
export type ApplicationKind = 'partner' | 'reservation' | 'contact';

const applications =
  <List extends object>(kind: ApplicationKind) =>
  (page: number, fullName: string) =>
    adminList<List>(`applications/${kind}`, page, { limit: PAGE_SIZE.adminApplications, fullName });

export const partnerApplicationsQuery = applications<PartnerApplicationList>('partner');
export const reservationsQuery = applications<ReservationList>('reservation');
export const contactMessagesQuery = applications<ContactMessageList>('contact');

export const deleteApplication = (kind: ApplicationKind, id: string) =>
  invalidateAfter(
    ['admin', `applications/${kind}`],
    http.delete(`/api/admin/applications/${kind}s/${id}`),
  );
