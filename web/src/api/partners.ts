import type {
  CreatePartner,
  Partner,
  PartnerList,
  PartnerPicker,
  UpdatePartner,
} from '@deqiq/contract/partners.ts';
import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import { adminList } from './http/admin-list.ts';
import { formData } from './http/form-data.ts';
import { http } from './http/http.ts';
import { invalidateAfter } from './http/query.ts';

const PATH = '/api/admin/partners';
const LIST = ['admin', 'partners'] as const;

/** Every list of the back-office: many of them name partners. */
const STAFF = ['admin'] as const;

/** Fields of the request; the password only when adding. */
export type PartnerForm = UpdatePartner & Partial<Pick<CreatePartner, 'password'>>;

export const partnersQuery = (page: number, fullName: string) =>
  adminList<PartnerList>('partners', page, { limit: PAGE_SIZE.adminPartners, fullName });

/** Partners for a picker, alphabetical. */
export async function searchPartners(name: string, signal?: AbortSignal) {
  const answer = await http.get<PartnerPicker>('/api/admin/lite/partners', {
    query: { name },
    signal,
  });
  return answer.partners;
}

export const createPartner = (form: PartnerForm) =>
  invalidateAfter(STAFF, http.post(PATH, formData(form)));

export const updatePartner = (partner: Partner, form: PartnerForm) =>
  invalidateAfter(STAFF, http.put(`${PATH}/${partner._id}`, formData(form)));

export const deletePartner = (partner: Partner) =>
  invalidateAfter(STAFF, http.delete(`${PATH}/${partner._id}`));

export const resetPartnerPassword = (partner: Partner, password: string) =>
  invalidateAfter(LIST, http.patch(`${PATH}/${partner._id}/reset-password`, { password }));

export const resetPartnerFactor = (partner: Partner) =>
  invalidateAfter(LIST, http.patch(`${PATH}/${partner._id}/reset-second-factor`));
