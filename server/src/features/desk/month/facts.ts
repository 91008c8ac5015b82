import type { MonthFigures } from '@deqiq/contract/desk/month.ts';
import { toManat } from '@deqiq/contract/shared/money.ts';
import type { Db } from '../../../platform/db/tables.ts';
import { HOUR } from '../../../platform/time.ts';
import * as repo from './month.repo.ts';
import { comparePeriods, listBounds, type Periods } from './periods.ts';

export type Facts = Awaited<ReturnType<typeof readFacts>>;

/** The rows of a period; `partner`: only its own. */
export async function readFacts(
  db: Db,
  { from, to }: ReturnType<typeof comparePeriods>['count'],
  partner?: string,
) {
  const bounds = listBounds({ from, to });
  const span = { from: bounds[0] ?? '', before: bounds.at(-1) ?? '', partner };
  const [results, referrals, patients, appointments, payments] = await Promise.all([
    repo.listResults(db, span),
    repo.countReferrals(db, span),
    repo.countPatients(db, span),
    repo.countAppointments(db, span),
    repo.sumPayments(db, span),
  ]);
  const days = countDays(bounds, results);
  return { from, days, results, referrals, patients, appointments, payments };
}

/** A period and those beside it. */
export async function readPeriods(
  db: Db,
  period: Parameters<typeof comparePeriods>[0],
  partner?: string,
): Promise<Periods<Facts>> {
  const periods = comparePeriods(period);
  const [count, before, lastYear] = await Promise.all([
    readFacts(db, periods.count, partner),
    readFacts(db, periods.before, partner),
    readFacts(db, periods.lastYear, partner),
  ]);
  return { count, before, lastYear };
}

export function toFigures(facts: Facts): MonthFigures {
  const { results, referrals, patients, appointments, payments } = facts;
  const opened = listHours(results, ({ opened_at }) => opened_at);
  return {
    examinations: results.length,
    unopened: results.length - opened.length,
    hoursUntilReported: findMedian(listHours(results, ({ signed_at }) => signed_at)),
    hoursUntilOpened: findMedian(opened),
    referrals: sum(referrals.map(({ count }) => count)),
    patients,
    ...toTotals(appointments),
    payments: toManat(Number(payments.sum ?? 0)),
    gifts: Number(payments.gifts),
  };
}

/** Appointments, the missed ones among them, and the prices of those to which the patient came. */
export function toTotals(rows: Facts['appointments']) {
  const count = (some: Facts['appointments']) => sum(some.map((row) => row.count));
  const arrived = rows.filter(({ status }) => status === 'arrived');
  return {
    appointments: count(rows),
    missed: count(rows.filter(({ status }) => status === 'missed')),
    income: toManat(sum(arrived.map(({ price }) => price))),
  };
}

/** Monday first. */
export function countWeekdays({ from, days }: Facts): number[] {
  const counts = [0, 0, 0, 0, 0, 0, 0];
  for (const [index, count] of days.entries()) {
    const weekday = (from.dayOfWeek - 1 + index) % 7;
    counts[weekday] = (counts[weekday] ?? 0) + count;
  }
  return counts;
}

/** PostgreSQL returns counts and sums as texts. */
export const sum = (values: readonly (number | string)[]): number =>
  values.reduce<number>((total, value) => total + Number(value), 0);

/** Results come in the order in which they became ready. `bounds`: of each day, as stored. */
function countDays(bounds: readonly string[], results: readonly { readonly ready_at: string }[]) {
  const counts = bounds.slice(1).map(() => 0);
  let day = 0;
  for (const { ready_at } of results) {
    while (ready_at >= (bounds[day + 1] ?? '')) day += 1;
    counts[day] = (counts[day] ?? 0) + 1;
  }
  return counts;
}

/** From readiness until `read`, where it has come. 0 for a report that was signed before the examination was completed. */
function listHours(results: readonly repo.Result[], read: (result: repo.Result) => string | null) {
  return results.flatMap((result) => {
    const at = read(result);
    if (at === null) return [];
    return Math.max(0, Date.parse(at) - Date.parse(result.ready_at)) / HOUR;
  });
}

/** With one decimal. */
function findMedian(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? 0;
  const median = Number.isInteger(middle) ? ((sorted[middle - 1] ?? 0) + upper) / 2 : upper;
  return Math.round(median * 10) / 10;
}
