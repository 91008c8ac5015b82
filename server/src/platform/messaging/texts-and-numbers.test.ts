import assert from 'node:assert/strict';
import { test } from 'node:test';
import { needsUnicode } from './gsm-letters.ts';
import { toInternational } from './telephone.ts';

test('numbers of the forms become international digits', () => {
  const numbers = {
    '050 123 45 67': '994501234567',
    '(050) 123-45-67': '994501234567',
    '501234567': '994501234567',
    '+994 50 123 45 67': '994501234567',
    '994501234567': '994501234567',
    '+994 (050) 123 45 67': '994501234567',
    '00994501234567': '994501234567',
    '+90 532 123 45 67': '905321234567',
    '0090 532 123 45 67': '905321234567',
    '905321234567': '905321234567',
  };
  for (const [written, digits] of Object.entries(numbers))
    assert.equal(toInternational(written), digits, written);
});

test('other texts are no number', () => {
  for (const written of ['', '123', '5012345678', '+0501234567', '+99450123456789012', 'yoxdur'])
    assert.equal(toInternational(written), undefined, written);
});

test('texts in Azerbaijani and Russian need UCS-2', () => {
  for (const letter of [...'əğışçƏĞİŞжЫ']) assert.ok(needsUnicode(letter), letter);
  for (const letter of [...'öüÇaz9@€']) assert.ok(!needsUnicode(letter), letter);
});
