import type { Patient } from '@deqiq/contract/referrals/patients/patients.ts';
import type { Referral } from '@deqiq/contract/referrals/referrals.ts';

/** A referral with defaults for every field. */
export const referralOf = (part: Partial<Referral> = {}): Referral => ({
  _id: 'r1',
  code: 'DR0001AB7',
  state: 'sent',
  patient: {
    firstName: 'Nigar',
    lastName: 'Hüseynova',
    fatherName: '',
    birthDate: '1990-02-01T00:00:00.000Z',
    sex: 'female',
    phone: '+994501234567',
  },
  examination: 'panoramic',
  purpose: 'implant',
  teeth: [36, 37],
  region: null,
  question: '',
  urgency: 'urgent',
  pregnancy: 'no',
  reportWanted: false,
  attachments: [],
  partner: { _id: 'p1', firstName: 'Aygün', lastName: 'Məmmədova' },
  appointment: null,
  checkup: null,
  history: [{ state: 'sent', at: '2026-11-23T05:00:00.000Z', by: 'partner' }],
  createdAt: '2026-11-23T05:00:00.000Z',
  ...part,
});

export const patientOf = (part: Partial<Patient> = {}): Patient => ({
  _id: 'pat1',
  code: 'DP0001AB7',
  firstName: 'Nigar',
  lastName: 'Hüseynova',
  fatherName: 'Elçin',
  birthDate: '1990-02-01T00:00:00.000Z',
  sex: 'female',
  phone: '050 123 45 67',
  email: '',
  nationalId: '',
  note: '',
  createdAt: '2026-11-01T05:00:00.000Z',
  mergedInto: null,
  ...part,
});

/** Pagination of a list with one page. */
export const onePage = (totalItems: number) => ({
  currentPage: 1,
  totalPages: 1,
  totalItems,
  itemsPerPage: 20,
  hasNextPage: false,
  hasPrevPage: false,
});
