import * as texts from '@deqiq/messages/referrals/opening-hours.js';
import * as z from 'zod';
import { fromJson } from '../referrals.ts';

const MAX_MACHINES = 100;
const MAX_BREAKS = 10;
/** Holidays, and days off of one machine. */
const MAX_DAYS = 400;

const time = z
  .string({ error: texts.badTime })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: texts.badTime });

/** `HH:MM` in Baku; the text order is that of the times. */
const period = z
  .object({ from: time, to: time }, { error: texts.badTime })
  .refine(({ from, to }) => from < to, { error: texts.badPeriod, path: ['to'] });

const days = z
  .array(z.iso.date({ error: texts.badDay }), { error: texts.badDay })
  .max(MAX_DAYS, { error: texts.badDay });

const workday = z
  .object({
    /** ISO 8601: 1 is Monday. */
    day: z.int({ error: texts.badWeekday }).min(1, { error: texts.badWeekday }).max(7, {
      error: texts.badWeekday,
    }),
    from: time,
    to: time,
    breaks: z.array(period, { error: texts.badTime }).max(MAX_BREAKS, { error: texts.badTime }),
  })
  .refine(({ from, to }) => from < to, { error: texts.badPeriod, path: ['to'] });

/** The hours of one machine. */
export const machineHours = z.object({
  /** The id of a device. */
  device: z.string({ error: texts.badMachine }),
  /** A day of the week without an entry is closed. */
  week: z
    .array(workday, { error: texts.badWeekday })
    .max(7, { error: texts.badWeekday })
    .refine((week) => new Set(week.map(({ day }) => day)).size === week.length, {
      error: texts.badWeekday,
    }),
  daysOff: days,
});

/** When the public may book each machine. */
const openingHours = z.object(
  {
    holidays: days,
    machines: z
      .array(machineHours, { error: texts.badMachine })
      .max(MAX_MACHINES, { error: texts.badMachine })
      .refine(
        (machines) => new Set(machines.map(({ device }) => device)).size === machines.length,
        { error: texts.badMachine },
      ),
  },
  { error: texts.hoursMissing },
);

export const openingHoursBody = z.object({ hours: fromJson(openingHours, texts.hoursMissing) });
export const foundOpeningHours = z.object({ hours: openingHours });
export const openingHoursAnswer = foundOpeningHours.extend({ message: z.string() });

export type MachineHours = z.output<typeof machineHours>;
export type OpeningHours = z.output<typeof openingHours>;
export type FoundOpeningHours = z.output<typeof foundOpeningHours>;
export type OpeningHoursAnswer = z.output<typeof openingHoursAnswer>;
