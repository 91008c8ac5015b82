import * as z from 'zod';
import { LINE_MAX, TEXT_MAX } from './limits.ts';

/** Lower-cased letters that carry no mark to strip, and what the search reads them as. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ə: 'e',
  ı: 'i',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
};

/**
 * The form in which names are compared: lower case, marks off, the Azerbaijani letters beside their
 * plain ones (İ/I/ı→i, ə→e, ş→s …), one blank between words. The same on both sides of every search.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[əıøłđßæœ]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * What every text is made of: characters, but never NUL, which no database can carry, nor marks that turn
 * the reading direction round, with which a name can pretend to be another.
 */
const characters = (message = 'Burada mətn gözlənilir') =>
  z
    .string({ error: message })
    .regex(/^[^\0\u202a-\u202e\u2066-\u2069]*$/, 'Mətndə icazə verilməyən simvol var');

/** One line of text a person must fill in; the message is said when it is missing or blank. */
export const requiredLine = (message: string) =>
  characters(message).trim().min(1, message).max(LINE_MAX, tooLong(LINE_MAX));

/** One line of text that may be left empty; absent and null become ''. */
export const optionalLine = () =>
  characters()
    .nullish()
    .transform((text) => (text ?? '').trim())
    .pipe(z.string().max(LINE_MAX, tooLong(LINE_MAX)));

/** Several lines of text a person must fill in; the message is said when they are missing or blank. */
export const requiredText = (message: string) =>
  characters(message).trim().min(1, message).max(TEXT_MAX, tooLong(TEXT_MAX));

/** Several lines of text that may be left empty; absent and null become ''. */
export const optionalText = () =>
  characters()
    .nullish()
    .transform((text) => (text ?? '').trim())
    .pipe(z.string().max(TEXT_MAX, tooLong(TEXT_MAX)));

/** An e-mail address with a dot in its domain. */
export const email = (message: string) =>
  z
    .string({ error: message })
    .trim()
    .max(LINE_MAX, message)
    .regex(/^[^\s@\0]+@[^\s@.\0]+(\.[^\s@.\0]+)+$/, message);

/** A phone number of the public forms: blanks aside, an optional + and 10 to 15 digits. */
export const PHONE = /^\+?\d{10,15}$/;

const tooLong = (limit: number) => `Mətn ən çox ${limit} simvol ola bilər`;

/** The id in an address. Any text will do: what is not an id leads to nothing, which is a 404. */
export const byId = z.object({ id: z.string() });
