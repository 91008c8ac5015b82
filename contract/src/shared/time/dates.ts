import * as z from 'zod';
import type { ErrorText } from '../text.ts';

/** The allowed range of calendar dates: a year such as 0001 is a typing error. */
export const FIRST_DAY = '1900-01-01';
const LAST_DAY = '2199-12-31';

/** A month: `YYYY-MM`. */
export const MONTH = /^2[01]\d\d-(0[1-9]|1[0-2])$/;

const CALENDAR_DATE = /^(\d{4}-\d{2}-\d{2})(T00:00:00(\.000)?Z)?$/;

function isCalendarDate(text: string): boolean {
  const day = CALENDAR_DATE.exec(text)?.[1];
  if (!day || day < FIRST_DAY || day > LAST_DAY) return false;
  const instant = new Date(`${day}T00:00:00.000Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(day);
}

/** A calendar date in a body: `YYYY-MM-DD`, or the ISO form of responses. Becomes `YYYY-MM-DD`. */
export const requiredDate = (message: ErrorText) =>
  z
    .string({ error: message })
    .trim()
    .refine(isCalendarDate, { error: message })
    .transform((text) => text.slice(0, 10));

/** Like requiredDate, but an empty or absent date becomes null. */
export const optionalDate = (message: ErrorText) =>
  z
    .string({ error: message })
    .trim()
    .nullish()
    .transform((text) => text || null)
    .refine((text) => text === null || isCalendarDate(text), { error: message })
    .transform((text) => text?.slice(0, 10) ?? null);

const TYPED_DAY = /^(\d{1,2})[./\s-](\d{1,2})[./\s-](\d{4})$/;

/** `YYYY-MM-DD` of a date typed as dd.mm.yyyy (or as `YYYY-MM-DD`); any other text is returned unchanged. */
export function parseDay(typed: string): string {
  const [, day = '', month = '', year = ''] = TYPED_DAY.exec(typed.trim()) ?? [];
  return year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : typed.trim();
}

/** Today as `YYYY-MM-DD` in a time zone. */
export const todayIn = (timeZone: string): string =>
  new Date().toLocaleDateString('sv-SE', { timeZone });

/** A calendar date in a response: `YYYY-MM-DDT00:00:00.000Z` or null. */
export const calendarDate = z.string().nullable();

/** An instant in a response: ISO 8601, UTC. */
export const instant = z.string();

/** Converts a stored calendar date (`YYYY-MM-DD`) to the form of responses. */
export const formatCalendarDate = (date: string | null): string | null =>
  date === null ? null : `${date}T00:00:00.000Z`;
