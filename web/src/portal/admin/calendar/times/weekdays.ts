import * as texts from '@deqiq/messages/office/weekdays.js';
import { formatDay } from '../../../../lib/format.ts';
import { findWeekday } from './times.ts';

/** From Monday. */
const names = [
  texts.monday,
  texts.tuesday,
  texts.wednesday,
  texts.thursday,
  texts.friday,
  texts.saturday,
  texts.sunday,
];

const shortNames = [texts.mon, texts.tue, texts.wed, texts.thu, texts.fri, texts.sat, texts.sun];

/** 1 is Monday. */
export const nameWeekday = (number: number): string => names[number - 1]?.() ?? '';

export const abbreviateWeekday = (number: number): string => shortNames[number - 1]?.() ?? '';

/** "Friday, 27.11.2026". */
export const nameDay = (day: string): string =>
  `${nameWeekday(findWeekday(day))}, ${formatDay(day)}`;

/** "Fri 27.11". */
export const abbreviateDay = (day: string): string =>
  `${abbreviateWeekday(findWeekday(day))} ${day.slice(8)}.${day.slice(5, 7)}`;
