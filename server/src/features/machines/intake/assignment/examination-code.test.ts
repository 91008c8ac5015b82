import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  formatExaminationCode,
  parseExaminationCode,
} from '@deqiq/contract/examinations/names/examination-code.ts';
import { randomFrom } from '@deqiq/testkit/random.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRTVWXYZ';
const random = randomFrom(20_261_123);
const randomId = () => `${random.below(2 ** 30)}-${random.below(2 ** 30)}`;

test('a code names its number, fits into an accession number, and may be typed by hand', () => {
  for (const seq of [1, 30, 31, 961, 29_791, 923_521, 2 ** 31, 2 ** 40]) {
    const code = formatExaminationCode({ seq, id: randomId() });
    assert.match(code, /^[A-Z0-9]{9,16}$/);
    assert.equal(parseExaminationCode(code), seq);
    assert.equal(parseExaminationCode(` ${code.slice(0, 4)}-${code.slice(4)} `.toLowerCase()), seq);
  }
});

test('one wrong character and two that were swapped are found', () => {
  for (let round = 0; round < 50; round += 1) {
    const code = formatExaminationCode({ seq: 1 + random.below(1_000_000), id: randomId() });
    for (let at = 0; at < code.length; at += 1) {
      for (const character of ALPHABET)
        if (character !== code[at])
          assert.equal(
            parseExaminationCode(code.slice(0, at) + character + code.slice(at + 1)),
            undefined,
          );
      for (let other = at + 1; other < code.length; other += 1) {
        const letters = [...code];
        [letters[at], letters[other]] = [letters[other] ?? '', letters[at] ?? ''];
        const swapped = letters.join('');
        if (swapped !== code) assert.equal(parseExaminationCode(swapped), undefined, swapped);
      }
    }
  }
});

test('texts that are no codes are none', () => {
  for (const text of ['', 'DQ', '12345', 'DQ0000000', 'A'.repeat(400), 'DQ\u0000001ABC'])
    assert.equal(parseExaminationCode(text), undefined, text);
});
