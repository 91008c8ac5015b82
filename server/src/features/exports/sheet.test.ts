import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayOf, momentOf, nameOf } from './sheet.ts';

test('a name of one word has no blank beside it', () => {
  assert.equal(nameOf({ firstName: 'Aytən', lastName: 'Məmmədova' }), 'Aytən Məmmədova');
  assert.equal(nameOf({ firstName: 'Aytən', lastName: '' }), 'Aytən');
  assert.equal(nameOf({ firstName: '', lastName: '' }), '');
});

test('days are days, and moments what the clock in Baku showed', () => {
  assert.deepEqual(dayOf('2026-11-20T00:00:00.000Z'), { date: '2026-11-20' });
  assert.equal(dayOf(null), null);
  assert.deepEqual(momentOf('2026-12-31T20:00:59.999Z'), { date: '2027-01-01 00:00' });
});
