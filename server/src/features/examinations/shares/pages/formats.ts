import * as texts from '@deqiq/messages/examinations/share-pages.js';
import { language, tags } from '@deqiq/messages/language.ts';
import { HOUR } from '../../../../platform/time.ts';

const MONTHS = 'yanvar fevral mart aprel may iyun iyul avqust sentyabr oktyabr noyabr dekabr'.split(
  ' ',
);

/** An instant in Baku, which is four hours ahead all year. */
const inBaku = (instant: string) => new Date(Date.parse(instant) + 4 * HOUR);

const isAzerbaijani = () => language() === 'az' || language() === 'spec';

export function formatDay(instant: string): string {
  const date = inBaku(instant);
  if (isAzerbaijani())
    return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
  return date.toLocaleDateString(tags[language()], { dateStyle: 'long', timeZone: 'UTC' });
}

export const formatTime = (instant: string): string => inBaku(instant).toISOString().slice(11, 16);

export const formatMoment = (instant: string): string =>
  `${formatDay(instant)}, ${formatTime(instant)}`;

const units = [texts.bytes, texts.kilobytes, texts.megabytes, texts.gigabytes, texts.terabytes];

/** As in the portal: a KB is 1,024 bytes, with one decimal. */
export function formatSize(bytes: number): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const value = String(Math.round((bytes / 1024 ** step) * 10) / 10);
  const size = language() === 'en' ? value : value.replace('.', ',');
  return units[step]?.({ size }) ?? '';
}
