import * as z from 'zod';

/** The first and last day a calendar date may name: year 0001 is a slip of the hand. */
export const FIRST_DAY = '1900-01-01';
const LAST_DAY = '2199-12-31';

const CALENDAR_DATE = /^(\d{4}-\d{2}-\d{2})(T00:00:00(\.000)?Z)?$/;

function isCalendarDate(text: string): boolean {
  const day = CALENDAR_DATE.exec(text)?.[1];
  if (!day || day < FIRST_DAY || day > LAST_DAY) return false;
  const instant = new Date(`${day}T00:00:00.000Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(day);
}

/** A calendar date in a body: `YYYY-MM-DD`, or the ISO form in which answers carry it. Becomes `YYYY-MM-DD`. */
export const requiredDate = (message: string) =>
  z
    .string({ error: message })
    .trim()
    .refine(isCalendarDate, message)
    .transform((text) => text.slice(0, 10));

/** The same, where an empty or absent date means none: becomes null. */
export const optionalDate = (message: string) =>
  z
    .string({ error: message })
    .trim()
    .nullish()
    .transform((text) => text || null)
    .refine((text) => text === null || isCalendarDate(text), message)
    .transform((text) => text?.slice(0, 10) ?? null);

/** Today as `YYYY-MM-DD` in a time zone. */
export const todayIn = (timeZone: string): string =>
  new Date().toLocaleDateString('sv-SE', { timeZone });

/** A calendar date in an answer: `YYYY-MM-DDT00:00:00.000Z`, null when there is none. */
export const calendarDate = z.string().nullable();

/** A moment in an answer: ISO 8601, UTC. */
export const instant = z.string();

/** A stored calendar date (`YYYY-MM-DD`) as answers carry it. */
export const formatCalendarDate = (date: string | null): string | null =>
  date === null ? null : `${date}T00:00:00.000Z`;
