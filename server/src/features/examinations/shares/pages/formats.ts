import { HOUR } from '../../../../platform/time.ts';

const MONTHS = 'yanvar fevral mart aprel may iyun iyul avqust sentyabr oktyabr noyabr dekabr'.split(
  ' ',
);

/** An instant in Baku, which is four hours ahead all year. */
const inBaku = (instant: string) => new Date(Date.parse(instant) + 4 * HOUR);

export function formatDay(instant: string): string {
  const date = inBaku(instant);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

export const formatTime = (instant: string): string => inBaku(instant).toISOString().slice(11, 16);

export const formatMoment = (instant: string): string =>
  `${formatDay(instant)}, ${formatTime(instant)}`;

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

/** As in the portal: a KB is 1,024 bytes, with one decimal. */
export function formatSize(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const value = Math.round((bytes / 1024 ** step) * 10) / 10;
  return `${value.toString().replace('.', ',')} ${UNITS[step]}`;
}
