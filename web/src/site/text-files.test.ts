import { chosenLanguages } from '@deqiq/messages/language.ts';
import { expect, test } from 'vitest';
import { pathIn } from './addresses.ts';
import { pages } from './pages.tsx';
import { textFiles } from './render.tsx';

const locations = (xml = '') =>
  Array.from(xml.matchAll(/<loc>([^<]+)<\/loc>/g), ([, location]) => location);

test('the sitemap names every page once a language, and leaves an unknown origin to the server', () => {
  const paths = pages.flatMap(({ path }) =>
    chosenLanguages.map((each) => encodeURI(pathIn(each, path))),
  );
  const origin = 'https://deqiq.example';
  expect(locations(textFiles(origin)['sitemap.xml'])).toEqual(
    paths.map((path) => new URL(path, origin).href),
  );
  expect(locations(textFiles(undefined)['sitemap.xml'])).toEqual(paths);
});

test('each page of the sitemap names its languages, and Azerbaijani for all others', () => {
  const lines = textFiles('https://deqiq.example')['sitemap.xml']?.split('\n') ?? [];
  const alternates = Array.from(
    (lines.find((line) => line.includes('<loc>https://deqiq.example/ru/elaqe<')) ?? '').matchAll(
      /hreflang="([^"]+)" href="([^"]+)"/g,
    ),
    ([, name, href]) => [name, href],
  );
  expect(alternates).toEqual([
    ['az', 'https://deqiq.example/elaqe'],
    ['ru', 'https://deqiq.example/ru/elaqe'],
    ['en', 'https://deqiq.example/en/elaqe'],
    ['x-default', 'https://deqiq.example/elaqe'],
  ]);
});

test('search engines are led to a sitemap of the site’s own origin alone', () => {
  expect(textFiles('https://deqiq.example')['robots.txt']).toContain(
    'Sitemap: https://deqiq.example/sitemap.xml',
  );
  expect(textFiles(undefined)['robots.txt']).not.toContain('Sitemap');
});
