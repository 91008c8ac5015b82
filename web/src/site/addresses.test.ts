import { expect, test } from 'vitest';
import { pathIn } from './addresses.ts';

test.each([
  ['/', '/ru'],
  ['/rentgen', '/ru/rentgen'],
  ['/partnyor/həkimlər', '/ru/partnyor/həkimlər'],
  ['/about', '/ru/haqqimizda'],
  ['/partnyor/qeydiyyat', '/ru/partnyorlar'],
])('%s has the Russian path %s', (path, russian) => {
  expect(pathIn('ru', path)).toBe(russian);
  expect(pathIn('az', path)).toBe(path);
});
