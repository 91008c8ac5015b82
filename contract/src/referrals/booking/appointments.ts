import * as texts from '@deqiq/messages/referrals/appointments.js';
import * as z from 'zod';
import { optionalLine, requiredLine } from '../../shared/text.ts';
import { instant } from '../../shared/time/dates.ts';
import { DAY } from '../../shared/time/durations.ts';
import { deposit } from './deposits.ts';
import { minutes } from './kinds.ts';

export const appointmentStates = ['held', 'booked', 'arrived', 'missed', 'cancelled'] as const;
export type AppointmentState = (typeof appointmentStates)[number];

/** Days of one calendar. */
export const MAX_CALENDAR_DAYS = 62;

const badStart = { error: texts.badStart };

/** An instant, to the minute. */
export const startsAt = z.iso
  .datetime({ offset: true, ...badStart })
  .transform((text) => new Date(text).toISOString())
  .refine((text) => text.endsWith(':00.000Z'), badStart);

const optionalMinutes = z.union([z.null(), z.literal(''), minutes]).optional();

const device = requiredLine(texts.deviceMissing);

/** Where and when; `minutes` as the kind says if it is absent. */
export const appointmentTime = z.object({
  kind: requiredLine(texts.kindMissing),
  device,
  startsAt,
  minutes: optionalMinutes,
});

/** For whom: one of the three ids. */
export const newAppointment = appointmentTime
  .extend({ referral: optionalLine(), reservation: optionalLine(), patient: optionalLine() })
  .refine(
    ({ referral, reservation, patient }) =>
      [referral, reservation, patient].filter(Boolean).length === 1,
    { error: texts.personMissing, path: ['referral'] },
  );

/** A time for a referral. */
export const bookReferral = z.object({ device, startsAt, minutes, kind: optionalLine() });

const day = z.iso.date({ error: texts.badDay });

/** Days in Baku, both included. */
export const appointmentQuery = z
  .object({ from: day, to: day, device: optionalLine() })
  .refine(
    ({ from, to }) => from <= to && (Date.parse(to) - Date.parse(from)) / DAY < MAX_CALENDAR_DAYS,
    { error: () => texts.badDays({ max: MAX_CALENDAR_DAYS }), path: ['to'] },
  );

export const appointment = z.object({
  _id: z.string(),
  /** null where staff booked a referral without one. */
  kind: z.string().nullable(),
  device: z.string(),
  startsAt: instant,
  minutes: z.int(),
  state: z.enum(appointmentStates),
  /** null where none was needed, or nothing was paid before the hold ended. */
  deposit: deposit.nullable(),
  who: z.object({
    name: z.string(),
    phone: z.string(),
    referral: z.string().optional(),
    reservation: z.string().optional(),
    patient: z.string().optional(),
  }),
});

export const appointmentList = z.object({ appointments: z.array(appointment) });
export const appointmentAnswer = z.object({ appointment, message: z.string() });

export type AppointmentTime = z.output<typeof appointmentTime>;
export type NewAppointment = z.output<typeof newAppointment>;
export type BookReferral = z.output<typeof bookReferral>;
export type AppointmentQuery = z.output<typeof appointmentQuery>;
export type Appointment = z.output<typeof appointment>;
export type AppointmentList = z.output<typeof appointmentList>;
export type AppointmentAnswer = z.output<typeof appointmentAnswer>;
