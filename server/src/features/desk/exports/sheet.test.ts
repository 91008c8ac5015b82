import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fullName, toDay, toMoment } from './sheet.ts';

test('a name of one word has no extra blank', () => {
  assert.equal(fullName({ firstName: 'Aytən', lastName: 'Məmmədova' }), 'Aytən Məmmədova');
  assert.equal(fullName({ firstName: 'Aytən', lastName: '' }), 'Aytən');
  assert.equal(fullName({ firstName: '', lastName: '' }), '');
});

test('days have no time, and instants are shown in Baku time', () => {
  assert.deepEqual(toDay('2026-11-20T00:00:00.000Z'), { date: '2026-11-20' });
  assert.equal(toDay(null), null);
  assert.deepEqual(toMoment('2026-12-31T20:00:59.999Z'), { date: '2027-01-01 00:00' });
});
