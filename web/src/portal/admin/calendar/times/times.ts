import { DAY, MINUTE } from '../../../../lib/durations.ts';
import { BAKU_OFFSET, toDay } from '../../../../lib/format.ts';

/** Minutes of a day. */
export const DAY_MINUTES = 24 * 60;

/** Minutes since midnight in Baku. */
export const toMinute = (instant: string | number): number =>
  Math.floor(((new Date(instant).getTime() + BAKU_OFFSET) % DAY) / MINUTE);

/** The first minute of a day that has not begun yet; the end of a day that is over. */
export function findFirstMinute(day: string): number {
  const now = Date.now();
  if (day === toDay(now)) return toMinute(now) + 1;
  return day > toDay(now) ? 0 : DAY_MINUTES;
}

/** The instant of a minute of a day in Baku. */
export const toInstant = (day: string, minute: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - BAKU_OFFSET + minute * MINUTE).toISOString();

/** `HH:MM` of minutes since midnight. */
export const formatTime = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** Minutes of `HH:MM`. */
export const readTime = (time: string): number =>
  Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

const TYPED_TIME = /^(\d{1,2})[:. ]?(\d{2})?$/;

/** `HH:MM` of a time as people type it: 9, 930, 9:30, 09.30. Any other text is returned unchanged. */
export function normalizeTime(typed: string): string {
  const [, hours, minutes = '00'] = TYPED_TIME.exec(typed.trim()) ?? [];
  return hours === undefined ? typed.trim() : `${hours.padStart(2, '0')}:${minutes}`;
}

export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY).toISOString().slice(0, 10);

/** ISO 8601: 1 is Monday. */
export const findWeekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

/** The seven days of its week, from Monday. */
export const listWeek = (day: string): string[] => {
  const monday = addDays(day, 1 - findWeekday(day));
  return Array.from({ length: 7 }, (_, index) => addDays(monday, index));
};
