import type { Partner } from '@deqiq/contract/people/partners.ts';
import type { PartnerForm } from '../../../api/people/partners.ts';

export const emptyPartner: PartnerForm = {
  firstName: '',
  lastName: '',
  birthDate: '',
  phone: '',
  email: '',
  instagram: '',
  password: '',
};

/** Default values of the edit form, which has no password. */
export function toForm(partner: Partner): PartnerForm {
  const { firstName, lastName, birthDate, phone, email, instagram } = partner;
  return { firstName, lastName, birthDate: birthDate?.slice(0, 10) ?? '', phone, email, instagram };
}
