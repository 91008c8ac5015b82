import { language } from '@deqiq/messages/language.ts';
import { DAY, HOUR } from './durations.ts';

/*
 * Chromium carries no Azerbaijani locale data (az-AZ falls back to "2026 M11 20" and "12,345.6"), so the
 * forms of az-AZ are made here: month names of our own, and figures as German writes them, which are the same.
 * The back-office as its specification words it has them, too.
 */
const MONTHS = [
  'yanvar',
  'fevral',
  'mart',
  'aprel',
  'may',
  'iyun',
  'iyul',
  'avqust',
  'sentyabr',
  'oktyabr',
  'noyabr',
  'dekabr',
] as const;

const zones = { calendar: 'UTC', instant: 'Asia/Baku' } as const;

type Kind = keyof typeof zones;

function parse(iso: string | null): Date | undefined {
  const date = iso ? new Date(iso) : undefined;
  return date && !Number.isNaN(date.getTime()) ? date : undefined;
}

function splitDay(date: Date, timeZone: string) {
  const text = date.toLocaleDateString('sv-SE', { timeZone });
  const [year = '', month = '', day = ''] = text.split('-');
  return { year, month, day };
}

/** The form of a short date. An English one names the month: 11/12 would be either day. */
const shortDates = { ru: 'short', en: 'medium' } as const;

/** The language, and its tag, where `Intl` formats dates. */
function intlLanguage(): keyof typeof shortDates | undefined {
  const current = language();
  return current === 'ru' || current === 'en' ? current : undefined;
}

/** Milliseconds; Baku has had UTC+4 all year since 2016. */
export const BAKU_OFFSET = 4 * HOUR;

/** The day of an instant in Baku as the API writes a date: 2026-11-20. */
export const toDay = (instant: string | number): string =>
  new Date(new Date(instant).getTime() + BAKU_OFFSET).toISOString().slice(0, 10);

/** Today in Baku, or the day that many days ago. */
export const today = (daysAgo = 0): string => toDay(Date.now() - daysAgo * DAY);

/**
 * 20.11.2026 (English: Nov 20, 2026); a dash where there is none. A `calendar` date is the day it names everywhere, an
 * `instant` the day it fell on in Baku.
 */
export function formatDay(iso: string | null, kind: Kind = 'calendar'): string {
  const date = parse(iso);
  if (!date) return '—';
  const timeZone = zones[kind];
  const spoken = intlLanguage();
  if (spoken) return date.toLocaleDateString(spoken, { timeZone, dateStyle: shortDates[spoken] });
  const { year, month, day } = splitDay(date, timeZone);
  return `${day}.${month}.${year}`;
}

/** The date that programs write where they know none. */
const DUMMY_BIRTH_DATE = '1900-01-01';

/** A birth date like `formatDay`; a dash for the dummy, which is no fact. */
export const formatBirthDate = (iso: string | null): string =>
  iso?.startsWith(DUMMY_BIRTH_DATE) ? '—' : formatDay(iso);

/** 14:05. */
const timeInBaku = (date: Date): string =>
  date.toLocaleTimeString('sv-SE', { timeZone: zones.instant, hour: '2-digit', minute: '2-digit' });

/** 20.11.2026 14:05, in Baku; a dash where there is none. */
export function formatMoment(iso: string | null): string {
  const date = parse(iso);
  if (!date) return '—';
  const spoken = intlLanguage();
  if (spoken)
    return date.toLocaleString(spoken, {
      timeZone: zones.instant,
      dateStyle: shortDates[spoken],
      timeStyle: 'short',
      hourCycle: 'h23',
    });
  return `${formatDay(iso, 'instant')} ${timeInBaku(date)}`;
}

/** 24 noyabr, 10:30, in Baku: of this year or the next; a dash where there is none. */
export function formatVisit(iso: string | null): string {
  const date = parse(iso);
  if (!date) return '—';
  const timeZone = zones.instant;
  const spoken = intlLanguage();
  const { month, day } = splitDay(date, timeZone);
  const named = spoken
    ? date.toLocaleDateString(spoken, { timeZone, day: 'numeric', month: 'long' })
    : `${Number(day)} ${MONTHS[Number(month) - 1]}`;
  return `${named}, ${timeInBaku(date)}`;
}

/** Noyabr 2026, of YYYY-MM. */
export function formatMonth(month: string): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  const spoken = intlLanguage();
  const text = spoken
    ? date.toLocaleDateString(spoken, { timeZone: 'UTC', month: 'long', year: 'numeric' })
    : `${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** 20 noyabr 2026; a dash where there is none. */
export function formatLongDay(iso: string | null, kind: Kind = 'calendar'): string {
  const date = parse(iso);
  if (!date) return '—';
  const timeZone = zones[kind];
  const spoken = intlLanguage();
  if (spoken) return date.toLocaleDateString(spoken, { timeZone, dateStyle: 'long' });
  const { year, month, day } = splitDay(date, timeZone);
  return `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`;
}

/** The tag of the language for numbers. */
export const numberTag = (): string => intlLanguage() ?? 'de-DE';

/** 12.345,6 — with exactly `digits` decimals, by default at most one. */
export function formatNumber(value: number, digits?: number): string {
  return value.toLocaleString(numberTag(), {
    minimumFractionDigits: digits ?? 0,
    maximumFractionDigits: digits ?? 1,
  });
}

export type Named = { firstName: string; lastName: string };

/** First and last name; shipments of partners have none. */
export const personName = (person: Named): string => fullName(person) || '—';

/** First and last name; '' where both are missing. */
export const fullName = ({ firstName, lastName }: Named): string =>
  `${firstName} ${lastName}`.trim();
