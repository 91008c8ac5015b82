import type { accountAnswer } from '@deqiq/contract/partners.ts';
import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod';
import { http } from './http.ts';
import { session } from './session.ts';

type AccountAnswer = z.output<typeof accountAnswer>;

/** The signed-in partner; until the server answers, and where it does not, as seen last. */
export function useAccount() {
  const query = useQuery({
    queryKey: ['partner', 'account'],
    queryFn: async ({ signal }) => {
      const answer = await http.get<AccountAnswer>('/api/partner/account', { signal });
      session.storePartner(answer.partner);
      return answer.partner;
    },
  });
  return { query, partner: query.data ?? session.storedPartner() };
}
