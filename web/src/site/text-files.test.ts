import { expect, test } from 'vitest';
import { pages } from './pages.tsx';
import { textFiles } from './render.tsx';

const places = (xml = '') => Array.from(xml.matchAll(/<loc>([^<]+)<\/loc>/g), ([, place]) => place);

test('the sitemap names every page once, and leaves an unknown origin to the server', () => {
  const paths = pages.map(({ path }) => encodeURI(path));
  const origin = 'https://deqiq.example';
  expect(places(textFiles(origin)['sitemap.xml'])).toEqual(
    paths.map((path) => new URL(path, origin).href),
  );
  expect(places(textFiles(undefined)['sitemap.xml'])).toEqual(paths);
});

test('search engines are led to a sitemap of the site’s own origin alone', () => {
  expect(textFiles('https://deqiq.example')['robots.txt']).toContain(
    'Sitemap: https://deqiq.example/sitemap.xml',
  );
  expect(textFiles(undefined)['robots.txt']).not.toContain('Sitemap');
});
