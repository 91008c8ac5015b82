import { appointmentTime } from '@deqiq/contract/referrals/booking/appointments.ts';
import { type Kind, minutes } from '@deqiq/contract/referrals/booking/kinds.ts';
import type { OpeningHours } from '@deqiq/contract/referrals/booking/opening-hours.ts';
import type { Reservation } from '@deqiq/contract/site/application-lists.ts';
import * as appointmentMessages from '@deqiq/messages/referrals/appointments.js';
import * as z from 'zod';
import type { AppointmentTimeBody } from '../../../../api/referrals/appointments.ts';
import { toDay, today } from '../../../../lib/format.ts';
import { nameSubject, type Subject } from '../planner/proposal.ts';
import { findKind, findMachine, isMadeAt } from '../times/kinds.ts';
import { listOpenPeriods, listStarts } from '../times/periods.ts';
import {
  addDays,
  findFirstMinute,
  formatTime,
  normalizeTime,
  readTime,
  toInstant,
  toMinute,
} from '../times/times.ts';

/** A visitor of the site has no time either. */
export type BookingSubject =
  | Subject
  | { readonly type: 'reservation'; readonly reservation: Pick<Reservation, '_id' | 'fullName'> };

export const nameBooked = (subject: BookingSubject): string =>
  subject.type === 'reservation' ? subject.reservation.fullName : nameSubject(subject);

/** Everything that is decided before the dialog opens. */
export type BookingPreset = {
  /** Without one the dialog asks for whom the time is. */
  readonly subject?: BookingSubject | undefined;
  readonly device?: string | undefined;
  readonly day?: string | undefined;
  /** Minutes since midnight. */
  readonly start?: number | undefined;
};

const badStart = { error: appointmentMessages.badStart };

/** The contract's rules; day and hour are side by side. `person`: the key of a picked one. */
const rules = z.object({
  kind: appointmentTime.shape.kind,
  device: appointmentTime.shape.device,
  day: z.iso.date(badStart),
  time: z
    .string()
    .transform(normalizeTime)
    .pipe(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, badStart)),
  minutes,
});

/** The person is decided already. */
export const timeRules = rules.extend({ person: z.string() });

export const personRules = z.object({
  person: z.string().min(1, { error: appointmentMessages.personMissing }),
  ...rules.shape,
});

export type BookingValues = {
  person: string;
  kind: string;
  device: string;
  day: string;
  time: string;
  minutes: string;
};

/** As the API takes it. */
export const toTimeBody = (parsed: z.output<typeof timeRules>): AppointmentTimeBody => ({
  kind: parsed.kind,
  device: parsed.device,
  startsAt: toInstant(parsed.day, readTime(parsed.time)),
  minutes: parsed.minutes,
});

type Choices = {
  kinds: readonly Kind[];
  machines: readonly { readonly _id: string }[];
  hours: OpeningHours;
};

/** The form as the preset fills it. */
export function toBookingValues(preset: BookingPreset, choices: Choices): BookingValues {
  const { subject, start } = preset;
  const booked = findBookedTime(subject);
  if (booked) {
    const { kind, device, startsAt, minutes } = booked;
    return {
      person: '',
      kind: kind ?? '',
      device: preset.device ?? device,
      day: preset.day ?? toDay(startsAt),
      time: formatTime(start ?? toMinute(startsAt)),
      minutes: String(minutes),
    };
  }
  const { kinds, machines, hours } = choices;
  const kind = findFirstKind(preset, kinds);
  const machine = (kind && findMachine(kind, machines)) ?? machines[0];
  const device = preset.device ?? machine?._id ?? '';
  return {
    person: '',
    kind: kind?._id ?? '',
    device,
    day: preset.day ?? findOpenDay(hours, device, kind?.minutes ?? 0),
    time: start === undefined ? '' : formatTime(start),
    minutes: kind ? String(kind.minutes) : '',
  };
}

/** The time that is changed; undefined for a subject without one. */
export function findBookedTime(subject: BookingSubject | undefined) {
  if (subject?.type === 'appointment') return subject.appointment;
  const isBooked = subject?.type === 'referral' && subject.referral.state === 'booked';
  return isBooked ? subject.referral.appointment : undefined;
}

function findFirstKind({ subject, device }: BookingPreset, kinds: readonly Kind[]) {
  if (subject?.type === 'referral')
    return findKind(kinds, subject.referral.examination, device ?? '');
  return kinds.find((kind) => device === undefined || isMadeAt(kind, device));
}

/** Days in which an open one is searched. */
const DAYS_AHEAD = 14;

/** The first day on which the machine is open long enough; today where there is none. */
function findOpenDay(hours: OpeningHours, device: string, minutes: number): string {
  const days = Array.from({ length: DAYS_AHEAD }, (_, index) => addDays(today(), index));
  const isOpen = (day: string) =>
    listStarts(listOpenPeriods(hours, device, day), { minutes, after: findFirstMinute(day) })
      .length > 0;
  return days.find(isOpen) ?? today();
}
