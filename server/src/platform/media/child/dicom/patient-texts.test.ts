import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decodeDicomText, formatPersonName } from '@deqiq/contract/shared/imaging/dicom-text.ts';
import { isSamePerson } from '@deqiq/contract/shared/patient/same-person.ts';

const decode = (hex: string, characterSet?: string) =>
  decodeDicomText(Buffer.from(hex.replaceAll(' ', ''), 'hex'), characterSet);

describe('a DICOM text', () => {
  // Each set of PS3.3, C.12.1.1.2, with letters that only it has at these bytes.
  for (const [characterSet, hex, text] of [
    ['', '4e6967 6172', 'Nigar'],
    ['ISO_IR 6', '4e6967 6172', 'Nigar'],
    ['ISO_IR 13', 'd4cfc0de', 'ﾔﾏﾀﾞ'],
    ['ISO_IR 100', '42f66e69e7', 'Böniç'],
    ['ISO_IR 101', 'b1a3', 'ąŁ'],
    ['ISO_IR 109', 'a6b6', 'Ĥĥ'],
    ['ISO_IR 110', 'a2bf', 'ĸŋ'],
    ['ISO_IR 126', 'c4e9', 'Δι'],
    ['ISO_IR 127', 'e2c8', 'قب'],
    ['ISO_IR 138', 'f9ec', 'של'],
    ['ISO_IR 144', 'bbeeda', 'Люк'],
    ['ISO_IR 148', 'ddf0fd fe', 'İğış'],
    ['ISO_IR 166', 'cac1', 'สม'],
    ['ISO_IR 192', 'c68f6c69', 'Əli'],
    ['ISO_IR 203', 'a4', '€'],
    ['GB18030', 'cdf5', '王'],
    ['GBK', 'cdf5', '王'],
  ] as const)
    test(`in ${characterSet || 'no declared set'} is decoded`, () => {
      assert.equal(decode(hex, characterSet), text);
    });

  test('with code extensions changes its set within a name', () => {
    // Examples of PS3.5, annexes H, I and K.
    const japanese = '59616d6164615e5461726f753d1b2442 3b33 4544 1b2842 5e 1b2442 4240 4f3a 1b2842';
    assert.equal(decode(japanese, '\\ISO 2022 IR 87'), 'Yamada^Tarou=山田^太郎');
    const korean = '486f6e675e47696c646f6e673d 1b242943fbf3 5e 1b242943d1ced4d7';
    assert.equal(decode(korean, '\\ISO 2022 IR 149'), 'Hong^Gildong=洪^吉洞');
    const chinese = '57616e675e58696f446f6e673d 1b242941cdf5 5e 1b242941d0a1b6ab';
    assert.equal(decode(chinese, '\\ISO 2022 IR 58'), 'Wang^XioDong=王^小东');
    assert.equal(decode('1b2d4c bbeeda 5e 1b2d4d dd', 'ISO 2022 IR 6\\ISO 2022 IR 144'), 'Люк^İ');
  });

  test('whose set is missing or wrong is UTF-8 where it is valid, else Turkish', () => {
    assert.equal(decode('c68f6c69'), 'Əli');
    assert.equal(decode('dd7ae7', 'ISO_IR 192'), 'İzç');
    assert.equal(decode('c68f6c69', 'ISO_IR 999'), 'Əli');
    assert.equal(decode('c68f6c69', 'toString'), 'Əli');
  });

  test('has no control characters and no blanks around it', () => {
    assert.equal(decode('20 41 00 0a 1b 42 20 00'), 'A B');
    assert.equal(decode(''), '');
  });

  test('with an escape sequence that is cut off or unknown ends', () => {
    for (const hex of ['41 1b', '41 1b24', '1b245a 41', '1b2442 3b'])
      assert.equal(typeof decode(hex, '\\ISO 2022 IR 87'), 'string');
  });
});

test('a person name is written first name first', () => {
  assert.equal(formatPersonName('Əliyeva^Gülşən'), 'Gülşən Əliyeva');
  assert.equal(
    formatPersonName('Adams^John Robert Quincy^^Rev.^B.A.'),
    'Rev. John Robert Quincy Adams B.A.',
  );
  assert.equal(formatPersonName('=山田^太郎='), '太郎 山田');
  assert.equal(formatPersonName('^^^^'), '');
});

describe('the patient of a file', () => {
  const typed = { firstName: 'Gülşən', lastName: 'Əliyeva' };

  for (const name of [
    'Gülşən Əliyeva',
    'Əliyeva^Gülşən',
    'ELIYEVA^GULSEN',
    'Aliyeva Gulsan',
    'LIYEVA GULSN',
    '?LIYEVA^G?L??N',
    'Əliyeva',
    'Gülşən Əliyeva Rəşid qızı',
  ])
    test(`can be the one that staff typed: ${name}`, () => {
      assert.equal(isSamePerson(typed, name), true);
    });

  for (const name of ['Nigar Hüseynova', 'Əliyeva^Nigar', 'Gülşən Məmmədova', 'Test'])
    test(`is somebody else: ${name}`, () => {
      assert.equal(isSamePerson(typed, name), false);
    });

  test('is unknown where the file has no name', () => {
    for (const name of ['', ' ', '^^', '=']) assert.equal(isSamePerson(typed, name), undefined);
  });

  test('with special characters of patterns is compared letter by letter', () => {
    const odd = { firstName: '(a+)+$', lastName: '[x' };
    assert.equal(isSamePerson(odd, '(a+)+$ [x'), true);
    assert.equal(isSamePerson(odd, `${'a'.repeat(40)}! x`), false);
  });

  test('with a name of many ə is compared at once', () => {
    const many = { firstName: 'ə'.repeat(60), lastName: 'x' };
    assert.equal(isSamePerson(many, `${'e'.repeat(60)}! y`), false);
  });
});
