import { type Language, setLanguageSource } from '@deqiq/messages/language.ts';
import { afterEach, expect, test } from 'vitest';
import { describeAge } from './describe-age.ts';
import { HOUR, MINUTE } from './durations.ts';
import { formatBirthDate, formatDay, formatLongDay, formatMoment, formatNumber } from './format.ts';

afterEach(() => setLanguageSource(() => 'az'));

test('the birth date that programs write where they know none is no fact', () => {
  expect(formatBirthDate('1900-01-01')).toBe('—');
  expect(formatBirthDate('1900-01-01T00:00:00.000Z')).toBe('—');
  expect(formatBirthDate('1900-01-02')).toBe('02.01.1900');
});

test.each<[Language, string, string, string, string]>([
  ['az', '05.11.2026', '5 noyabr 2026', '06.11.2026 01:05', '12.345,6'],
  ['spec', '05.11.2026', '5 noyabr 2026', '06.11.2026 01:05', '12.345,6'],
  ['ru', '05.11.2026', '5 ноября 2026 г.', '06.11.2026, 01:05', '12\u00a0345,6'],
  ['en', 'Nov 5, 2026', 'November 5, 2026', 'Nov 6, 2026, 01:05', '12,345.6'],
])('dates and numbers in %s', (language, day, long, moment, number) => {
  setLanguageSource(() => language);
  expect(formatDay('2026-11-05')).toBe(day);
  expect(formatLongDay('2026-11-05')).toBe(long);
  expect(formatMoment('2026-11-05T21:05:00Z')).toBe(moment);
  expect(formatNumber(12345.6)).toBe(number);
  expect(formatMoment('no date')).toBe('—');
});

test.each<[Language, string, string]>([
  ['spec', '1 minute', '5 hours'],
  ['az', '1 dəqiqə', '5 saat'],
  ['ru', '1 минута', '5 часов'],
])('ages in %s', (language, minute, hours) => {
  setLanguageSource(() => language);
  const before = (age: number) => new Date(Date.now() - age).toISOString();
  expect(describeAge(before(MINUTE / 2))).toBe(minute);
  expect(describeAge(before(5 * HOUR + MINUTE))).toBe(hours);
});
