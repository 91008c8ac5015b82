import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSame, nameOf, withoutContacts, withoutNames, withoutWords } from './names.ts';

const nigar = nameOf('Nigar  Hüseynova');
const clean = withoutNames([nigar], 'ID');

test('a name is found in any case, order and spelling, and what stands around it stays', () => {
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
  assert.equal(withoutNames([nameOf('Nigar')], 'ID')('Nigar'), 'Nigar');
});

test('of a text that is about nobody else every word of the name goes', () => {
  const own = withoutWords([nigar, nameOf('A. (B')], 'ID');
  assert.equal(own('Nigar xanım: hüseynovanın panoramı'), 'ID xanım: IDnın panoramı');
});

test('names are the same in every order of their words', () => {
  assert.ok(isSame(nigar, nameOf('HÜSEYNOVA NİGAR')));
  assert.ok(isSame(nameOf('Nigar Əli qızı Hüseynova'), nameOf('Hüseynova Nigar Əli qızı')));
  assert.ok(!isSame(nigar, nameOf('Nigar Hüseynov')));
  assert.ok(!isSame([], []));
});

test('a hyphen in a name or an address is a letter like others', () => {
  const clean = withoutNames([nameOf('Leyla Quliyeva-Həsənova')], 'ID');
  assert.equal(clean('Leyla Quliyeva-Həsənova gəldi'), 'ID gəldi');
  const contacts = withoutContacts({ emails: ['a-b.c@d-e.az'], phones: [] }, 'ID');
  assert.equal(contacts('yazın: a-b.c@d-e.az'), 'yazın: ID');
});
