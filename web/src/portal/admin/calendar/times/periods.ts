import type { Appointment } from '@deqiq/contract/referrals/booking/appointments.ts';
import type { OpeningHours } from '@deqiq/contract/referrals/booking/opening-hours.ts';
import { toDay } from '../../../../lib/format.ts';
import { findWeekday, readTime, toMinute } from './times.ts';

/** Minutes since midnight; `to` is not included. */
export type Period = { readonly from: number; readonly to: number };

/** Periods of a day in which a machine is open, in order. */
export function listOpenPeriods(
  { holidays, machines }: OpeningHours,
  device: string,
  day: string,
): Period[] {
  const machine = machines.find((each) => each.device === device);
  if (!machine || holidays.includes(day) || machine.daysOff.includes(day)) return [];
  const workday = machine.week.find((each) => each.day === findWeekday(day));
  if (!workday) return [];
  return subtract(toPeriod(workday), workday.breaks.map(toPeriod));
}

const toPeriod = ({ from, to }: { from: string; to: string }): Period => ({
  from: readTime(from),
  to: readTime(to),
});

/** The rest of a period without others. */
export function subtract(whole: Period, parts: readonly Period[]): Period[] {
  const left: Period[] = [];
  let { from } = whole;
  for (const part of [...parts].sort((one, other) => one.from - other.from)) {
    const to = Math.min(part.from, whole.to);
    if (to > from) left.push({ from, to });
    from = Math.max(from, part.to);
  }
  if (from < whole.to) left.push({ from, to: whole.to });
  return left;
}

/** States in which an appointment occupies its machine. */
const occupying: readonly Appointment['state'][] = ['held', 'booked', 'arrived'];

export const isOccupying = ({ state }: Pick<Appointment, 'state'>): boolean =>
  occupying.includes(state);

/** The minutes of an appointment on its day. */
export function findPeriod({ startsAt, minutes }: Pick<Appointment, 'startsAt' | 'minutes'>) {
  const from = toMinute(startsAt);
  return { from, to: from + minutes };
}

type Search = {
  open: readonly Period[];
  appointments: readonly Appointment[];
  device: string;
  day: string;
  /** An appointment that is moved: it does not occupy the time that it has. */
  except?: string | undefined;
};

/** Periods of a day in which a machine is open and has no appointment. */
export function listFreePeriods({ open, appointments, device, day, except }: Search): Period[] {
  const busy = appointments
    .filter(
      (each) =>
        each.device === device &&
        each._id !== except &&
        isOccupying(each) &&
        toDay(each.startsAt) === day,
    )
    .map(findPeriod);
  return open.flatMap((period) => subtract(period, busy));
}

/** Minutes between two beginnings, as the public gets them. */
const STEP = 15;

type Wanted = {
  minutes: number;
  /** No earlier than this minute. */
  after: number;
};

/** Beginnings at which an examination fits into free periods. */
export function listStarts(free: readonly Period[], { minutes, after }: Wanted): number[] {
  return free.flatMap(({ from, to }) => {
    const first = from >= after ? from : from + Math.ceil((after - from) / STEP) * STEP;
    const count = Math.floor((to - minutes - first) / STEP) + 1;
    return Array.from({ length: Math.max(0, count) }, (_, index) => first + index * STEP);
  });
}
