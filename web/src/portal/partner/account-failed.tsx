import * as accountMessages from '@deqiq/messages/people/account.js';
import { describeError, isUnanswered } from '../../api/http/http-error.ts';
import type { useAccount } from '../../api/people/account.ts';
import { ErrorPanel } from '../../ui/page/page-states.tsx';

type AccountFailedProps = { account: ReturnType<typeof useAccount>; compact?: boolean };

/** Error shown above the cached account, or instead of it. */
export function AccountFailed({ account, compact }: AccountFailedProps) {
  const { query, partner } = account;
  if (!query.isError) return null;
  return (
    <ErrorPanel
      message={describeError(query.error, accountMessages.loadFailed())}
      onRetry={() => void query.refetch()}
      busy={query.isFetching}
      isUnanswered={isUnanswered(query.error)}
      compact={compact ?? partner !== undefined}
    />
  );
}
