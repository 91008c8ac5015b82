import type { Appointment } from '@deqiq/contract/referrals/booking/appointments.ts';
import { findPeriod, type Period } from '../times/periods.ts';

/** Minutes that even the shortest card covers, so that its words can be read. */
export const MIN_CARD_MINUTES = 10;

/** An appointment with its part of the width of a column: lane 0 of 2 is the left half. */
export type LaidOut = {
  readonly appointment: Appointment;
  readonly period: Period;
  readonly lane: number;
  readonly lanes: number;
};

/** Puts appointments at the same time side by side: a missed one and the one that took its time. */
export function layOut(appointments: readonly Appointment[]): LaidOut[] {
  const sorted = appointments
    .map((appointment) => ({ appointment, period: findPeriod(appointment) }))
    .sort((one, other) => one.period.from - other.period.from);
  const result: LaidOut[] = [];
  let cluster: typeof sorted = [];
  let end = 0;
  const close = () => {
    result.push(...spread(cluster));
    cluster = [];
  };
  for (const each of sorted) {
    if (each.period.from >= end) close();
    cluster.push(each);
    end = Math.max(cluster.length === 1 ? 0 : end, findEnd(each.period));
  }
  close();
  return result;
}

const findEnd = ({ from, to }: Period): number => Math.max(to, from + MIN_CARD_MINUTES);

/** The first lane that is free takes the next one. */
function spread(cluster: readonly Pick<LaidOut, 'appointment' | 'period'>[]): LaidOut[] {
  const ends: number[] = [];
  const laid = cluster.map(({ appointment, period }) => {
    const free = ends.findIndex((end) => end <= period.from);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = findEnd(period);
    return { appointment, period, lane };
  });
  return laid.map((each) => ({ ...each, lanes: ends.length }));
}
