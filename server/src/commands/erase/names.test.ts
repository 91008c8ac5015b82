import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contactRemover, isSameName, nameRemover, parseName, wordRemover } from './names.ts';

const nigar = parseName('Nigar  Hüseynova');
const clean = nameRemover([nigar], 'ID');

test('a name is found in any case, order and spelling, and the text around it stays', () => {
  assert.equal(clean('Pasiyent NİGAR HÜSEYNOVA, 12.03'), 'Pasiyent ID, 12.03');
  assert.equal(clean('Huseynova Nigar'), 'ID');
  assert.equal(clean('huseynova_nigar.dcm və Nigar-Hüseynova (2).dcm'), 'ID.dcm və ID (2).dcm');
  assert.equal(clean('Nigar Hüseynovanın rentgeni'), 'IDnın rentgeni');
  assert.equal(clean('Nigar\nHu\u0308seynova 😀'), 'ID 😀');
  assert.equal(clean('Ayan Nigar Hüseynova Əli'), 'Ayan ID Əli');
});

test('parts of names and other people are left alone', () => {
  for (const text of [
    'Nigar',
    'Hüseynova',
    'Günigar Hüseynova',
    'Nigar xanım, sonra Hüseynova',
    '',
  ])
    assert.equal(clean(text), text);
  assert.equal(nameRemover([parseName('Nigar')], 'ID')('Nigar'), 'Nigar');
});

test('from a text about this person only, every word of the name is removed', () => {
  const own = wordRemover([nigar, parseName('A. (B')], 'ID');
  assert.equal(own('Nigar xanım: hüseynovanın panoramı'), 'ID xanım: IDnın panoramı');
});

test('names are the same in every order of their words', () => {
  assert.ok(isSameName(nigar, parseName('HÜSEYNOVA NİGAR')));
  assert.ok(
    isSameName(parseName('Nigar Əli qızı Hüseynova'), parseName('Hüseynova Nigar Əli qızı')),
  );
  assert.ok(!isSameName(nigar, parseName('Nigar Hüseynov')));
  assert.ok(!isSameName([], []));
});

test('a hyphen in a name or an address is a letter like others', () => {
  const clean = nameRemover([parseName('Leyla Quliyeva-Həsənova')], 'ID');
  assert.equal(clean('Leyla Quliyeva-Həsənova gəldi'), 'ID gəldi');
  const contacts = contactRemover({ emails: ['a-b.c@d-e.az'], phones: [] }, 'ID');
  assert.equal(contacts('yazın: a-b.c@d-e.az'), 'yazın: ID');
});
