import type {
  Compared,
  Month,
  MonthFigures,
  OwnMonth,
  Period,
} from '@deqiq/contract/desk/month.ts';
import type { Db } from '../../../platform/db/tables.ts';
import { toDay } from '../../../platform/time.ts';
import { countWeekdays, type Facts, readPeriods, toFigures, toTotals } from './facts.ts';
import { comparePartners } from './partners.ts';
import { mapPeriods, type Periods, toPeriod } from './periods.ts';

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
      partners: await comparePartners(db, facts, now()),
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

function compareFigures(facts: Periods<Facts>) {
  const { count, before, lastYear } = mapPeriods(facts, toFigures);
  return { figures: count, lastMonth: before, lastYear };
}

function toOwn(figures: MonthFigures): OwnMonth['figures'] {
  const { patients, payments, gifts, income, ...own } = figures;
  return own;
}

/** Days that have not come have no figure. */
function listDays(facts: Periods<Facts>, today: string): Month['days'] {
  const past = facts.count.from.until(Temporal.PlainDate.from(today)).days + 1;
  const days = mapPeriods(facts, (each) => each.days);
  return { ...days, count: days.count.slice(0, Math.max(0, past)) };
}

function zip(facts: Periods<Facts>, read: (facts: Facts) => number[]): Compared[] {
  const lists = mapPeriods(facts, read);
  return lists.count.map((_, index) => mapPeriods(lists, (values) => values[index] ?? 0));
}

type Appointments = Facts['appointments'];

/** Totals of the appointments with one key, the largest first. */
function compareGroups<Key>(facts: Periods<Facts>, key: (row: Appointments[number]) => Key) {
  const { count, before, lastYear } = mapPeriods(facts, ({ appointments }) => appointments);
  const all = Map.groupBy([...count, ...before, ...lastYear], key);
  const rowsOf = mapPeriods({ count, before, lastYear }, (rows) => Map.groupBy(rows, key));
  const groups = [...all].map(([id, [first]]) => {
    const totals = mapPeriods(rowsOf, (rows) => toTotals(rows.get(id) ?? []));
    const rows = {
      appointments: mapPeriods(totals, ({ appointments }) => appointments),
      missed: totals.count.missed,
      income: mapPeriods(totals, ({ income }) => income),
    };
    return [id, rows, first] as const;
  });
  return groups.toSorted(([, one], [, other]) => other.appointments.count - one.appointments.count);
}
