import type { Partner } from '@deqiq/contract/people/partners.ts';

/** A partner with defaults for every field. */
export function partnerOf(part: Partial<Partner> = {}): Partner {
  return {
    _id: 'partner-1',
    firstName: 'Aygün',
    lastName: 'Məmmədova',
    birthDate: '1985-04-12T00:00:00.000Z',
    phone: '+994501234567',
    email: 'aygun@example.az',
    instagram: '@aygun.dent',
    clinicName: 'Gülüş Dent',
    balance: 3,
    sendedPatientsCount: 37,
    createdAt: '2026-11-20T07:15:57.123Z',
    ...part,
  };
}
