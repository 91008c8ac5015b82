import * as accountMessages from '@deqiq/messages/people/account.js';
import type { useAccount } from '../../api/people/account.ts';
import { QueryError } from '../../ui/page/query-error.tsx';

type AccountFailedProps = { account: ReturnType<typeof useAccount>; compact?: boolean };

/** Error shown above the cached account, or instead of it. */
export function AccountFailed({ account, compact }: AccountFailedProps) {
  const { query, partner } = account;
  return (
    <QueryError
      query={query}
      failed={accountMessages.loadFailed()}
      compact={compact ?? partner !== undefined}
    />
  );
}
