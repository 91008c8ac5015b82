import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openFreshDatabase } from '@deqiq/testkit/databases/fresh-database.ts';
import { newCheckup, newPartner, removeCheckup } from '@deqiq/testkit/databases/rows.ts';
import * as checkups from '../../../features/examinations/checkups/checkups.repo.ts';
import * as picker from '../../../features/people/partners/partner-picker.repo.ts';
import * as partners from '../../../features/people/partners/partners.repo.ts';
import type { Db } from '../tables.ts';
import { searchKey, searchPatterns } from './name-search.ts';

/** Creates partners with these names. Returns a function that searches and returns the names found, newest first. */
async function searchAmong(t: TestContext, names: readonly string[]) {
  const { db } = await openFreshDatabase(t);
  for (const name of names) await partners.insert(db, newPartner(split(name)));
  return (text: string) => found(db, text);
}

const split = (name: string) => {
  const [first_name = '', ...rest] = name.split(' ');
  return { first_name, last_name: rest.join(' ') };
};

async function found(db: Db, fullName: string): Promise<string[]> {
  const { rows, total } = await partners.list(db, { page: 1, limit: 100, fullName });
  assert.equal(total, rows.length);
  return rows.map((row) => `${row.first_name} ${row.last_name}`.trim());
}

test('a search ignores case and the marks of Azerbaijani letters, in text and query', async (t) => {
  const search = await searchAmong(t, ['İlqar Çələbi', 'Işıq Öztürk', 'Gulnara Agayeva']);
  for (const text of ['ilqar', 'İLQAR', 'ılqar', 'ILQAR', 'celebi', 'ÇƏLƏBİ', 'lebi'])
    assert.deepEqual(await search(text), ['İlqar Çələbi'], text);
  for (const text of ['ISIQ', 'işıq', 'ozturk', 'ÖZTÜRK'])
    assert.deepEqual(await search(text), ['Işıq Öztürk'], text);
  for (const text of ['GÜLNARA', 'ağayeva', 'ǦULNARA'])
    assert.deepEqual(await search(text), ['Gulnara Agayeva'], text);
});

test('all words of a search must occur, in any order, inside any word', async (t) => {
  const search = await searchAmong(t, ['Aysel Məmmədova', 'Aysel Həsənova', 'Nigar Məmmədova']);
  assert.deepEqual(await search('məm ays'), ['Aysel Məmmədova']);
  assert.deepEqual(await search('  ova   sel '), ['Aysel Həsənova', 'Aysel Məmmədova']);
  assert.deepEqual(await search('aysel aliyev'), []);
  assert.deepEqual(await search('aysel aysel ays'), ['Aysel Həsənova', 'Aysel Məmmədova']);
  assert.deepEqual(await search('ays əli məm həs nig ova sel mam gar'), []);
  assert.deepEqual(await search('məm mmə məd ədo ova ays yse sel'), ['Aysel Məmmədova']);
});

test('one or two letters match the beginning of a word', async (t) => {
  const search = await searchAmong(t, ['Əli Zadə', 'Elza Ağayeva', 'Zaur Kərimli']);
  assert.deepEqual(await search('z'), ['Zaur Kərimli', 'Əli Zadə']);
  assert.deepEqual(await search('za'), ['Zaur Kərimli', 'Əli Zadə']);
  assert.deepEqual(await search('li'), []);
  assert.deepEqual(await search('e z'), ['Əli Zadə']);
  assert.deepEqual(await search('lza'), ['Elza Ağayeva']);
});

