import { expect, test } from 'vitest';
import { pages } from './pages.tsx';
import { textFiles } from './render.tsx';

const places = (xml = '') => Array.from(xml.matchAll(/<loc>([^<]+)<\/loc>/g), ([, place]) => place);

test('the sitemap names every page once, whole, also where nobody has said an origin', () => {
  for (const [given, origin] of [
    ['https://deqiq.example', 'https://deqiq.example'],
    [undefined, 'http://localhost:3000'],
  ] as const) {
    const found = places(textFiles(given)['sitemap.xml']);
    expect(found).toEqual(pages.map(({ path }) => new URL(encodeURI(path), origin).href));
  }
});

test('search engines are led to a sitemap of the site’s own origin alone', () => {
  expect(textFiles('https://deqiq.example')['robots.txt']).toContain(
    'Sitemap: https://deqiq.example/sitemap.xml',
  );
  expect(textFiles(undefined)['robots.txt']).not.toContain('Sitemap');
});
