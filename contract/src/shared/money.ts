import { language } from '@deqiq/messages/language.ts';
import * as z from 'zod';
import type { ErrorText } from './text.ts';

/** At most two decimals, because qəpik is the smallest unit. In the text of forms a comma may replace the point. */
const AMOUNT = /^-?\d{1,12}([.,]\d{1,2})?$/;

/** An amount in manat (AZN) in a body: a number or its text, from -`max` to `max`. */
export const amount = (message: ErrorText, max: number) =>
  z
    .union(
      [
        z
          .number()
          .min(-max, { error: message })
          .max(max, { error: message })
          .multipleOf(0.01, { error: message }),
        z.string().trim().regex(AMOUNT, { error: message }),
      ],
      { error: message },
    )
    .transform(String)
    .refine((text) => AMOUNT.test(text), { error: message })
    .transform((text) => Number(text.replace(',', '.')))
    .refine((manat) => Math.abs(manat) <= max, { error: message });

/** Converts manat to whole qəpik, the unit of stored money. */
export const toQepik = (manat: number): number => Math.round(manat * 100);

/** Converts whole qəpik to manat, the unit of responses: a number with at most two decimals. */
export const toManat = (qepik: number): number => qepik / 100;

/** An amount in manat for people, in the language of the texts around it: `25` or `25,50`. */
export const formatManat = (amount: number): string => {
  const text = Number.isInteger(amount) ? String(amount) : amount.toFixed(2);
  return language() === 'en' ? text : text.replace('.', ',');
};
