import type { accountAnswer } from '@deqiq/contract/partners.ts';
import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod';
import { http } from './http.ts';
import { session } from './session.ts';

type AccountAnswer = z.output<typeof accountAnswer>;

/** The signed-in partner; what was stored at an earlier visit stands in until the server answers. */
export function useAccount() {
  return useQuery({
    queryKey: ['partner', 'account'],
    queryFn: async ({ signal }) => {
      const answer = await http.get<AccountAnswer>('/api/partner/account', { signal });
      session.storePartner(answer.partner);
      return answer.partner;
    },
    placeholderData: () => session.storedPartner(),
  });
}
