import * as texts from '@deqiq/messages/shared/text.js';
import * as z from 'zod';
import { LINE_MAX, TEXT_MAX } from './limits.ts';

/** Lower-case letters without a combining mark, and their plain form for the search. */
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
 * Folds a text for comparison: lower case, no marks, Azerbaijani letters as plain ones (İ/I/ı→i, ə→e, ş→s …), one blank
 * between words. Applied to both sides of every search.
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

/** The error of a schema, read when the text is refused: the language is that of the request then. */
export type ErrorText = () => string;

const tooLong = (limit: number) => ({ error: () => texts.tooLong({ limit }) });

/**
 * Text without NUL, which databases cannot store, and without marks that change the reading direction, which can
 * disguise one name as another.
 */
const characters = (message: ErrorText = texts.missing) =>
  z
    .string({ error: message })
    .regex(/^[^\0\u202a-\u202e\u2066-\u2069]*$/, { error: texts.badCharacter });

const required = (message: ErrorText, limit: number) =>
  characters(message).trim().min(1, { error: message }).max(limit, tooLong(limit));

const optional = (limit: number) =>
  characters()
    .nullish()
    .transform((text) => (text ?? '').trim())
    .pipe(z.string().max(limit, tooLong(limit)));

/** A required line of text; `message` is the error if it is missing or blank. */
export const requiredLine = (message: ErrorText) => required(message, LINE_MAX);

/** An optional line of text; absent and null become ''. */
export const optionalLine = (limit = LINE_MAX) => optional(limit);

/** A required text of several lines; `message` is the error if it is missing or blank. */
export const requiredText = (message: ErrorText) => required(message, TEXT_MAX);

/** An optional text of several lines; absent and null become ''. */
export const optionalText = () => optional(TEXT_MAX);

/**
 * An optional list of lines, at most `maxItems`. Forms send it as JSON text, or under a name that repeats, where one
 * line arrives alone. `message` is the error if it is none of these. null and '' become an empty list.
 */
export const textList = (message: ErrorText, maxItems: number) =>
  z
    .union([z.array(z.unknown()), z.string()], { error: message })
    .nullish()
    .transform((value, context) => {
      if (typeof value !== 'string') return value === null ? [] : value;
      if (value.trim() === '') return [];
      if (!value.trim().startsWith('[')) return [value];
      try {
        return JSON.parse(value) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: message() });
        return z.NEVER;
      }
    })
    .pipe(
      z
        .array(z.string().max(LINE_MAX), { error: message })
        .max(maxItems, { error: message })
        .optional(),
    );

/** An e-mail address with a dot in its domain. */
export const email = (message: ErrorText) =>
  z
    .string({ error: message })
    .trim()
    .max(LINE_MAX, { error: message })
    .regex(/^[^\s@\0]+@[^\s@.\0]+(\.[^\s@.\0]+)+$/, { error: message });

/** A phone number of the public forms without blanks: an optional + and 10 to 15 digits. */
export const PHONE = /^\+?\d{10,15}$/;

/** The required id of a row; `message` is the error if it is missing, blank or too long. */
export const requiredId = (message: ErrorText) =>
  z.string({ error: message }).trim().min(1, { error: message }).max(LINE_MAX, { error: message });

/** The id in a path. Any text is accepted; an invalid id finds nothing, which is a 404. */
export const byId = z.object({ id: z.string() });
