import * as texts from '@deqiq/messages/referrals/appointments.js';
import * as z from 'zod';
import { fromJson } from '../referrals.ts';

/** Channels of messages to patients. */
export const patientChannels = ['email', 'sms', 'whatsapp'] as const;
export type PatientChannel = (typeof patientChannels)[number];

/** A flag for each channel. */
export const channelFlags = z.object({
  email: z.boolean(),
  sms: z.boolean(),
  whatsapp: z.boolean(),
});

const badChannels = { error: texts.badChannels };

const consent = z
  .union([z.boolean(), z.enum(['true', 'false', ''])], badChannels)
  .nullish()
  .transform((value) => String(value) === 'true');

/** Channels of reminders to which the patient agrees: a list. */
export const agreedChannels = fromJson(
  z
    .object({ email: consent, sms: consent, whatsapp: consent }, badChannels)
    .nullish()
    .transform((flags) => patientChannels.filter((channel) => flags?.[channel])),
  texts.badChannels,
);
