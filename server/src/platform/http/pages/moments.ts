import { language, tags } from '@deqiq/messages/language.ts';
import { atProvider } from '../../time.ts';

const MONTHS = 'yanvar fevral mart aprel may iyun iyul avqust sentyabr oktyabr noyabr dekabr'.split(
  ' ',
);

const inBaku = (instant: string) => atProvider(Date.parse(instant));

const isAzerbaijani = () => language() === 'az' || language() === 'spec';

/** The day of an instant in Baku, in words. */
export function formatDay(instant: string): string {
  const date = inBaku(instant);
  if (isAzerbaijani()) return `${date.day} ${MONTHS[date.month - 1]} ${date.year}`;
  return date.toPlainDate().toLocaleString(tags[language()], { dateStyle: 'long' });
}

/** The day of the week of an instant in Baku. */
export const formatWeekday = (instant: string): string =>
  inBaku(instant).toPlainDate().toLocaleString(tags[language()], { weekday: 'long' });

/** The time of an instant in Baku: 09:30. */
export const formatTime = (instant: string): string =>
  inBaku(instant).toPlainTime().toString({ smallestUnit: 'minute' });

/** Day and time of an instant in Baku. */
export const formatMoment = (instant: string): string =>
  `${formatDay(instant)}, ${formatTime(instant)}`;

/** With the day of the week. */
export const formatFullMoment = (instant: string): string =>
  `${formatWeekday(instant)}, ${formatMoment(instant)}`;
