import { language, tags } from '@deqiq/messages/language.ts';
import { HOUR } from '../../time.ts';

const MONTHS = 'yanvar fevral mart aprel may iyun iyul avqust sentyabr oktyabr noyabr dekabr'.split(
  ' ',
);

/** An instant in Baku, which is four hours ahead all year. */
const inBaku = (instant: string) => new Date(Date.parse(instant) + 4 * HOUR);

const isAzerbaijani = () => language() === 'az' || language() === 'spec';

/** The day of an instant in Baku, in words. */
export function formatDay(instant: string): string {
  const date = inBaku(instant);
  if (isAzerbaijani())
    return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
  return date.toLocaleDateString(tags[language()], { dateStyle: 'long', timeZone: 'UTC' });
}

/** The day of the week of an instant in Baku. */
export const formatWeekday = (instant: string): string =>
  inBaku(instant).toLocaleDateString(tags[language()], { weekday: 'long', timeZone: 'UTC' });

/** The time of an instant in Baku: 09:30. */
export const formatTime = (instant: string): string => inBaku(instant).toISOString().slice(11, 16);

/** Day and time of an instant in Baku. */
export const formatMoment = (instant: string): string =>
  `${formatDay(instant)}, ${formatTime(instant)}`;
