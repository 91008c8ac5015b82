import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sortKey } from './sort-key.ts';

test('names sort by the Azerbaijani alphabet, ignoring case', () => {
  const alphabet = [...'aBcÇdeƏfGğhXıİJkQlmnOöprsŞtUüvyz'];
  assert.deepEqual(sorted(alphabet.toReversed()), alphabet);
  assert.deepEqual(sorted(['Xəyal', 'Hicran', 'İlqar', 'Işıq', 'Əli', 'Elza', 'Fuad']), [
    'Elza',
    'Əli',
    'Fuad',
    'Hicran',
    'Xəyal',
    'Işıq',
    'İlqar',
  ]);
});

test('a shorter name comes first, digits before letters, letters with foreign marks next to their plain letter', () => {
  assert.deepEqual(sorted(['Anar B', 'Ana Z', '3D', 'Ána Y']), ['3D', 'Ána Y', 'Ana Z', 'Anar B']);
  assert.equal(sortKey('  Aysel   MƏMMƏDOVA '), sortKey('aysel məmmədova'));
});

const sorted = (names: string[]) =>
  names.toSorted((a, b) => Buffer.compare(Buffer.from(sortKey(a)), Buffer.from(sortKey(b))));
