import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import type { ApiClient } from '@deqiq/testkit/api-client.ts';
import { type Login, newLogin, newPartner } from '../upload/partner.ts';

/** A partner with one examination whose pictures are made. */
export async function newDoctor(
  staff: ApiClient,
  fileName: string,
  bytes: Buffer,
): Promise<{ login: Login; checkup: Checkup }> {
  const login = newLogin();
  const partner = await newPartner(staff, login);
  const upload = await staff.upload(fileName, bytes);
  const { checkup } = await staff.post<{ checkup: Checkup }>('/api/admin/checkups', {
    confirmDifferentPatient: true,
    partner,
    firstName: 'Nigar',
    lastName: 'Hüseynova',
    name: 'Rentgen',
    xrayFiles: [upload],
  });
  for (;;) {
    const path = `/api/admin/checkups/${checkup._id}`;
    const { checkup: now } = await staff.get<{ checkup: Checkup }>(path);
    const state = now.xrayFileLinks[0]?.imaging.state;
    if (state === 'ready') return { login, checkup };
    if (state !== 'pending') throw new Error(`${fileName}: ${state}`);
  }
}
