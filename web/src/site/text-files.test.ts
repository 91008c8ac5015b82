import { expect, test } from 'vitest';
import { pages } from './pages.tsx';
import { textFiles } from './render.tsx';

const locations = (xml = '') =>
  Array.from(xml.matchAll(/<loc>([^<]+)<\/loc>/g), ([, location]) => location);

test('the sitemap names every page once, and leaves an unknown origin to the server', () => {
  const paths = pages.map(({ path }) => encodeURI(path));
  const origin = 'https://deqiq.example';
  expect(locations(textFiles(origin)['sitemap.xml'])).toEqual(
    paths.map((path) => new URL(path, origin).href),
  );
  expect(locations(textFiles(undefined)['sitemap.xml'])).toEqual(paths);
});

test('search engines are led to a sitemap of the site’s own origin alone', () => {
  expect(textFiles('https://deqiq.example')['robots.txt']).toContain(
    'Sitemap: https://deqiq.example/sitemap.xml',
  );
  expect(textFiles(undefined)['robots.txt']).not.toContain('Sitemap');
});
