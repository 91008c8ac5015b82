import type { Partner, PartnerList } from '@deqiq/contract/partners.ts';
import { queryOptions } from '@tanstack/react-query';
import { http } from './http.ts';
import { polledList, queryClient } from './query.ts';

const PATH = '/api/admin/partners';
const LIST = ['admin', 'partners'] as const;

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

export const createPartner = (form: PartnerForm) => changed(http.post(PATH, formData(form)));

export const updatePartner = (partner: Partner, form: PartnerForm) =>
  changed(http.put(`${PATH}/${partner._id}`, formData(form)));

export const deletePartner = (partner: Partner) => changed(http.delete(`${PATH}/${partner._id}`));

export const resetPartnerPassword = (partner: Partner, password: string) =>
  http.patch(`${PATH}/${partner._id}/reset-password`, { password });

function formData(form: PartnerForm): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(form)) data.append(name, value);
  return data;
}

/** Lists are asked for again after a change; also the ones that name partners. */
async function changed(request: Promise<unknown>): Promise<void> {
  await request;
  await queryClient.invalidateQueries({ queryKey: ['admin'] });
}
