import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countSmsParts, needsUnicode } from './sms-parts.ts';
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

test('a plain text has 160 letters, and 153 in each part of a longer one', () => {
  assert.equal(countSmsParts('a'.repeat(160)), 1);
  assert.equal(countSmsParts('a'.repeat(161)), 2);
  assert.equal(countSmsParts('a'.repeat(306)), 2);
  assert.equal(countSmsParts('a'.repeat(307)), 3);
  assert.equal(countSmsParts('€'.repeat(80)), 1);
  assert.equal(countSmsParts('€'.repeat(81)), 2);
  assert.equal(countSmsParts(''), 1);
});

test('a text in Azerbaijani or Russian has 70 letters, and 67 in each part', () => {
  for (const letter of [...'əğışçƏĞİŞжЫ']) assert.ok(needsUnicode(letter), letter);
  for (const letter of [...'öüÇaz9@€']) assert.ok(!needsUnicode(letter), letter);
  assert.equal(countSmsParts('ə'.repeat(70)), 1);
  assert.equal(countSmsParts('ə'.repeat(71)), 2);
  assert.equal(countSmsParts('ж'.repeat(134)), 2);
  assert.equal(countSmsParts('ж'.repeat(135)), 3);
});

test('a letter of two units is not divided between parts', () => {
  assert.equal(countSmsParts(`${'a'.repeat(152)}€${'a'.repeat(151)}`), 2);
  assert.equal(countSmsParts(`${'a'.repeat(152)}€${'a'.repeat(152)}`), 3);
  assert.equal(countSmsParts(`${'ə'.repeat(66)}🦷${'ə'.repeat(65)}`), 2);
  assert.equal(countSmsParts(`${'ə'.repeat(66)}🦷${'ə'.repeat(66)}`), 3);
});
