import {
  type MachineHours,
  machineHours,
} from '@deqiq/contract/referrals/booking/opening-hours.ts';
import * as z from 'zod';
import { normalizeTime } from '../times/times.ts';

type PeriodValues = { from: string; to: string };

export type WorkdayValues = PeriodValues & { isOpen: boolean; breaks: PeriodValues[] };

export type HoursValues = {
  /** From Monday to Sunday. */
  days: WorkdayValues[];
  daysOff: { date: string }[];
};

export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

/** Proposed for a day that is opened. */
const USUAL: PeriodValues = { from: '09:00', to: '18:00' };
export const USUAL_BREAK: PeriodValues = { from: '13:00', to: '14:00' };

export const toHoursValues = (hours: MachineHours | undefined): HoursValues => ({
  days: WEEKDAYS.map((day) => {
    const workday = hours?.week.find((each) => each.day === day);
    return {
      isOpen: workday !== undefined,
      from: workday?.from ?? USUAL.from,
      to: workday?.to ?? USUAL.to,
      breaks: workday?.breaks ?? [],
    };
  }),
  daysOff: toDates(hours?.daysOff ?? []),
});

export const toDates = (days: readonly string[]) => days.map((date) => ({ date }));

const toPeriod = ({ from, to }: PeriodValues): PeriodValues => ({
  from: normalizeTime(from),
  to: normalizeTime(to),
});

/** Hours of a machine as the contract takes them. Issues are at the fields of the form. */
export const rulesFor = (device: string) =>
  z.custom<HoursValues>().transform((values, context): MachineHours => {
    const openDays = WEEKDAYS.filter((day) => values.days[day - 1]?.isOpen);
    const { data, error } = machineHours.safeParse({
      device,
      week: openDays.map((day) => ({ day, ...toWorkday(values.days[day - 1]) })),
      daysOff: listDates(values.daysOff),
    });
    for (const { message, path } of error?.issues ?? [])
      context.addIssue({ code: 'custom', message, path: toFieldPath(path, openDays, values) });
    return data ?? z.NEVER;
  });

const toWorkday = (day: WorkdayValues | undefined) => ({
  ...toPeriod(day ?? USUAL),
  breaks: (day?.breaks ?? []).map(toPeriod),
});

/** `week.0.to` is `days.2.to` where Wednesday is the first open day; `daysOff.1` is the date in the form. */
function toFieldPath(
  [name, index, ...rest]: readonly PropertyKey[],
  openDays: readonly number[],
  values: HoursValues,
): PropertyKey[] {
  if (name === 'week') return ['days', (openDays[Number(index)] ?? 1) - 1, ...rest];
  return name === 'daysOff' ? toDatePath('daysOff', values.daysOff, index) : [name ?? ''];
}

type Dates = readonly { date: string }[];

/** Empty fields are no days. */
export const listDates = (dates: Dates): string[] =>
  [...new Set(dates.map(({ date }) => date).filter(Boolean))].sort();

function toDatePath(name: string, dates: Dates, index: PropertyKey | undefined): PropertyKey[] {
  const date = listDates(dates)[Number(index)];
  const field = dates.findIndex((each) => each.date === date);
  return field < 0 ? [name] : [name, field, 'date'];
}

export type HolidayValues = { holidays: { date: string }[] };

/** Days on which all machines are closed. */
export const holidayRules = z.custom<HolidayValues>().transform(({ holidays }, context) => {
  const { data, error } = machineHours.shape.daysOff.safeParse(listDates(holidays));
  for (const { message, path } of error?.issues ?? []) {
    context.addIssue({
      code: 'custom',
      message,
      path: toDatePath('holidays', holidays, path[0]),
    });
  }
  return data ?? z.NEVER;
});