test('symbols and operators are plain characters', async (t) => {
  const names = [
    '100% Diş',
    'a_b Klinika',
    'O"Neil AND',
    "D'Arc OR",
    'back\\slash NOT',
    'star* NEAR',
  ];
  const search = await searchAmong(t, [...names, 'plain person']);
  const cases: [string, string[]][] = [
    ['%', []],
    ['100%', ['100% Diş']],
    ['0%', []],
    ['00%', ['100% Diş']],
    ['_', []],
    ['a_b', ['a_b Klinika']],
    ['o"n', ['O"Neil AND']],
    ['"neil', ['O"Neil AND']],
    ["d'a", ["D'Arc OR"]],
    ['k\\s', ['back\\slash NOT']],
    ['ar*', ['star* NEAR']],
    ['and', ['O"Neil AND']],
    ['not', ['back\\slash NOT']],
    ['near', ['star* NEAR']],
    ['or', ["D'Arc OR"]],
    ["'; drop table partners; --", []],
    ['\0', [...names, 'plain person'].toReversed()],
    ['pla\0in', ['plain person']],
    ['\ud800pla', []],
  ];
  for (const [text, expected] of cases) assert.deepEqual(await search(text), expected, text);
});

test('letters of other alphabets and characters beyond 16 bits are found', async (t) => {
  const search = await searchAmong(t, ['Наталья Петрова', '😀😃😄😁 Klinika', '李小龙 Lee']);
  assert.deepEqual(await search('ПЕТРОВ'), ['Наталья Петрова']);
  assert.deepEqual(await search('на'), ['Наталья Петрова']);
  assert.deepEqual(await search('😃😄😁'), ['😀😃😄😁 Klinika']);
  assert.deepEqual(await search('😀'), ['😀😃😄😁 Klinika']);
  assert.deepEqual(await search('李小'), ['李小龙 Lee']);
});

test('the index reflects renaming and deleting', async (t) => {
  const { db } = await openFreshDatabase(t);
  const partner = newPartner({ first_name: 'Köhnə', last_name: 'Soyad' });
  await partners.insert(db, partner);
  const checkup = newCheckup(partner.id, { first_name: 'Bir', last_name: 'Xəstə' });
  await checkups.insert(db, checkup);

  await partners.update(db, partner.id, { first_name: 'Təzə', last_name: 'Soyad' });
  assert.deepEqual(await found(db, 'kohne'), []);
  assert.deepEqual(await found(db, 'teze soyad'), ['Təzə Soyad']);
  await partners.update(db, partner.id, { phone: '1' });
  assert.deepEqual(await found(db, 'soyad'), ['Təzə Soyad']);
  await partners.remove(db, partner.id, 'now');
  assert.deepEqual(await found(db, 'teze'), []);
  assert.deepEqual(await picker.pick(db, 'teze'), []);

  const totalOf = async (name: string) =>
    (await checkups.list(db, { page: 1, limit: 10, name })).total;
  assert.equal(await totalOf('xəstə'), 1);
  await removeCheckup(db, checkup.id);
  assert.equal(await totalOf('xəstə'), 0);
});

test('a search finds the same as a comparison of every name', async (t) => {
  const letters = ['a', 'ə', 'b', 'i', 'ı', 'ş', ' '];
  let seed = 20_261_120;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const text = (max: number) =>
    Array.from({ length: 1 + random(max) }, () => letters[random(letters.length)]).join('');
  const names = Array.from({ length: 100 }, () => `x${text(12)}`);
  const search = await searchAmong(t, names);

  for (let n = 0; n < 200; n++) {
    const wanted = text(6);
    const patterns = searchPatterns(wanted);
    const expected = names.filter((name) =>
      patterns.every((pattern) => searchKey(name).includes(pattern)),
    );
    assert.deepEqual(
      (await search(wanted)).map(searchKey),
      expected.toReversed().map(searchKey),
      JSON.stringify(wanted),
    );
  }
});

test('keys and patterns', () => {
  assert.equal(searchKey(' Aysel\tMƏMMƏDOVA '), '  aysel  memmedova');
  assert.equal(searchKey('   '), '');
  assert.deepEqual(searchPatterns('ay Məm məmməd'), ['  ay', 'memmed']);
  assert.deepEqual(searchPatterns(' \0 '), []);
});
