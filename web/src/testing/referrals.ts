import type { Referral } from '@deqiq/contract/referrals/referrals.ts';
import { pagination } from '@deqiq/contract/shared/paging.ts';

let count = 0;

/** A referral with defaults for every field. */
export function referralOf(part: Partial<Referral> = {}): Referral {
  count += 1;
  const createdAt = '2026-11-20T07:15:00.000Z';
  return {
    _id: `referral-${count}`,
    code: 'DR0001AB2',
    state: 'sent',
    patient: {
      firstName: 'Nigar',
      lastName: 'Hüseynova',
      fatherName: '',
      birthDate: '1990-03-07T00:00:00.000Z',
      sex: 'female',
      phone: '+994501234567',
    },
    examination: 'cbct',
    purpose: 'implant',
    teeth: [36, 46],
    region: null,
    question: '',
    urgency: 'routine',
    pregnancy: null,
    reportWanted: false,
    attachments: [],
    partner: { _id: 'partner-1', firstName: 'Aygün', lastName: 'Məmmədova' },
    appointment: null,
    checkup: null,
    history: [{ state: 'sent', at: createdAt, by: 'partner' }],
    createdAt,
    ...part,
  };
}

/** One page of a partner's list, as the server returns it. */
export const referralListOf = (...referrals: Referral[]) => ({
  body: { referrals, pagination: pagination(1, 10, referrals.length) },
});
