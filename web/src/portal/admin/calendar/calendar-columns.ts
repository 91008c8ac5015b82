import type { Appointment } from '@deqiq/contract/referrals/booking/appointments.ts';
import type { OpeningHours } from '@deqiq/contract/referrals/booking/opening-hours.ts';
import * as texts from '@deqiq/messages/office/calendar.js';
import { toDay } from '../../../lib/format.ts';
import { findPeriod, listOpenPeriods, type Period } from './times/periods.ts';
import { DAY_MINUTES } from './times/times.ts';
import type { Machine } from './times/use-machines.ts';

/** One machine on one day. */
export type CalendarColumn = {
  readonly key: string;
  readonly machine: Machine;
  readonly day: string;
  /** When the machine is open. */
  readonly open: readonly Period[];
  /** All machines are closed. */
  readonly isHoliday: boolean;
  /** In order of time, without cancelled ones. */
  readonly appointments: readonly Appointment[];
};

type Source = {
  machines: readonly Machine[];
  days: readonly string[];
  hours: OpeningHours;
  appointments: readonly Appointment[];
};

/** All machines of the first day, then of the next. */
export function createColumns({ machines, days, hours, appointments }: Source): CalendarColumn[] {
  const groups = Map.groupBy(
    appointments.filter(({ state }) => state !== 'cancelled'),
    ({ device, startsAt }) => toKey(device, toDay(startsAt)),
  );
  return days.flatMap((day) =>
    machines.map((machine) => {
      const key = toKey(machine._id, day);
      return {
        key,
        machine,
        day,
        open: listOpenPeriods(hours, machine._id, day),
        isHoliday: hours.holidays.includes(day),
        appointments: groups.get(key) ?? [],
      };
    }),
  );
}

/** Why a column without open times has none. */
export const nameClosing = ({ isHoliday }: CalendarColumn): string =>
  isHoliday ? texts.holiday() : texts.closed();

const toKey = (device: string, day: string): string => `${device} ${day}`;

/** Shown of a day even where nothing is open. */
const USUAL: Period = { from: 9 * 60, to: 18 * 60 };

const HOUR = 60;

/** Whole hours that contain everything in the columns, and an hour around it. */
export function findRange(columns: readonly CalendarColumn[]): Period {
  const periods = columns.flatMap(({ open, appointments }) => [
    ...open,
    ...appointments.map(findPeriod),
  ]);
  const shown = periods.length > 0 ? periods : [USUAL];
  const from = Math.min(...shown.map((period) => period.from));
  const to = Math.max(...shown.map((period) => period.to));
  return {
    from: Math.max(0, Math.floor(from / HOUR - 1) * HOUR),
    to: Math.min(DAY_MINUTES, Math.ceil(to / HOUR + 1) * HOUR),
  };
}
