import type {
  Compared,
  Month,
  MonthFigures,
  OwnMonth,
  Period,
} from '@deqiq/contract/desk/month.ts';
import { startOfDay } from '../../../platform/db/lists/days.ts';
import type { Db } from '../../../platform/db/tables.ts';
import { toDay } from '../../../platform/time.ts';
import { countWeekdays, type Facts, readPeriods, toFigures, toTotals } from './facts.ts';
import { comparePartners } from './partners.ts';
import { type Periods, toPeriod } from './periods.ts';

export type MonthService = ReturnType<typeof monthService>;

/** The figures of any days. */
export type Summary = Omit<Month, 'month'>;

/** The figures of a month at the provider, beside those of the month before and of the same month last year. */
export function monthService({ db, now }: { db: Db; now: () => number }) {
  const findPeriod = async (period: Period): Promise<Summary> => {
    const facts = await readPeriods(db, period);
    return {
      ...compareFigures(facts),
      days: listDays(facts, toDay(now())),
      weekdays: zip(facts, countWeekdays),
      kinds: compareGroups(facts, ({ examination }) => examination).map(([examination, rows]) => ({
        examination,
        ...rows,
      })),
      machines: compareGroups(facts, ({ device_id }) => device_id).map(([_id, rows, first]) => ({
        _id,
        name: first?.device_name ?? '',
        ...rows,
      })),
      partners: await comparePartners(db, facts, findShare(period, now())),
    };
  };
  const present = () => toDay(now()).slice(0, 7);

  return {
    /** `month`: YYYY-MM; without it the present one. */
    find: async (month = present()): Promise<Month> => ({
      month,
      ...(await findPeriod(toPeriod(month))),
    }),

    findPeriod,

    /** The same for a partner, of its own patients. */
    async findOwn(partner: string, month = present()): Promise<OwnMonth> {
      const facts = await readPeriods(db, toPeriod(month), partner);
      const { figures, lastMonth, lastYear } = compareFigures(facts);
      return {
        month,
        figures: toOwn(figures),
        lastMonth: toOwn(lastMonth),
        lastYear: toOwn(lastYear),
        days: listDays(facts, toDay(now())),
      };
    },
  };
}

const compareFigures = ({ count, before, lastYear }: Periods<Facts>) => ({
  figures: toFigures(count),
  lastMonth: toFigures(before),
  lastYear: toFigures(lastYear),
});

function toOwn(figures: MonthFigures): OwnMonth['figures'] {
  const { patients, payments, gifts, income, ...own } = figures;
  return own;
}

/** Days that have not come have no figure. */
function listDays({ count, before, lastYear }: Periods<Facts>, today: string): Month['days'] {
  const past = count.from.until(Temporal.PlainDate.from(today)).days + 1;
  return {
    count: count.days.slice(0, Math.max(0, past)),
    before: before.days,
    lastYear: lastYear.days,
  };
}

/** How much of a period is over, 0 to 1. */
function findShare({ from, to }: Period, at: number): number {
  const start = Date.parse(startOfDay(Temporal.PlainDate.from(from)));
  const end = Date.parse(startOfDay(Temporal.PlainDate.from(to).add({ days: 1 })));
  return Math.min(1, Math.max(0, (at - start) / (end - start)));
}

function zip({ count, before, lastYear }: Periods<Facts>, read: (facts: Facts) => number[]) {
  const former = read(before);
  const older = read(lastYear);
  return read(count).map(
    (value, index): Compared => ({
      count: value,
      before: former[index] ?? 0,
      lastYear: older[index] ?? 0,
    }),
  );
}

type Appointments = Facts['appointments'];

/** Totals of the appointments with one key, the largest first. */
function compareGroups<Key>(
  { count, before, lastYear }: Periods<Facts>,
  key: (row: Appointments[number]) => Key,
) {
  const all = Map.groupBy(
    [...count.appointments, ...before.appointments, ...lastYear.appointments],
    key,
  );
  const groups = [...all].map(([id, [first]]) => {
    const totals = (facts: Facts) => toTotals(facts.appointments.filter((row) => key(row) === id));
    const present = totals(count);
    const former = totals(before);
    const older = totals(lastYear);
    const compare = (name: 'appointments' | 'income'): Compared => ({
      count: present[name],
      before: former[name],
      lastYear: older[name],
    });
    const rows = {
      appointments: compare('appointments'),
      missed: present.missed,
      income: compare('income'),
    };
    return [id, rows, first] as const;
  });
  return groups.toSorted(([, one], [, other]) => other.appointments.count - one.appointments.count);
}
