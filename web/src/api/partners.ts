import type { Partner, PartnerList } from '@deqiq/contract/partners.ts';
import { queryOptions } from '@tanstack/react-query';
import { http } from './http.ts';
import { changing, polledList } from './query.ts';

const PATH = '/api/admin/partners';
const LIST = ['admin', 'partners'] as const;

/** Every list of the back-office: many of them name partners. */
const STAFF = ['admin'] as const;

/** What the form holds, every field as text; the password only when adding. */
export type PartnerForm = {
  firstName: string;
  lastName: string;
  birthDate: string;
  phone: string;
  email: string;
  instagram: string;
  password?: string;
};

export function partnersQuery(page: number, fullName: string) {
  return queryOptions({
    queryKey: [...LIST, { page, fullName }],
    queryFn: ({ signal }) =>
      http.get<PartnerList>(PATH, { query: { page, limit: 20, fullName }, signal }),
    ...polledList,
  });
}

export const createPartner = (form: PartnerForm) =>
  changing(STAFF, http.post(PATH, formData(form)));

export const updatePartner = (partner: Partner, form: PartnerForm) =>
  changing(STAFF, http.put(`${PATH}/${partner._id}`, formData(form)));

export const deletePartner = (partner: Partner) =>
  changing(STAFF, http.delete(`${PATH}/${partner._id}`));

export const resetPartnerPassword = (partner: Partner, password: string) =>
  changing(LIST, http.patch(`${PATH}/${partner._id}/reset-password`, { password }));

function formData(form: PartnerForm): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(form)) data.append(name, value);
  return data;
}
