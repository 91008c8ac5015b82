import type { CreatePartner, Partner, UpdatePartner } from '@deqiq/contract/people/partners.ts';
import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import { adminList, type ListFilters } from '../http/admin-list.ts';
import { call } from '../http/call.ts';
import { invalidateAfter } from '../http/query.ts';

const LIST = ['admin', 'partners'] as const;

/** Every list of the back-office: many of them name partners. */
const STAFF = ['admin'] as const;

/** Fields of the request; the password only when adding. */
export type PartnerForm = UpdatePartner & Partial<Pick<CreatePartner, 'password'>>;

export const partnersQuery = (page: number, fullName: string, filters?: ListFilters) =>
  adminList('partners', page, { limit: PAGE_SIZE.adminPartners, fullName }, filters);

/** Partners for a picker, alphabetical. */
export async function searchPartners(name: string, signal?: AbortSignal) {
  const answer = await call('GET /api/admin/lite/partners', { query: { name }, signal });
  return answer.partners;
}

export const createPartner = ({ password = '', ...form }: PartnerForm) =>
  invalidateAfter(STAFF, call('POST /api/admin/partners', { form: { ...form, password } }));

export const updatePartner = (partner: Partner, form: PartnerForm) =>
  invalidateAfter(
    STAFF,
    call('PUT /api/admin/partners/:id', { params: { id: partner._id }, form }),
  );

export const deletePartner = (partner: Partner) =>
  invalidateAfter(STAFF, call('DELETE /api/admin/partners/:id', { params: { id: partner._id } }));

export const resetPartnerPassword = (partner: Partner, password: string) =>
  invalidateAfter(
    LIST,
    call('PATCH /api/admin/partners/:id/reset-password', {
      params: { id: partner._id },
      body: { password },
    }),
  );

export const unlockPartner = (partner: Partner) =>
  call('POST /api/admin/partners/:id/unlock', { params: { id: partner._id } });

export const resetPartnerFactor = (partner: Partner) =>
  invalidateAfter(
    LIST,
    call('PATCH /api/admin/partners/:id/reset-second-factor', { params: { id: partner._id } }),
  );
