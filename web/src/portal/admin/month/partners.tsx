import type { Compared, Month } from '@deqiq/contract/desk/month.ts';
import * as texts from '@deqiq/messages/office/month.js';
import { useState } from 'react';
import { cx } from '../../../lib/cx.ts';
import { formatNumber, personName } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { NumberLink } from '../../month/figure-tiles.tsx';
import { nameMonth } from '../../month/months.ts';
import { Secondary } from '../list/rows/cells.tsx';
import { manat } from '../list/rows/money.ts';
import { monthPaths } from './month-paths.ts';

type Row = Month['partners'][number];

/** More partners are shown in one press, and on paper. */
const FIRST = 20;

/** First those who send at most half as much, then all by what they sent, beside the month before. */
export const Partners = ({ month: { month, partners } }: { month: Month }) => {
  const silent = partners.filter(({ isSilent }) => isSilent);
  return (
    <>
      {silent.length > 0 && (
        <PartnerTable
          title={texts.silentPartners()}
          hint={texts.silentHint()}
          month={month}
          rows={silent}
        />
      )}
      <PartnerTable title={texts.byPartner()} month={month} rows={partners} />
    </>
  );
};

type PartnerTableProps = { title: string; hint?: string; month: string; rows: readonly Row[] };

function PartnerTable({ title, hint, month, rows }: PartnerTableProps) {
  const [isOpen, setOpen] = useState(false);
  const before = nameMonth(month, -1);
  return (
    <section className="grid gap-3 rounded-card border border-line bg-surface p-4">
      <h2 className="text-desk font-medium">{title}</h2>
      {hint && <p className="text-note text-muted">{hint}</p>}
      {rows.length === 0 ? (
        <p className="text-desk text-muted">{texts.noPartners({ month: nameMonth(month, 0) })}</p>
      ) : (
        <table className="w-full text-desk">
          <caption className="sr-only">{title}</caption>
          <PartnerHead before={before} />
          <tbody>
            {rows.map((row, index) => (
              <PartnerRow
                key={row.partner._id}
                row={row}
                month={month}
                isHidden={!isOpen && index >= FIRST}
              />
            ))}
          </tbody>
        </table>
      )}
      {rows.length > FIRST && !isOpen && (
        <Button variant="quiet" className="print:hidden" onClick={() => setOpen(true)}>
          {texts.allPartners({ count: rows.length })}
        </Button>
      )}
    </section>
  );
}

const PartnerHead = ({ before }: { before: string }) => (
  <thead className="text-note text-muted">
    <tr>
      <th scope="col" className="pb-2 text-left align-top font-medium">
        {texts.partner()}
      </th>
      <th scope="col" className="pb-2 text-right align-top font-medium">
        {texts.examinations()}
        <BelowOnPhone before={before} />
      </th>
      <th scope="col" className="pb-2 pl-3 text-right align-top font-medium">
        {texts.referrals()}
        <BelowOnPhone before={before} />
      </th>
      <th scope="col" className="pb-2 pl-3 text-right align-top font-medium max-sm:hidden">
        {texts.income()}
      </th>
      <th scope="col" className="pb-2 pl-3 text-right align-top font-medium max-sm:hidden">
        {texts.typedPatients()}
      </th>
    </tr>
  </thead>
);

function PartnerRow({ row, month, isHidden }: { row: Row; month: string; isHidden: boolean }) {
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

const BelowOnPhone = ({ before }: { before: string }) => (
  <span aria-hidden="true" className="block font-normal sm:hidden">
    {before}
  </span>
);
