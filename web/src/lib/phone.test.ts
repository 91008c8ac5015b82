import { expect, test } from 'vitest';
import { tidyPhone } from './phone.ts';

test.each([
  ['0501234567'],
  ['501234567'],
  ['(050) 123-45-67'],
  ['050.123.45.67'],
  ['+994501234567'],
  ['+994 (0) 50 123 45 67'],
  ['994 50 123 45 67'],
  ['00994501234567'],
  ['+994 +994 50 123 45 67'],
  ['  +994 50\u00a0123 45 67 '],
])('%s is read as +994 50 123 45 67', (typed) => {
  expect(tidyPhone(typed)).toBe('+994 50 123 45 67');
});

test('a number of the city is grouped the same way', () => {
  expect(tidyPhone('0125550120')).toBe('+994 12 555 01 20');
});

test.each([
  ['+90 532 123 45 67', '+90 532 123 45 67'],
  ['+7 (495) 123-45-67', '+7 495 123 45 67'],
  ['0090 532 123 45 67', '+90 532 123 45 67'],
  ['+49301234567', '+49301234567'],
])('a number of another country keeps its grouping: %s', (typed, tidy) => {
  expect(tidyPhone(typed)).toBe(tidy);
});

test.each([['12'], ['050 123'], ['zəng edin'], ['050 123 45 67 daxili 4'], ['']])(
  'what is no whole number stays as it was typed: %s',
  (typed) => {
    expect(tidyPhone(typed)).toBe(typed);
  },
);
