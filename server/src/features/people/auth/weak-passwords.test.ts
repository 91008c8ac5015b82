import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findWeakness } from '@deqiq/contract/shared/passwords/weak-passwords.ts';

test('passwords that are guessed first are pointed out', () => {
  for (const password of ['qwerty', '12345678', 'Password1', 'p@ssw0rd', '!!!!!!!!', 'Parol2026'])
    assert.equal(findWeakness(password), 'common', password);
  for (const password of ['deqiq2026', 'Dəqiq-Diaqnostika', 'dental123!', 'RentgenKlinika'])
    assert.equal(findWeakness(password), 'house', password);
  const names = ['Aytən Məmmədova', 'ayten.m@klinika.az'];
  for (const password of ['ayten1985', 'Məmmədova!'])
    assert.equal(findWeakness(password, names), 'personal', password);
});

test('other passwords are not', () => {
  for (const password of ['pəncərə bulud qatar', 'dentalxyzwqv', 'k4Tq-9vLw', 'sevdanın şifrəsi'])
    assert.equal(findWeakness(password, ['Sevda']), undefined, password);
});
