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

interface TextMessages {
  missing: string;
  badCharacter: string;
  tooLong: (limit: number) => string;
}

/** The rules of texts, whose refusals are said in one language. */
function textRules(says: TextMessages) {
  /**
   * What every text is made of: characters, but never NUL, which no database can carry, nor marks that turn
   * the reading direction round, with which a name can pretend to be another.
   */
  const characters = (message = says.missing) =>
    z.string({ error: message }).regex(/^[^\0\u202a-\u202e\u2066-\u2069]*$/, says.badCharacter);

  const required = (message: string, limit: number) =>
    characters(message).trim().min(1, message).max(limit, says.tooLong(limit));

  const optional = (limit: number) =>
    characters()
      .nullish()
      .transform((text) => (text ?? '').trim())
      .pipe(z.string().max(limit, says.tooLong(limit)));

  return {
    /** One line of text a person must fill in; the message is said when it is missing or blank. */
    requiredLine: (message: string) => required(message, LINE_MAX),
    /** One line of text that may be left empty; absent and null become ''. */
    optionalLine: () => optional(LINE_MAX),
    /** Several lines of text a person must fill in; the message is said when they are missing or blank. */
    requiredText: (message: string) => required(message, TEXT_MAX),
    /** Several lines of text that may be left empty; absent and null become ''. */
    optionalText: () => optional(TEXT_MAX),
  };
}

/** In the forms of visitors and partners. */
export const { requiredLine, optionalLine, requiredText, optionalText } = textRules({
  missing: 'Burada mətn gözlənilir',
  badCharacter: 'Mətndə icazə verilməyən simvol var',
  tooLong: (limit) => `Mətn ən çox ${limit} simvol ola bilər`,
});

/** The same rules in the forms of staff. */
export const staffText = textRules({
  missing: 'A text is expected here',
  badCharacter: 'The text contains a character that is not allowed',
  tooLong: (limit) => `The text may have at most ${limit} characters`,
});

/** An e-mail address with a dot in its domain. */
export const email = (message: string) =>
  z
    .string({ error: message })
    .trim()
    .max(LINE_MAX, message)
    .regex(/^[^\s@\0]+@[^\s@.\0]+(\.[^\s@.\0]+)+$/, message);

/** A phone number of the public forms: blanks aside, an optional + and 10 to 15 digits. */
export const PHONE = /^\+?\d{10,15}$/;

/** The id in an address. Any text will do: what is not an id leads to nothing, which is a 404. */
export const byId = z.object({ id: z.string() });
