import { describeError, isUnanswered } from '../../api/http/http-error.ts';
import { ErrorPanel } from './page-states.tsx';

type QueryErrorProps = {
  query: {
    readonly error: Error | null;
    readonly isFetching: boolean;
    readonly refetch: () => Promise<unknown>;
  };
  /** The message where the server sent none. */
  failed: string;
  title?: string;
  compact?: boolean;
};

/** Says why a query has failed, and repeats it in one press; nothing while it has not. */
export const QueryError = ({ query, failed, ...panel }: QueryErrorProps) =>
  query.error && (
    <ErrorPanel
      {...panel}
      message={describeError(query.error, failed)}
      onRetry={() => void query.refetch()}
      busy={query.isFetching}
      isUnanswered={isUnanswered(query.error)}
    />
  );
