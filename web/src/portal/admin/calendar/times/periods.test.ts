import type { OpeningHours } from '@deqiq/contract/referrals/booking/opening-hours.ts';
import { expect, test } from 'vitest';
import { toDay } from '../../../../lib/format.ts';
import { appointmentOf } from '../../../../testing/admin/admin-calendar.ts';
import { listFreePeriods, listOpenPeriods, listStarts } from './periods.ts';
import { addDays, findWeekday, listWeek, normalizeTime, toInstant, toMinute } from './times.ts';

const FRIDAY = '2031-03-07';

const hours: OpeningHours = {
  holidays: ['2031-03-21'],
  machines: [
    {
      device: 'd1',
      week: [{ day: 5, from: '09:00', to: '18:00', breaks: [{ from: '13:00', to: '14:00' }] }],
      daysOff: ['2031-03-14'],
    },
  ],
};

test('a machine is open by its week, without breaks, days off and holidays', () => {
  expect(listOpenPeriods(hours, 'd1', FRIDAY)).toEqual([
    { from: 540, to: 780 },
    { from: 840, to: 1080 },
  ]);
  for (const day of ['2031-03-06', '2031-03-14', '2031-03-21'])
    expect(listOpenPeriods(hours, 'd1', day)).toEqual([]);
  expect(listOpenPeriods(hours, 'd2', FRIDAY)).toEqual([]);
});

test('free periods leave out appointments that occupy the machine', () => {
  const at = (minute: number, part = {}) =>
    appointmentOf({ startsAt: toInstant(FRIDAY, minute), minutes: 30, ...part });
  const appointments = [
    at(540, { _id: 'one' }),
    at(600, { _id: 'two', state: 'missed' }),
    at(660, { _id: 'three', device: 'd2' }),
    at(720, { _id: 'four' }),
  ];
  const search = { open: [{ from: 540, to: 780 }], appointments, device: 'd1', day: FRIDAY };
  expect(listFreePeriods(search)).toEqual([
    { from: 570, to: 720 },
    { from: 750, to: 780 },
  ]);
  expect(listFreePeriods({ ...search, except: 'four' })).toEqual([{ from: 570, to: 780 }]);
});

test('beginnings are in steps of a quarter, and none is too late or past', () => {
  const free = [{ from: 570, to: 620 }];
  expect(listStarts(free, { minutes: 20, after: 0 })).toEqual([570, 585, 600]);
  expect(listStarts(free, { minutes: 20, after: 571 })).toEqual([585, 600]);
  expect(listStarts(free, { minutes: 60, after: 0 })).toEqual([]);
});

test('days and minutes are those of Baku', () => {
  expect(toDay('2031-03-06T20:00:00.000Z')).toBe(FRIDAY);
  expect(toMinute('2031-03-06T20:05:00.000Z')).toBe(5);
  expect(toInstant(FRIDAY, 5)).toBe('2031-03-06T20:05:00.000Z');
  expect(findWeekday(FRIDAY)).toBe(5);
  expect(listWeek('2031-03-09')).toEqual(
    Array.from({ length: 7 }, (_, n) => addDays('2031-03-03', n)),
  );
});

test.each([
  ['9', '09:00'],
  ['930', '09:30'],
  ['9.05', '09:05'],
  ['14:20', '14:20'],
  ['soon', 'soon'],
])('%s is read as %s', (typed, time) => {
  expect(normalizeTime(typed)).toBe(time);
});
