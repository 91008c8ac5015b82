import * as z from 'zod';

/** At most two decimals: qəpik is the smallest unit. Forms send text, where a comma may stand for the point. */
const AMOUNT = /^-?\d{1,12}([.,]\d{1,2})?$/;

/** An amount in manat (AZN) in a body: a number, or the text of one, of at most `most` either way. */
export const amount = (message: string, max: number) =>
  z
    .union(
      [
        z.number().min(-max, message).max(max, message).multipleOf(0.01, message),
        z.string().trim().regex(AMOUNT, message),
      ],
      { error: message },
    )
    .transform(String)
    .refine((text) => AMOUNT.test(text), message)
    .transform((text) => Number(text.replace(',', '.')))
    .refine((manat) => Math.abs(manat) <= max, message);

/** Manat as whole qəpik, in which money is stored and counted. */
export const toQepik = (manat: number): number => Math.round(manat * 100);

/** Whole qəpik as manat, as answers carry money: a number of at most two decimals. */
export const toManat = (qepik: number): number => qepik / 100;
