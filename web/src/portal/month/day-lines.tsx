import type { Month } from '@deqiq/contract/desk/month.ts';
import * as texts from '@deqiq/messages/ui/month.js';
import { cx } from '../../lib/cx.ts';
import { formatDay, formatNumber } from '../../lib/format.ts';
import { NumberLink } from './figure-tiles.tsx';
import { addMonths, comparedMonths, nameMonth } from './months.ts';

const LONGEST = 31;
const monthDays = Array.from({ length: LONGEST }, (_, index) => index);
/** Days that are named below the lines. */
const NAMED = [1, 8, 15, 22, 29];

const lineStyles = {
  count: 'text-accent [stroke-width:3]',
  before: 'text-field',
  lastYear: 'text-field [stroke-dasharray:2_5]',
} as const;

type DayLinesProps = { month: Pick<Month, 'month' | 'days'>; to: (day: string) => string };

/** How many examinations there were until each day of the month, beside those of the others, and a table of the days. */
export function DayLines({ month: { month, days }, to }: DayLinesProps) {
  const totals = comparedMonths.map(({ name, months }) => ({
    name,
    label: nameMonth(month, months),
    line: lineStyles[name],
    sums: addUp(days[name]),
  }));
  const largest = Math.max(1, ...totals.flatMap(({ sums }) => sums));
  return (
    <section className="grid min-w-0 break-inside-avoid content-start gap-3 rounded-card border border-line bg-surface p-4">
      <h2 className="text-desk font-medium">{texts.soFar()}</h2>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-note text-muted">
        {totals.map(({ name, label, line, sums }) => (
          <li key={name} className="flex items-center gap-2 tabular-nums">
            <svg viewBox="0 0 24 4" className="h-1 w-6" aria-hidden="true">
              <path d="M0 2H24" className={cx('stroke-current stroke-2', line)} />
            </svg>
            {label}: {formatNumber(sums.at(-1) ?? 0, 0)}
          </li>
        ))}
      </ul>
      <div aria-hidden="true" className="grid grid-cols-[auto_1fr] gap-x-2 text-note text-muted">
        <div className="flex flex-col justify-between text-right tabular-nums">
          <span>{formatNumber(largest, 0)}</span>
          <span>0</span>
        </div>
        <svg
          aria-hidden="true"
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          className="h-44 w-full lg:h-72 print:h-44 overflow-visible fill-none stroke-current stroke-2"
        >
          <path d="M0 0H100M0 50H100M0 100H100" className="stroke-line stroke-1" {...steady} />
          {/* The month that is shown is drawn over the others. */}
          {totals.toReversed().map(({ name, line, sums }) => (
            <path key={name} d={drawPath(sums, largest)} className={line} {...steady} />
          ))}
        </svg>
        <div className="relative col-start-2 mt-1 h-5 tabular-nums">
          {NAMED.map((day) => (
            <span
              key={day}
              className="absolute -translate-x-1/2"
              style={{ left: `${toX(day - 1)}%` }}
            >
              {day}
            </span>
          ))}
        </div>
      </div>
      <DayTable month={month} days={days} to={to} />
    </section>
  );
}

const steady = { vectorEffect: 'non-scaling-stroke', strokeLinejoin: 'round' } as const;

const toX = (index: number): number => (index / (LONGEST - 1)) * 100;

const drawPath = (sums: readonly number[], largest: number): string =>
  sums.map((sum, day) => `${day ? 'L' : 'M'}${toX(day)} ${100 - (sum / largest) * 100}`).join('');

function addUp(counts: readonly number[]): number[] {
  let sum = 0;
  return counts.map((count) => {
    sum += count;
    return sum;
  });
}

const DayTable = ({ month, days, to }: DayLinesProps['month'] & Pick<DayLinesProps, 'to'>) => (
  <details className="text-desk">
    <summary className="w-fit cursor-pointer text-note text-muted">{texts.asTable()}</summary>
    <table className="mt-2 w-full text-right tabular-nums">
      <caption className="sr-only">{texts.byDay()}</caption>
      <thead className="text-note text-muted">
        <tr>
          <th scope="col" className="text-left font-medium">
            {texts.day()}
          </th>
          {comparedMonths.map(({ name, months }) => (
            <th key={name} scope="col" className="font-medium">
              {nameMonth(month, months)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {monthDays.map((index) => (
          <tr key={index} className="border-t border-line">
            <th scope="row" className="py-1 text-left font-normal">
              {index + 1}
            </th>
            {comparedMonths.map(({ name, months }) => (
              <td key={name} className={cx('py-1', name !== 'count' && 'text-muted')}>
                <DayNumber
                  count={days[name][index]}
                  day={toDate(addMonths(month, months), index)}
                  to={to}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </details>
);

const toDate = (month: string, index: number): string =>
  `${month}-${String(index + 1).padStart(2, '0')}`;

type DayNumberProps = {
  count: number | undefined;
  day: string;
  to: (day: string) => string;
};

const DayNumber = ({ count, day, to }: DayNumberProps) =>
  count === undefined ? null : (
    <NumberLink to={to(day)}>
      <span className="sr-only">{formatDay(day)}: </span>
      {formatNumber(count, 0)}
    </NumberLink>
  );
