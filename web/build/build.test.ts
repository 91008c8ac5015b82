import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { type BuiltWeb, builtWeb } from '@deqiq/contract/shared/built-web.ts';
import { provider } from '@deqiq/contract/shared/provider.ts';
import { chosenLanguages } from '@deqiq/messages/language.ts';
import { buildWeb, WEB_FOLDER } from '../build.ts';
import { fillDefaults } from './facts.ts';
import { buildSite } from './site.ts';

const ORIGIN = 'https://deqiq.example';

async function filesIn(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Map<string, Buffer>();
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    files.set(path.slice(folder.length + 1).replaceAll('\\', '/'), await readFile(path));
  }
  return files;
}

describe('a web build', () => {
  let built: Map<string, Buffer>;
  let files: Map<string, Buffer>;
  let manifest: BuiltWeb;
  const text = (file: string) => String(files.get(file));
  const pages = () => [
    ...manifest.pages,
    ...manifest.pages.flatMap(({ withPrices }) => withPrices ?? []),
    ...Object.values(manifest.portals),
    manifest.notFound,
  ];

  before(async () => {
    built = await filesIn(WEB_FOLDER);
    // Only the site tells its origin; the product is built without one.
    const { output } = await buildSite(ORIGIN);
    fillDefaults(output);
    files = new Map([...built, ...output]);
    manifest = builtWeb.parse(JSON.parse(text('pages.json')));
  });

  test('names every file it made, and nothing it did not make', () => {
    const named = [...pages(), ...manifest.files].map(({ file }) => file);
    for (const file of named) assert.ok(files.has(file), file);
    const builtFiles = [...files.keys()].filter((file) => !/\.(br|gz)$/.test(file));
    const templates = manifest.templates.map(({ template }) => template);
    assert.deepEqual(new Set([...named, ...templates, 'pages.json']), new Set(builtFiles));
  });

  test('has smaller forms beside every text', () => {
    for (const file of ['index.html', '404.html', 'portal-ru.html']) {
      for (const form of ['br', 'gz']) {
        const small = files.get(`${file}.${form}`)?.length ?? Number.POSITIVE_INFINITY;
        assert.ok(small < text(file).length, `${file}.${form}`);
      }
    }
  });

  test('is the same to the byte when made again', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'deqiq-web-'));
    t.after(() => rm(folder, { recursive: true }));
    await buildWeb(join(folder, 'again'), process.env.PUBLIC_URL || undefined);
    const again = await filesIn(join(folder, 'again'));
    assert.deepEqual([...again.keys()].sort(), [...built.keys()].sort());
    for (const [file, bytes] of built) assert.ok(again.get(file)?.equals(bytes), file);
  });

  test('shows prices in a page of its own: the specified one has no trace of them', () => {
    const priced = manifest.pages.filter(({ withPrices }) => withPrices);
    assert.deepEqual(
      priced.map(({ path }) => path),
      ['/qeydiyyat', '/ru/qeydiyyat', '/en/qeydiyyat'],
    );
    for (const { file, withPrices } of priced) {
      assert.doesNotMatch(text(file), /<table|OfferCatalog|border-collapse/);
      assert.match(text(String(withPrices?.file)), /<table.*<\/table>/s);
    }
  });

  test('tells search engines the one address, the business and its hours', () => {
    const html = text('index.html');
    assert.ok(html.includes(`<link rel="canonical" href="${ORIGIN}/"/>`));
    assert.ok(text('sitemap.xml').includes(`<loc>${ORIGIN}/</loc>`));
    assert.ok(text('robots.txt').includes(`${ORIGIN}/sitemap.xml`));
    const data = JSON.parse(
      /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '',
    );
    assert.deepEqual(data['@type'], ['Dentist', 'MedicalBusiness']);
    assert.equal(data.telephone, provider.phone.text);
    assert.deepEqual(data.openingHoursSpecification.dayOfWeek, [
      'Monday',
      'Tuesday',
      'Wednesday',
      'Thursday',
      'Friday',
    ]);
    assert.equal(data.openingHoursSpecification.opens, '09:00');
    assert.equal(data.openingHoursSpecification.closes, '18:00');
  });

  test('gives every screen one address, a title, a description and a picture of its own network', () => {
    const screens = manifest.pages.filter(
      ({ path, file }) => `${path.slice(1)}/index.html`.replace(/^\//, '') === file,
    );
    const visited = new Set<string>();
    for (const { path, file } of screens) {
      const html = text(file);
      const canonical = new URL(encodeURI(path), ORIGIN).href;
      assert.ok(html.includes(`<link rel="canonical" href="${canonical}"/>`), path);
      assert.ok(html.includes(`<meta property="og:url" content="${canonical}"/>`), path);
      const [, picture = ''] = /property="og:image" content="([^"]+)"/.exec(html) ?? [];
      assert.ok(picture.startsWith(ORIGIN) && files.has(picture.slice(ORIGIN.length + 1)), path);
      assert.ok(text('sitemap.xml').includes(`<loc>${canonical}</loc>`), path);
      for (const words of [
        /<title>([^<]+)<\/title>/.exec(html)?.[1] ?? '',
        /<meta name="description" content="([^"]+)"/.exec(html)?.[1] ?? '',
      ]) {
        assert.ok(words.length > 10 && !visited.has(words), `${path}: ${words}`);
        visited.add(words);
      }
      assert.equal(html.match(/<h1\b/g)?.length, 1, `${path} has one h1`);
      for (const [, data = ''] of html.matchAll(
        /<script type="application\/ld\+json">(.*?)<\/script>/gs,
      )) {
        assert.equal(JSON.parse(data)['@context'], 'https://schema.org');
      }
    }
    assert.equal(text('sitemap.xml').match(/<loc>/g)?.length, screens.length);
    assert.equal(screens.length, 30);
  });

  const prefixOf = (language: string) => (language === 'az' ? '' : `${language}/`);
  const pageFiles = () => [...new Set(manifest.pages.map(({ file }) => file))];
  const pagesIn = (language: string) =>
    pageFiles().filter((file) => (/^(?:ru|en)\//.exec(file)?.[0] ?? '') === prefixOf(language));
  const urlOf = (file: string) =>
    new URL(encodeURI(`/${file.replace(/\/?index\.html$/, '')}`), ORIGIN).href;
  const matchAll = (html: string, pattern: RegExp) =>
    Array.from(html.matchAll(pattern), ([, ...found]) => found);

  test('has every page in every language, each with links to the others', () => {
    assert.equal(pagesIn('az').length * chosenLanguages.length, pageFiles().length);
    for (const file of pagesIn('az')) {
      const urls = chosenLanguages.map((each) => [each, urlOf(prefixOf(each) + file)]);
      for (const language of chosenLanguages) {
        const own = prefixOf(language) + file;
        const html = text(own);
        assert.ok(html.startsWith(`<!DOCTYPE html><html lang="${language}">`), own);
        assert.ok(html.includes(`<link rel="canonical" href="${urlOf(own)}"/>`), own);
        assert.deepEqual(
          matchAll(html, /<link rel="alternate" hrefLang="([^"]+)" href="([^"]+)"/g),
          [...urls, ['x-default', urlOf(file)]],
          own,
        );
        const switched = matchAll(html, /<a href="([^"]+)" hrefLang="(\w+)"([^>]*)>/g).map(
          ([href = '', each, rest = '']) => [
            each,
            new URL(href, ORIGIN).href,
            rest.includes('aria-current="true"'),
          ],
        );
        const expected = urls.map(([each, url]) => [each, url, each === language]);
        assert.deepEqual(switched, [...expected, ...expected], `${own}: header and phone menu`);
      }
    }
  });

  /** The code that wakes the islands of a page, with all that it may load. */
  function islandCode(file: string): string {
    const visited = new Set(matchAll(text(file), /data-hydrate="\/([^"]+)"/g).flat());
    for (const each of visited) {
      for (const name of matchAll(text(each), /["'`]\.\/([\w.-]+\.js)["'`]/g).flat())
        visited.add(`assets/${name}`);
    }
    return [...visited].map(text).join('\n');
  }

  test('leaves no Azerbaijani letter in pages of other languages, except in names', () => {
    const names = [provider.name, provider.shortName, 'Azərbaycanca'];
    const findForeign = (code: string) =>
      /.{0,60}[ÇçƏəĞğıİÖöŞşÜü].{0,60}/.exec(
        names.reduce((rest, name) => rest.replaceAll(name, ''), code),
      )?.[0];
    for (const language of ['ru', 'en']) {
      assert.equal(findForeign(islandCode(`${language}/index.html`)), undefined, language);
      for (const file of pagesIn(language)) {
        assert.equal(findForeign(text(file)), undefined, file);
        for (const [words = ''] of matchAll(text(file), /<(?:title|h1)[^>]*>(.*?)<\//g))
          assert.equal(/[а-яё]/i.test(words), language === 'ru', `${file}: ${words}`);
      }
    }
  });

  test('serves the same screens under the second addresses', () => {
    const fileOf = (path: string) => manifest.pages.find((page) => page.path === path)?.file;
    for (const [alias, path] of [
      ['/about', '/haqqimizda'],
      ['/laboratory', '/laboratoriya'],
      ['/contact', '/elaqe'],
      ['/partnership', '/partnyorlar'],
      ['/partnyor/qeydiyyat', '/partnyorlar'],
    ] as const) {
      assert.ok(fileOf(path), path);
      assert.equal(fileOf(alias), fileOf(path), alias);
    }
  });

  test('keeps the not-found page and the portal out of search engines', () => {
    for (const file of ['404.html', 'portal-az.html', 'portal-spec.html']) {
      assert.match(text(file), /<meta name="robots" content="noindex"/, file);
    }
    assert.doesNotMatch(text('404.html'), /rel="canonical"/);
  });

  test('asks no other origin for anything', () => {
    for (const { file } of pages()) {
      // The content of a template is fetched on request.
      const html = text(file).replaceAll(/<template.*?<\/template>/gs, '');
      for (const [, address = ''] of html.matchAll(/(?:src|srcSet|<link[^>]+href)="([^"]+)"/g)) {
        assert.ok(address.startsWith('/') || address.startsWith(ORIGIN), `${file}: ${address}`);
      }
    }
  });

  test('carries no style attribute, which the policy would refuse', () => {
    for (const { file } of pages().filter((page) => !page.file.startsWith('portal'))) {
      assert.doesNotMatch(text(file), /\sstyle="/, file);
    }
  });
});
