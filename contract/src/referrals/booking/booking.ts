import * as texts from '@deqiq/messages/referrals/appointments.js';
import * as z from 'zod';
import { errorBody } from '../../shared/errors.ts';
import { optionalFilter } from '../../shared/paging.ts';
import { requiredLine } from '../../shared/text.ts';
import { instant } from '../../shared/time/dates.ts';
import { referredExaminations } from '../referrals.ts';
import { appointmentStates, startsAt } from './appointments.ts';
import { deposit } from './deposits.ts';
import { MAX_KINDS, offeredKind, translated } from './kinds.ts';
import { agreedChannels, channelFlags } from './patient-channels.ts';

/** Max days of one answer, and ahead of today. */
export const MAX_SLOT_DAYS = 31;
export const MAX_DAYS_AHEAD = 90;

const badDays = { error: () => texts.badDays({ max: MAX_SLOT_DAYS }) };

export const byToken = z.object({ token: z.string() });

const kind = requiredLine(texts.kindMissing);

/** From today in Baku, unless `from` is a later day. */
export const slotsQuery = z.object({
  kind,
  from: optionalFilter(z.iso.date(), texts.badDay),
  days: z
    .string()
    .regex(/^\d{1,2}$/, badDays)
    .transform(Number)
    .pipe(z.int().min(1, badDays).max(MAX_SLOT_DAYS, badDays))
    .optional()
    .transform((days) => days ?? 7),
});

export const offeredKinds = z.object({ kinds: z.array(offeredKind).max(MAX_KINDS) });

const slots = z.array(instant);

/** `date`: YYYY-MM-DD in Baku. */
export const freeSlots = z.object({ days: z.array(z.object({ date: z.string(), slots })) });

export const createBooking = z.object({
  booking: requiredLine(texts.linkMissing),
  kind,
  startsAt,
  channels: agreedChannels,
});

export const moveBooking = z.object({ startsAt });

/** `before`: an instant, or a day in Baku, which is not part of it; without it the own time. */
export const waitForEarlier = z.object({
  before: z
    .union([z.iso.datetime({ offset: true }), z.iso.date(), z.literal('')], {
      error: texts.badBefore,
    })
    .nullish()
    .transform((text) => text || null),
});

export const byOffer = byToken.extend({ offer: z.string() });

const visit = z.object({
  /** null where staff booked without one. */
  kind: offeredKind.nullable(),
  startsAt: instant,
  minutes: z.int(),
  state: z.enum(appointmentStates),
  /** When a held time is released, unless it is confirmed; null where it is booked. */
  heldUntil: instant.nullable(),
  /** null where none is needed. */
  deposit: deposit.nullable(),
  place: z.object({
    name: z.string(),
    address: z.string(),
    phone: z.string(),
    latitude: z.number(),
    longitude: z.number(),
  }),
  preparation: translated,
});

/** A freed time, which the appointment may take until `expiresAt`. */
const offer = z.object({
  _id: z.string(),
  startsAt: instant,
  minutes: z.int(),
  expiresAt: instant,
});

const waitingPart = z.object({
  offer: offer.nullable(),
  /** null where no earlier time is wanted. */
  waiting: z.object({ before: instant }).nullable(),
});

/** `appointment`: null before the booking. `examination`: the only one that may be booked; null where all may. */
export const foundBooking = waitingPart.extend({
  appointment: visit.nullable(),
  examination: z.enum(referredExaminations).nullable(),
  /** Whether this link confirms a held time: it was sent to the patient. */
  canConfirm: z.boolean(),
  /** By which the patient can be reached; for the choice in a booking. */
  offeredChannels: channelFlags,
  /** To which the patient agreed. */
  channels: channelFlags,
});

export const bookingAnswer = z.object({ appointment: visit, message: z.string() });
export const waitingAnswer = bookingAnswer.extend(waitingPart.shape);
export const createdBooking = bookingAnswer.extend({
  link: z.string(),
  /** Where the deposit is paid: absolute; null where none is needed. */
  payment: z.string().nullable(),
});

/** `slots`: the nearest free ones, where the time is taken. */
export const bookingConflict = errorBody.extend({ slots: slots.optional() });

/** For the patient: absolute. */
export const bookingLink = z.object({ link: z.string() });

export type SlotsQuery = z.output<typeof slotsQuery>;
export type OfferedKinds = z.output<typeof offeredKinds>;
export type FreeSlots = z.output<typeof freeSlots>;
export type CreateBooking = z.output<typeof createBooking>;
export type Visit = z.output<typeof visit>;
export type FoundBooking = z.output<typeof foundBooking>;
export type BookingAnswer = z.output<typeof bookingAnswer>;
export type CreatedBooking = z.output<typeof createdBooking>;
export type WaitForEarlier = z.output<typeof waitForEarlier>;
export type WaitingPart = z.output<typeof waitingPart>;
export type WaitingAnswer = z.output<typeof waitingAnswer>;
export type BookingLink = z.output<typeof bookingLink>;
