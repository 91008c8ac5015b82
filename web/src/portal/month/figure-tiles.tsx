import type { MonthFigures } from '@deqiq/contract/desk/month.ts';
import * as texts from '@deqiq/messages/ui/month.js';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '../../lib/format.ts';
import { addMonths, nameMonth } from './months.ts';

type Name = keyof MonthFigures;

export interface Figure {
  readonly name: Name;
  readonly label: () => string;
  readonly format: (value: number) => string;
  /** The list of the rows behind the number of a month; absent where no list has the same rows. */
  readonly to?: (month: string) => string;
}

type Figures = Partial<MonthFigures>;

type FigureTilesProps = {
  month: {
    readonly month: string;
    readonly figures: Figures;
    readonly lastMonth: Figures;
    readonly lastYear: Figures;
  };
  figures: readonly Figure[];
};

export const inHours = (value: number): string => texts.hours({ count: formatNumber(value) });
export const inNumbers = (value: number): string => formatNumber(value, 0);

/** The figures of a month, each beside those of the month before and of last year. A number with a list opens its rows. */
export const FigureTiles = ({ month, figures }: FigureTilesProps) => (
  <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-surface sm:grid-cols-3 lg:grid-cols-4 print:grid-cols-4">
    {figures.map((figure) => (
      <FigureTile key={figure.name} figure={figure} month={month} />
    ))}
  </dl>
);

function FigureTile({
  figure: { name, label, format, to },
  month: { month, figures, lastMonth, lastYear },
}: {
  figure: Figure;
  month: FigureTilesProps['month'];
}) {
  const link = (from: Figures, months: number) => {
    const value = from[name];
    const isEmpty = value === null || value === undefined;
    const text = isEmpty ? texts.none() : format(value);
    return to ? <NumberLink to={to(addMonths(month, months))}>{text}</NumberLink> : text;
  };
  return (
    <div className="grid content-start gap-1 p-4 shadow-[0_0_0_1px_var(--color-line)] last:max-sm:odd:col-span-2">
      <dt className="text-note text-muted">{label()}</dt>
      <dd className="text-title font-semibold tabular-nums">{link(figures, 0)}</dd>
      <dd className="grid text-note text-muted tabular-nums">
        <span>
          {nameMonth(month, -1)}: {link(lastMonth, -1)}
        </span>
        <span>
          {nameMonth(month, -12)}: {link(lastYear, -12)}
        </span>
      </dd>
    </div>
  );
}

export const NumberLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link
    to={to}
    className="inline-block min-w-6 underline-offset-4 hover:text-accent-hover hover:underline"
  >
    {children}
  </Link>
);
