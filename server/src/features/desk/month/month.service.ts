import type { Month, MonthFigures } from '@deqiq/contract/desk/month.ts';
import { toManat } from '@deqiq/contract/shared/money.ts';
import { startOfDay } from '../../../platform/db/lists/days.ts';
import type { Db } from '../../../platform/db/tables.ts';
import { atProvider, HOUR, toDay } from '../../../platform/time.ts';
import * as repo from './month.repo.ts';

/** Only who sent so much in the month before can be silent. */
const MIN_BEFORE_SILENCE = 4;

export type MonthService = ReturnType<typeof monthService>;

/** The figures of a month at the provider, beside those of the month before and of the same month last year. */
export function monthService({ db, now }: { db: Db; now: () => number }) {
  return {
    /** `month`: YYYY-MM; without it the present one. */
    async find(month = toDay(now()).slice(0, 7)): Promise<Month> {
      const first = Temporal.PlainYearMonth.from(month);
      const [present, lastMonth, lastYear] = await Promise.all([
        read(db, first),
        read(db, first.subtract({ months: 1 })),
        read(db, first.subtract({ years: 1 })),
      ]);
      const kinds = Map.groupBy(present.appointments, ({ examination }) => examination);
      const machines = Map.groupBy(present.appointments, ({ device_id }) => device_id);
      return {
        month,
        figures: toFigures(present),
        lastMonth: toFigures(lastMonth),
        lastYear: toFigures(lastYear),
        weekdays: countWeekdays(present),
        kinds: [...kinds].map(([examination, rows]) => ({ examination, ...toTotals(rows) })),
        machines: [...machines].map(([_id, rows]) => ({
          _id,
          name: rows[0]?.device_name ?? '',
          ...toTotals(rows),
        })),
        partners: await comparePartners(db, present, lastMonth),
      };
    },
  };
}

type Facts = Awaited<ReturnType<typeof read>>;

const startOf = (month: Temporal.PlainYearMonth): string =>
  startOfDay(month.toPlainDate({ day: 1 }));

async function read(db: Db, month: Temporal.PlainYearMonth) {
  const period = { from: startOf(month), before: startOf(month.add({ months: 1 })) };
  const [results, referrals, patients, appointments, payments] = await Promise.all([
    repo.listResults(db, period),
    repo.countReferrals(db, period),
    repo.countPatients(db, period),
    repo.countAppointments(db, period),
    repo.sumPayments(db, period),
  ]);
  return { results, referrals, patients, appointments, payments };
}

function toFigures({ results, referrals, patients, appointments, payments }: Facts): MonthFigures {
  const hours = results.flatMap(({ ready_at, opened_at }) =>
    opened_at === null ? [] : (Date.parse(opened_at) - Date.parse(ready_at)) / HOUR,
  );
  return {
    examinations: results.length,
    unopened: results.length - hours.length,
    hoursUntilOpened: findMedian(hours),
    referrals: sum(referrals.map(({ count }) => count)),
    patients,
    ...toTotals(appointments),
    payments: toManat(payments),
  };
}

/** Appointments, the missed ones among them, and the prices of those to which the patient came. */
function toTotals(rows: Facts['appointments']) {
  const count = (some: Facts['appointments']) => sum(some.map((row) => row.count));
  const arrived = rows.filter(({ status }) => status === 'arrived');
  return {
    appointments: count(rows),
    missed: count(rows.filter(({ status }) => status === 'missed')),
    income: toManat(sum(arrived.map(({ price }) => price))),
  };
}

/** Monday first. */
function countWeekdays({ results }: Facts): number[] {
  const counts = [0, 0, 0, 0, 0, 0, 0];
  for (const { ready_at } of results) {
    const index = atProvider(Date.parse(ready_at)).dayOfWeek - 1;
    counts[index] = (counts[index] ?? 0) + 1;
  }
  return counts;
}

async function comparePartners(db: Db, present: Facts, before: Facts): Promise<Month['partners']> {
  const counts = [present, before].map(({ results, referrals }) => ({
    examinations: Map.groupBy(results, ({ partner_id }) => partner_id),
    referrals: new Map(referrals.map(({ partner_id, count }) => [partner_id, Number(count)])),
  }));
  const ids = new Set(
    counts.flatMap((each) => [...each.examinations.keys(), ...each.referrals.keys()]),
  );
  const compare = (read: (each: (typeof counts)[number]) => number | undefined) => {
    const [count = 0, former = 0] = counts.map((each) => read(each) ?? 0);
    return { count, before: former };
  };
  const partners = (await repo.listPartners(db, [...ids])).map(
    ({ id, first_name: firstName, last_name: lastName, deleted_at }) => {
      const examinations = compare((each) => each.examinations.get(id)?.length);
      const referrals = compare((each) => each.referrals.get(id));
      const sent = examinations.count + referrals.count;
      const sentBefore = examinations.before + referrals.before;
      return {
        partner: {
          _id: id,
          firstName,
          lastName,
          ...(deleted_at !== null && { deleted: true as const }),
        },
        examinations,
        referrals,
        isSilent: sentBefore >= MIN_BEFORE_SILENCE && sent * 2 <= sentBefore,
      };
    },
  );
  return partners.toSorted(
    (one, other) =>
      other.examinations.count - one.examinations.count ||
      other.referrals.count - one.referrals.count ||
      other.examinations.before - one.examinations.before,
  );
}

/** PostgreSQL returns counts and sums as texts. */
const sum = (values: readonly (number | string)[]): number =>
  values.reduce<number>((total, value) => total + Number(value), 0);

/** With one decimal. */
function findMedian(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? 0;
  const median = Number.isInteger(middle) ? ((sorted[middle - 1] ?? 0) + upper) / 2 : upper;
  return Math.round(median * 10) / 10;
}
