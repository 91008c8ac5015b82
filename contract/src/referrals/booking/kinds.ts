import * as texts from '@deqiq/messages/referrals/kinds.js';
import * as z from 'zod';
import { amount, toQepik } from '../../shared/money.ts';
import { type ErrorText, optionalLine, optionalText, requiredLine } from '../../shared/text.ts';
import { fromJson, referredExaminations } from '../referrals.ts';

/** Max kinds that are offered, and machines of one. */
export const MAX_KINDS = 100;
const MAX_MACHINES = 100;

export const MIN_MINUTES = 5;
export const MAX_MINUTES = 480;

const MAX_PRICE = 10_000;

const badMinutes = { error: () => texts.badMinutes({ min: MIN_MINUTES, max: MAX_MINUTES }) };

/** Forms send numbers as text. */
export const minutes = z
  .union([z.number(), z.string().regex(/^\d{1,4}$/)], badMinutes)
  .transform(Number)
  .pipe(z.int(badMinutes).min(MIN_MINUTES, badMinutes).max(MAX_MINUTES, badMinutes));

const money = (error: ErrorText) =>
  z
    .union([z.null(), z.literal(''), amount(error, MAX_PRICE)], { error })
    .optional()
    .transform((value) => (typeof value === 'number' ? toQepik(value) : null))
    .refine((qepik) => qepik === null || qepik >= 0, { error });

/** Fields in the order in which the first error is shown. */
const fields = z.object({
  examination: z.enum(referredExaminations, { error: texts.badExamination }),
  name: fromJson(
    z.object(
      {
        az: requiredLine(texts.nameMissing),
        ru: requiredLine(texts.nameMissing),
        en: requiredLine(texts.nameMissing),
      },
      { error: texts.nameMissing },
    ),
    texts.nameMissing,
  ),
  minutes,
  /** In manat. */
  price: money(texts.badPrice),
  /** In manat: paid by card before a patient's time is booked. */
  deposit: money(texts.badDeposit).transform((qepik) => qepik || null),
  machines: fromJson(
    z
      .array(optionalLine(), { error: texts.badMachines })
      .max(MAX_MACHINES, { error: texts.badMachines })
      .nullish()
      .transform((ids) => [...new Set(ids)]),
    texts.badMachines,
  ),
  preparation: fromJson(
    z
      .object(
        { az: optionalText(), ru: optionalText(), en: optionalText() },
        { error: texts.badPreparation },
      )
      .nullish()
      .transform((preparation) => preparation ?? { az: '', ru: '', en: '' }),
    texts.badPreparation,
  ),
});

export const kindFields = fields.refine(
  ({ price, deposit }) => deposit === null || deposit <= (price ?? 0),
  { error: texts.depositTooHigh, path: ['deposit'] },
);

export const translated = z.object({ az: z.string(), ru: z.string(), en: z.string() });

/** The public part of a kind. */
export const offeredKind = z.object({
  _id: z.string(),
  examination: z.enum(referredExaminations),
  name: translated,
  minutes: z.int(),
  /** In manat; null where there is none. */
  price: z.number().nullable(),
  /** In manat: paid by card before a time is booked; null where none is. */
  deposit: z.number().nullable(),
});

const kind = offeredKind.extend({
  /** Ids of devices. */
  machines: z.array(z.string()),
  preparation: translated,
});

export const kindList = z.object({
  kinds: z.array(kind).max(MAX_KINDS),
  /** Whether a payment page is configured: without one there can be no deposit. */
  takesDeposits: z.boolean(),
});
export const kindAnswer = z.object({ kind, message: z.string() });

export type KindFields = z.output<typeof kindFields>;
export type Kind = z.output<typeof kind>;
export type OfferedKind = z.output<typeof offeredKind>;
export type KindList = z.output<typeof kindList>;
export type KindAnswer = z.output<typeof kindAnswer>;
