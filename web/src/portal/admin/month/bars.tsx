import type { Compared } from '@deqiq/contract/desk/month.ts';
import * as texts from '@deqiq/messages/office/month.js';
import type { ReactNode } from 'react';
import { cx } from '../../../lib/cx.ts';
import { formatNumber } from '../../../lib/format.ts';
import { NumberLink } from '../../month/figure-tiles.tsx';
import { addMonths, comparedMonths, nameMonth } from '../../month/months.ts';

export interface Bar {
  readonly id: string;
  readonly label: string;
  readonly value: Compared;
  /** Below the name. */
  readonly note?: ReactNode;
  /** The rows behind the number of a month. */
  readonly to: (month: string) => string;
}

type BarsProps = { title: string; month: string; bars: readonly Bar[] };

/**
 * A plot that is its own table: below each name a bar as long as its share of the largest, and a thin one for the month
 * before; beside them the numbers.
 */
export function Bars({ title, month, bars }: BarsProps) {
  const amounts = bars.flatMap(({ value }) => [value.count, value.before]);
  const largest = Math.max(1, ...amounts);
  return (
    <section className="grid min-w-0 break-inside-avoid content-start gap-3 rounded-card border border-line bg-surface p-4">
      <h2 className="text-desk font-medium">{title}</h2>
      {amounts.every((amount) => amount === 0) ? (
        <p className="text-desk text-muted">{texts.nothing({ month: nameMonth(month, 0) })}</p>
      ) : (
        <table className="w-full text-right text-desk tabular-nums">
          <caption className="sr-only">{title}</caption>
          <thead className="text-note text-muted">
            <tr>
              <td />
              {comparedMonths.map(({ name, months }) => (
                <th key={name} scope="col" className="pb-1 pl-2 align-bottom font-medium">
                  {nameMonth(month, months)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.map((bar) => (
              <BarRow key={bar.id} bar={bar} largest={largest} month={month} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function BarRow({ bar, largest, month }: { bar: Bar; largest: number; month: string }) {
  const { label, value, note, to } = bar;
  return (
    <tr className="align-top">
      <th scope="row" className="w-1/2 py-1.5 text-left font-normal wrap-anywhere">
        {label}
        {note && <span className="text-note text-muted"> · {note}</span>}
        <span
          aria-hidden="true"
          className="mt-1 block h-2.5 rounded-r-chip bg-accent [print-color-adjust:exact]"
          style={{ width: `${(value.count / largest) * 100}%` }}
        />
        <span
          aria-hidden="true"
          className="mt-0.5 block h-1 rounded-r-chip bg-field [print-color-adjust:exact]"
          style={{ width: `${(value.before / largest) * 100}%` }}
        />
      </th>
      {comparedMonths.map(({ name, months }) => (
        <td
          key={name}
          className={cx('py-1.5 pl-2', name === 'count' ? 'font-medium' : 'text-muted')}
        >
          <NumberLink to={to(addMonths(month, months))}>{formatNumber(value[name], 0)}</NumberLink>
        </td>
      ))}
    </tr>
  );
}
