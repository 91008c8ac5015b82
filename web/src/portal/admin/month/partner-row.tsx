import type { Compared, Month } from '@deqiq/contract/desk/month.ts';
import * as texts from '@deqiq/messages/office/month.js';
import { cx } from '../../../lib/cx.ts';
import { formatNumber, personName } from '../../../lib/format.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { NumberLink } from '../../month/figure-tiles.tsx';
import { nameMonth } from '../../month/months.ts';
import { Secondary } from '../list/rows/cells.tsx';
import { manat } from '../list/rows/money.ts';
import { monthPaths } from './month-paths.ts';

type PartnerRowProps = { row: Month['partners'][number]; month: string; isHidden: boolean };

/** A partner's figures of a month beside those of the month before. */
export function PartnerRow({ row, month, isHidden }: PartnerRowProps) {
  const { partner, examinations, referrals, income, typedPatients, isSilent } = row;
  const own = { partner: partner._id };
  const former = nameMonth(month, -1);
  return (
    <tr className={cx('border-t border-line align-top', isHidden && 'hidden print:table-row')}>
      <th scope="row" className="py-2 pr-3 text-left font-medium wrap-anywhere">
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          {personName(partner)}
          {isSilent && <StatusBadge tone="warning">{texts.silent()}</StatusBadge>}
        </span>
        <span className="sm:hidden">
          <Secondary>
            {texts.income()} {manat(income.count)} · {texts.typedPatients()} {typedPatients}
          </Secondary>
        </span>
      </th>
      <ComparedCell {...examinations} former={former} to={monthPaths.examinations(month, own)} />
      <ComparedCell {...referrals} former={former} to={monthPaths.referrals(month, own)} />
      <td className="py-2 pl-3 text-right tabular-nums max-sm:hidden">
        {manat(income.count)}
        <Before month={former}>{manat(income.before)}</Before>
      </td>
      <td className="py-2 pl-3 text-right text-muted tabular-nums max-sm:hidden">
        {formatNumber(typedPatients, 0)}
      </td>
    </tr>
  );
}

type ComparedCellProps = Compared & {
  /** The name of the month before. */
  former: string;
  to: string;
};

const ComparedCell = ({ count, before, former, to }: ComparedCellProps) => (
  <td className="py-2 pl-3 text-right font-medium tabular-nums">
    <NumberLink to={to}>{formatNumber(count, 0)}</NumberLink>
    <Before month={former}>{formatNumber(before, 0)}</Before>
  </td>
);

/** On a phone the head of the column says which month it is. */
const Before = ({ month, children }: { month: string; children: string }) => (
  <Secondary>
    <span className="max-sm:sr-only">{month}: </span>
    {children}
  </Secondary>
);
