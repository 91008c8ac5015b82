import type { Month, MonthFigures } from '@deqiq/contract/desk/month.ts';
import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import * as texts from '@deqiq/messages/office/month.js';
import { Link } from 'react-router';
import { formatNumber } from '../../../lib/format.ts';
import { manat } from '../list/money.ts';

interface Figure {
  readonly name: keyof MonthFigures;
  readonly label: () => string;
  readonly format: (value: number) => string;
  /** The list of the rows behind the number. */
  readonly to?: string;
}

const inHours = (value: number): string => texts.hours({ count: formatNumber(value) });
const count = (value: number): string => formatNumber(value, 0);

const figures: readonly Figure[] = [
  {
    name: 'examinations',
    label: texts.examinations,
    format: count,
    to: `${portalPaths.adminCheckups}?status=completed`,
  },
  { name: 'referrals', label: texts.referrals, format: count, to: portalPaths.referrals },
  { name: 'patients', label: texts.patients, format: count, to: portalPaths.patients },
  { name: 'appointments', label: texts.appointments, format: count, to: portalPaths.calendar },
  {
    name: 'missed',
    label: texts.missed,
    format: count,
    to: `${portalPaths.referrals}?state=missed`,
  },
  { name: 'unopened', label: texts.unopened, format: count, to: portalPaths.referrals },
  { name: 'hoursUntilOpened', label: texts.hoursUntilOpened, format: inHours },
  { name: 'income', label: texts.income, format: manat },
  { name: 'payments', label: texts.payments, format: manat, to: '/admin/dashboard/payments' },
];

/** The figures of a month, each beside those of the month before and of last year. */
export const Figures = ({ month }: { month: Month }) => (
  <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-3">
    {figures.map((figure) => (
      <FigureTile key={figure.name} figure={figure} month={month} />
    ))}
  </dl>
);

function FigureTile({ figure, month }: { figure: Figure; month: Month }) {
  const { name, label, to } = figure;
  const read = (figures: MonthFigures): string => {
    const value = figures[name];
    return value === null ? texts.none() : figure.format(value);
  };
  return (
    <div className="grid content-start gap-1 bg-surface p-4 last:max-sm:col-span-2">
      <dt className="text-note text-muted">{label()}</dt>
      <dd className="text-title font-semibold tabular-nums">
        {to ? (
          <Link to={to} className="underline-offset-4 hover:text-accent-hover hover:underline">
            {read(month.figures)}
          </Link>
        ) : (
          read(month.figures)
        )}
      </dd>
      <dd className="grid text-note text-muted tabular-nums">
        <span>{texts.lastMonth({ value: read(month.lastMonth) })}</span>
        <span>{texts.lastYear({ value: read(month.lastYear) })}</span>
      </dd>
    </div>
  );
}
