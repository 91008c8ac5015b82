import { expect, test } from 'vitest';
import { phoneAddresses } from './phone.ts';

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
])('%s is called and written to as +994501234567', (typed) => {
  expect(phoneAddresses(typed)).toEqual({
    call: 'tel:+994501234567',
    whatsApp: 'https://wa.me/994501234567',
  });
});

test('a fixed line of the city has no WhatsApp', () => {
  expect(phoneAddresses('012 555 01 20')).toEqual({ call: 'tel:+994125550120' });
});

test.each([
  ['+90 532 123 45 67', '905321234567'],
  ['+7 (495) 123-45-67', '74951234567'],
  ['0090 532 123 45 67', '905321234567'],
])('a number of another country keeps its code: %s', (typed, digits) => {
  expect(phoneAddresses(typed)).toEqual({
    call: `tel:+${digits}`,
    whatsApp: `https://wa.me/${digits}`,
  });
});

test('a short number is dialled unchanged', () => {
  expect(phoneAddresses('112')).toEqual({ call: 'tel:112' });
});

test.each([['12'], ['zəng edin'], ['050 123 45 67 daxili 4'], ['']])(
  'what is no number leads nowhere: %s',
  (typed) => {
    expect(phoneAddresses(typed)).toEqual({});
  },
);
