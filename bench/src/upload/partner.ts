import { randomUUID } from 'node:crypto';
import type { ApiClient } from '@deqiq/testkit/api-client.ts';

/** Creates a partner for checkups; returns its id. */
export async function newPartner(staff: ApiClient): Promise<string> {
  const { partner } = await staff.call<{ partner: { _id: string } }>(
    'POST',
    '/api/admin/partners',
    {
      firstName: 'Aytən',
      lastName: 'Məmmədova',
      birthDate: '1985-04-12',
      phone: '+994 50 123 45 67',
      email: `${randomUUID()}@example.az`,
      instagram: '@ayten.dent',
      password: 'partner-password',
      clinicName: 'Ağ Diş',
    },
  );
  return partner._id;
}
