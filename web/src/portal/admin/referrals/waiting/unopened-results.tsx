import { MAX_UNOPENED } from '@deqiq/contract/examinations/results.ts';
import * as texts from '@deqiq/messages/office/referrals.js';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { unopenedResultsQuery } from '../../../../api/referrals/referrals-desk.ts';
import { describeAge } from '../../../../lib/describe-age.ts';
import { personName } from '../../../../lib/format.ts';
import { Secondary } from '../../list/rows/cells.tsx';
import { PartnerPopover } from '../../list/rows/partner-popover.tsx';
import { checkupsAddress } from '../checkups-address.ts';
import { CardRow, RowCard } from './card-row.tsx';

/** Results that their partner has not opened for days. The card of the partner has the number to call. */
export function UnopenedResults() {
  const { data } = useQuery(unopenedResultsQuery());
  if (!data || data.results.length === 0) return null;
  const { results, hasMore } = data;
  return (
    <CardRow
      title={texts.unopenedResults()}
      count={hasMore ? `${MAX_UNOPENED}+` : String(results.length)}
    >
      {results.map((result) => (
        <RowCard key={result.checkup}>
          <div className="grid min-w-0 grow justify-items-start gap-1">
            <Link
              to={checkupsAddress(result, result.partner)}
              className="max-w-full truncate font-medium underline-offset-4 hover:underline pointer-coarse:py-1.5"
            >
              {personName(result)}
            </Link>
            <span className="max-w-full truncate">{result.name}</span>
            <PartnerPopover partner={result.partner} />
            <Secondary>{texts.readyFor({ age: describeAge(result.readyAt) })}</Secondary>
          </div>
        </RowCard>
      ))}
    </CardRow>
  );
}
