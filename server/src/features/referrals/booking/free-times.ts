import { MAX_DAYS_AHEAD } from '@deqiq/contract/referrals/booking/booking.ts';
import type { OpeningHours } from '@deqiq/contract/referrals/booking/opening-hours.ts';
import { provider } from '@deqiq/contract/shared/provider.ts';
import * as appointmentMessages from '@deqiq/messages/referrals/appointments.js';
import { conflict } from '../../../platform/errors.ts';
import { iso, MINUTE, toDay } from '../../../platform/time.ts';
import type { DevicesService } from '../../machines/devices/devices.service.ts';
import {
  type AppointmentTimesService,
  type MachineTime,
  TakenError,
} from '../appointment-times/appointment-times.service.ts';
import type { OpeningHoursService } from '../opening-hours/opening-hours.service.ts';

/** Minutes between two beginnings. */
const STEP = 15;

interface FreeTime {
  readonly device: string;
  /** YYYY-MM-DD in Baku. */
  readonly day: string;
  readonly startsAt: string;
}

/** Times at which one of these machines is open so long on a day, YYYY-MM-DD in Baku. */
function listOpenTimes(
  { holidays, machines }: OpeningHours,
  { devices, minutes, day }: { devices: readonly string[]; minutes: number; day: string },
): FreeTime[] {
  if (holidays.includes(day)) return [];
  const midnight = Temporal.PlainDate.from(day).toZonedDateTime(provider.timeZone);
  return machines
    .filter(({ device, daysOff }) => devices.includes(device) && !daysOff.includes(day))
    .flatMap(({ device, week }) => {
      const workday = week.find((each) => each.day === midnight.dayOfWeek);
      const starts = workday ? listStarts(workday, minutes) : [];
      return starts.map((minute) => ({
        device,
        day,
        startsAt: iso(midnight.add({ minutes: minute }).epochMilliseconds),
      }));
    });
}

type Workday = OpeningHours['machines'][number]['week'][number];

/** Minutes since midnight at which an examination fits between opening, breaks and closing. */
function listStarts({ from, to, breaks }: Workday, minutes: number): number[] {
  const pauses = breaks.map((pause) => [toMinute(pause.from), toMinute(pause.to)] as const);
  const begins = [toMinute(from), ...pauses.map(([, end]) => end)];
  return [...new Set(begins.flatMap((begin) => listSteps(begin, toMinute(to) - minutes)))]
    .filter(
      (start) =>
        start >= toMinute(from) &&
        pauses.every(([begin, end]) => start >= end || start + minutes <= begin) &&
        // Between two pauses times count from the end of the first one.
        isStep(start, Math.max(...begins.filter((begin) => begin <= start))),
    )
    .sort((one, other) => one - other);
}

const isStep = (start: number, begin: number): boolean => (start - begin) % STEP === 0;

const listSteps = (begin: number, last: number): number[] =>
  last < begin
    ? []
    : Array.from(
        { length: Math.floor((last - begin) / STEP) + 1 },
        (_, step) => begin + step * STEP,
      );

/** Of `HH:MM`. */
const toMinute = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Whether the machine has no other appointment then. */
function isFree(
  { device, startsAt }: FreeTime,
  minutes: number,
  busy: readonly MachineTime[],
): boolean {
  const endsAt = iso(Date.parse(startsAt) + minutes * MINUTE);
  return !busy.some(
    (other) => other.device_id === device && other.starts_at < endsAt && other.ends_at > startsAt,
  );
}

/** The free times of each day. */
export function groupByDay(days: readonly string[], free: readonly FreeTime[]) {
  const byDay = Map.groupBy(free, ({ day }) => day);
  return days.map((date) => ({
    date,
    slots: [...new Set(byDay.get(date)?.map(({ startsAt }) => startsAt))],
  }));
}

interface Options {
  readonly machines: readonly string[];
  readonly minutes: number;
  /** The id of an appointment that may be moved into its own time. */
  readonly except?: string;
}

interface Deps {
  readonly hours: Pick<OpeningHoursService, 'find'>;
  readonly devices: Pick<DevicesService, 'listIds'>;
  readonly times: Pick<AppointmentTimesService, 'listBusy'>;
  readonly now: () => number;
}

export type FreeTimes = ReturnType<typeof freeTimes>;

/** Times that the public may book: opening hours without the appointments. */
export function freeTimes({ hours, devices, times, now }: Deps) {
  const today = () => Temporal.PlainDate.from(toDay(now()));

  /** Days from today, or from a later day. */
  function listDays(from: string | undefined, count: number): string[] {
    const earliest = today();
    const start = Temporal.PlainDate.from(from ?? earliest);
    const first = Temporal.PlainDate.compare(start, earliest) < 0 ? earliest : start;
    return Array.from({ length: count }, (_, index) => first.add({ days: index }).toString());
  }

  /** In order of time, then of machines. */
  async function list({ machines, minutes, except }: Options, days: readonly string[]) {
    const opening = await hours.find();
    const active = await devices.listIds();
    const possible = machines.filter((id) => active.has(id));
    const earliest = iso(now());
    const last = today().add({ days: MAX_DAYS_AHEAD }).toString();
    const open = days
      .filter((day) => day <= last)
      .flatMap((day) => listOpenTimes(opening, { devices: possible, minutes, day }))
      .filter(({ startsAt }) => startsAt > earliest)
      .sort((one, other) => (one.startsAt < other.startsAt ? -1 : 1));
    const first = open[0];
    const final = open.at(-1);
    if (!first || !final) return [];
    const before = iso(Date.parse(final.startsAt) + minutes * MINUTE);
    const busy = await times.listBusy(possible, { from: first.startsAt, before, except });
    return open.filter((time) => isFree(time, minutes, busy));
  }

  return {
    listDays,
    list,

    /** Tries the machines that are free then. Throws 409 with the nearest free times where none is. */
    async take<Result>(
      { startsAt, ...options }: Options & { readonly startsAt: string },
      book: (device: string) => Promise<Result>,
    ): Promise<Result> {
      const free = await list(options, [toDay(Date.parse(startsAt))]);
      for (const { device } of free.filter((time) => time.startsAt === startsAt)) {
        try {
          return await book(device);
        } catch (error) {
          if (!(error instanceof TakenError)) throw error;
        }
      }
      const day = Temporal.PlainDate.from(toDay(Date.parse(startsAt)));
      const around = listDays(day.subtract({ days: 2 }).toString(), DAYS_AROUND);
      throw conflict(appointmentMessages.taken(), {
        slots: nearest(await list(options, around), startsAt),
      });
    },
  };
}

/** Days in which free times near a taken one are searched. */
const DAYS_AROUND = 10;
const MAX_NEAREST = 6;

function nearest(free: readonly FreeTime[], startsAt: string): string[] {
  const distance = (time: string) => Math.abs(Date.parse(time) - Date.parse(startsAt));
  return [...new Set(free.map((time) => time.startsAt))]
    .sort((one, other) => distance(one) - distance(other))
    .slice(0, MAX_NEAREST)
    .sort();
}
