import { randomUUID } from 'node:crypto';
import type { ApiClient } from '@deqiq/testkit/api-client.ts';

/** The login of a new partner. */
export interface Login {
  readonly email: string;
  readonly password: string;
}

export const newLogin = (): Login => ({
  email: `${randomUUID()}@example.az`,
  password: 'partner-password',
});

/** Creates a partner for checkups; returns its id. */
export async function newPartner(staff: ApiClient, login = newLogin()): Promise<string> {
  const { partner } = await staff.call<{ partner: { _id: string } }>(
    'POST',
    '/api/admin/partners',
    {
      firstName: 'Aytən',
      lastName: 'Məmmədova',
      birthDate: '1985-04-12',
      phone: '+994 50 123 45 67',
      instagram: '@ayten.dent',
      clinicName: 'Ağ Diş',
      ...login,
    },
  );
  return partner._id;
}
