import type { Period } from '@deqiq/contract/desk/month.ts';
import { toInstants } from '../../../platform/db/lists/days.ts';

type Days = { readonly from: Temporal.PlainDate; readonly to: Temporal.PlainDate };

/** A period, the one before it, and the same last year. Whole months are compared with as many whole months. */
export interface Periods<Of> {
  readonly count: Of;
  readonly before: Of;
  readonly lastYear: Of;
}

/** The same of each period. */
export const mapPeriods = <From, To>(
  { count, before, lastYear }: Periods<From>,
  map: (of: From) => To,
): Periods<To> => ({ count: map(count), before: map(before), lastYear: map(lastYear) });

export function comparePeriods(period: Period): Periods<Days> {
  const from = Temporal.PlainDate.from(period.from);
  const to = Temporal.PlainDate.from(period.to);
  const next = to.add({ days: 1 });
  const isMonths = from.day === 1 && next.day === 1;
  const length = from.until(next, { largestUnit: isMonths ? 'months' : 'days' });
  const lastYear = isMonths
    ? next.subtract({ years: 1 }).subtract({ days: 1 })
    : to.subtract({ years: 1 });
  return {
    count: { from, to },
    before: { from: from.subtract(length), to: from.subtract({ days: 1 }) },
    lastYear: { from: from.subtract({ years: 1 }), to: lastYear },
  };
}

/** The days of a month, YYYY-MM. */
export function toPeriod(month: string): Period {
  const first = Temporal.PlainYearMonth.from(month);
  return {
    from: `${first.toPlainDate({ day: 1 })}`,
    to: `${first.toPlainDate({ day: first.daysInMonth })}`,
  };
}

/** The instant at which each day begins, and the one at which the last ends. */
export function listBounds({ from, to }: Days): string[] {
  const length = from.until(to).days + 1;
  const bounds = Array.from({ length: length + 1 }, (_, days) => `${from.add({ days })}`);
  return bounds.map((day) => toInstants({ from: day }).from ?? '');
}
