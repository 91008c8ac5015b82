import type { ChangePassword } from '@deqiq/contract/people/account.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../http/call.ts';
import { queryClient } from '../http/query.ts';
import { followAccountLanguage } from './language.ts';
import { session } from './session/session.ts';

export const ACCOUNT = ['partner', 'account'] as const;

/** The signed-in partner. Until the server responds, the cached one. */
export function useAccount() {
  const query = useQuery({
    queryKey: ACCOUNT,
    queryFn: async ({ signal }) => {
      const answer = await call('GET /api/partner/account', { signal });
      session.storePartner(answer.partner);
      followAccountLanguage('partner', answer.language);
      return answer.partner;
    },
  });
  return { query, partner: query.data ?? session.storedPartner() };
}

/** Saves the two things partners change themselves; every screen shows them immediately. */
export async function updateAccount(details: { clinicName: string; instagram: string }) {
  const { partner } = await call('PUT /api/partner/account/details', { form: details });
  // A look that began before the save must not bring the old values back.
  await queryClient.cancelQueries({ queryKey: ACCOUNT });
  queryClient.setQueryData(ACCOUNT, partner);
  session.storePartner(partner);
}

export const changePartnerPassword = (passwords: ChangePassword) =>
  call('PUT /api/partner/account/password', { body: passwords });
