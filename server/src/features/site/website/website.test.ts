import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import type { BuiltWeb } from '@deqiq/contract/shared/built-web.ts';
import { defaultSettings } from '@deqiq/contract/shared/clinic/clinic-settings.ts';
import {
  itemSlot,
  listEnd,
  listStart,
  slot,
  valueSlot,
} from '@deqiq/contract/shared/clinic/clinic-slots.ts';
import { portalAddresses } from '@deqiq/contract/shared/paths.ts';
import { untilTrue } from '@deqiq/testkit/jobs/queues.ts';
import Fastify from 'fastify';
import type { App } from '../../../platform/http/app-types.ts';
import { loadPages, type Pages } from './built-pages.ts';
import { websiteRoutes } from './website.routes.ts';

const COMPANIES = '/partnyor/şirkətlər';
const manifest: BuiltWeb = {
  pages: [
    { path: '/', file: 'index.html', csp: "default-src 'none'; style-src 'sha256-home'" },
    { path: '/haqqimizda', file: 'haqqimizda/index.html', csp: "default-src 'none'" },
    { path: '/about', file: 'haqqimizda/index.html', csp: "default-src 'none'" },
    { path: COMPANIES, file: 'partnyor/şirkətlər/index.html', csp: "default-src 'none'" },
  ],
  portals: {
    az: { file: 'portal-az.html', csp: "default-src 'none'; script-src 'self'" },
    ru: { file: 'portal-ru.html', csp: "default-src 'none'" },
    en: { file: 'portal-en.html', csp: "default-src 'none'" },
    spec: { file: 'portal-spec.html', csp: "default-src 'none'; script-src 'self'" },
  },
  notFound: { file: '404.html', csp: "default-src 'none'" },
  templates: [],
  files: [
    {
      path: '/assets/font-1a2b.woff2',
      file: 'assets/font-1a2b.woff2',
      type: 'font/woff2',
      immutable: true,
    },
    { path: '/favicon.svg', file: 'favicon.svg', type: 'image/svg+xml', immutable: false },
    { path: '/sitemap.xml', file: 'sitemap.xml', type: 'application/xml', immutable: false },
  ],
};

const home = '<h1>Dəqiq Diaqnoz, Sağlam Gələcək!</h1>'.repeat(20);
const texts: Record<string, string> = {
  'index.html': home,
  'haqqimizda/index.html': 'Haqqımızda',
  'partnyor/şirkətlər/index.html': 'Şirkətlər',
  'portal-az.html': 'portal',
  'portal-ru.html': 'портал',
  'portal-en.html': 'portal in English',
  'portal-spec.html': 'portal as specified',
  '404.html': 'Səhifə tapılmadı',
  'assets/font-1a2b.woff2': 'font',
  'favicon.svg': '<svg/>',
  'sitemap.xml':
    '<url><loc>/</loc><xhtml:link hreflang="ru" href="/ru"/></url><url><loc>/haqqimizda</loc></url>',
};

async function writeBuild(folder: string): Promise<void> {
  for (const [file, text] of Object.entries(texts)) {
    const path = join(folder, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    if (!file.endsWith('.html')) continue;
    await writeFile(`${path}.br`, brotliCompressSync(text));
    await writeFile(`${path}.gz`, gzipSync(text));
  }
  await writeFile(join(folder, 'pages.json'), JSON.stringify(manifest));
}

/** A text of which the highest quality of brotli makes fewer bytes than a low one. */
const wordsInNoOrder = (count: number): string =>
  Array.from({ length: count }, (_, at) =>
    createHash('sha1').update(`${at}`).digest('hex').slice(0, 9),
  ).join(' ');

/** The pages of a build with these files and parts of the manifest; it is removed after the test. */
async function loadOther(
  t: TestContext,
  files: Readonly<Record<string, string>>,
  parts: Partial<BuiltWeb> = {},
): Promise<Pages> {
  const folder = await mkdtemp(join(tmpdir(), 'deqiq-pages-'));
  t.after(() => rm(folder, { recursive: true }));
  await writeBuild(folder);
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
  await writeFile(join(folder, 'pages.json'), JSON.stringify({ ...manifest, ...parts }));
  return loadPages(folder);
}

describe('the built pages', () => {
  let app: App;
  let pages: Pages;
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'deqiq-pages-'));
    await writeBuild(folder);
    app = Fastify() as unknown as App;
    app.setNotFoundHandler((_request, reply) => reply.code(404).send({ code: 'not-found' }));
    pages = await loadPages(folder);
    websiteRoutes(app, pages);
  });

  after(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });

  const get = (url: string, headers: Record<string, string> = {}) =>
    app.inject({ method: 'GET', url, headers });

  test('a page has its own policy and is revalidated each time', async () => {
    const page = await get('/');
    assert.equal(page.statusCode, 200);
    assert.equal(page.body, home);
    assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
    assert.equal(page.headers['content-security-policy'], manifest.pages[0]?.csp);
    assert.equal(page.headers['cache-control'], 'no-cache');
    assert.equal(page.headers['x-content-type-options'], 'nosniff');
    assert.equal(page.headers['referrer-policy'], 'same-origin');
    assert.equal(page.headers['cross-origin-opener-policy'], 'same-origin');
    assert.match(String(page.headers['permissions-policy']), /camera=\(\)/);
  });

  test('the smallest form the client takes is sent, each with its own ETag', async () => {
    const tags = new Set<unknown>();
    for (const [accept, encoding] of [
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip;q=0.5', 'gzip'],
      ['*', 'br'],
      ['identity', undefined],
      ['', undefined],
      ['br;q=0, *;q=0', undefined],
    ] as const) {
      const page = await get('/', { 'accept-encoding': accept });
      assert.equal(page.headers['content-encoding'], encoding, accept);
      assert.equal(page.headers.vary, 'accept-encoding');
      tags.add(page.headers.etag);
      if (encoding === 'br') assert.equal(String(brotliDecompressSync(page.rawPayload)), home);
    }
    assert.equal(tags.size, 3);
  });

  test('an unchanged page is a 304 without a body', async () => {
    const { etag } = (await get('/', { 'accept-encoding': 'br' })).headers;
    for (const tag of [`${etag}`, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await get('/', { 'accept-encoding': 'br', 'if-none-match': tag });
      assert.equal(again.statusCode, 304, tag);
      assert.equal(again.body, '');
      assert.equal(again.headers.etag, etag);
    }
    const changed = await get('/', { 'accept-encoding': 'br', 'if-none-match': '"other"' });
    assert.equal(changed.statusCode, 200);
  });

  test('HEAD returns the headers of GET without the body', async () => {
    const page = await app.inject({ method: 'HEAD', url: '/' });
    assert.equal(page.statusCode, 200);
    assert.equal(page.body, '');
    assert.equal(page.headers['content-length'], String(Buffer.byteLength(home)));
    assert.equal((await app.inject({ method: 'HEAD', url: '/nowhere' })).statusCode, 404);
    const ifNoneMatch = { 'if-none-match': String(page.headers.etag) };
    const again = await app.inject({ method: 'HEAD', url: '/', headers: ifNoneMatch });
    assert.equal(again.statusCode, 304);
    const moved = await app.inject({ method: 'HEAD', url: '/admin/login/' });
    assert.deepEqual([moved.statusCode, moved.headers['content-length']], [308, '0']);
  });

  test('an alias shows the same screen', async () => {
    assert.equal((await get('/about')).body, (await get('/haqqimizda')).body);
  });

  test('every other spelling of an address redirects to the canonical one', async () => {
    const encoded = encodeURI(COMPANIES);
    assert.equal((await get(`${encoded}/`)).statusCode, 308);
    assert.equal((await get(encoded)).body, 'Şirkətlər');
    for (const [url, location] of [
      [`${encoded}/`, encoded],
      [encodeURI(COMPANIES.normalize('NFD')), encoded],
      [encoded.toLowerCase(), encoded],
      [Buffer.from(COMPANIES).toString('latin1'), encoded],
      ['/partnyor%2F%C5%9Firk%C9%99tl%C9%99r', encoded],
      ['/haqqimizda/?utm=a&b=%20', '/haqqimizda?utm=a&b=%20'],
      ['/admin/login/', '/admin/login'],
      ['//', '/'],
    ] as const) {
      const answer = pages.respond(url, {});
      assert.equal(answer.status, 308, url);
      assert.equal(answer.headers.location, location, url);
    }
  });

  test('a sitemap built without an origin names the origin the client used', async () => {
    for (const [host, origin] of [
      ['deqiq.example:8080', 'http://deqiq.example:8080'],
      ['a&b.example', 'http://a&amp;b.example'],
      ['<script>', 'http://localhost'],
    ] as const) {
      const sitemap = await get('/sitemap.xml', { host });
      assert.equal(sitemap.statusCode, 200);
      assert.match(String(sitemap.headers['content-type']), /^application\/xml/);
      assert.equal(
        sitemap.body,
        `<url><loc>${origin}/</loc><xhtml:link hreflang="ru" href="${origin}/ru"/></url><url><loc>${origin}/haqqimizda</loc></url>`,
      );
    }
  });

  test('a sitemap built with an origin is sent unchanged', async (t) => {
    const absolute = '<url><loc>https://deqiq.example/</loc></url>';
    const own = await loadOther(t, { 'sitemap.xml': absolute });
    const { body } = own.respond('/sitemap.xml', { host: 'other.example' });
    assert.equal(String(body), absolute);
  });

  test('a redirect never leaves this origin', () => {
    for (const url of [
      '//evil.example/haqqimizda',
      '/%',
      '/\\evil.example',
      '//evil.example',
      '/%5cevil',
    ]) {
      const answer = pages.respond(url, {});
      assert.equal(answer.status, 404, url);
      assert.equal(answer.headers.location, undefined);
    }
  });

  test('the cookie selects the language of the portal; without it each area has its own', async () => {
    for (const [path, cookie, body] of [
      ['/login/partnyor', 'a=1; lang=ru', 'портал'],
      ['/admin/dashboard', 'lang=en', 'portal in English'],
      ['/login/partnyor', 'lang=xx', 'portal'],
      ['/login/partnyor', 'xlang=ru', 'portal'],
      ['/admin/dashboard', '', 'portal as specified'],
    ] as const) {
      const page = await get(path, { cookie });
      assert.equal(page.body, body, `${path}, ${cookie}`);
      assert.equal(page.headers.vary, 'accept-encoding, cookie');
    }
  });

  test('saved facts replace the built ones in every encoding, with other tags', async (t) => {
    const social = `${listStart('instagram')}<a href="${itemSlot('href')}">Instagram</a>${listEnd}`;
    const hours = `${listStart('hours')}<p>${itemSlot('days')}: ${itemSlot('time')}</p>${listEnd}`;
    const data = `<script type="application/ld+json">{"name":"${slot('name')}","geo":"${valueSlot('geo')}"}</script>`;
    const template = `${data}<h1>${slot('name')}</h1>${social}<!-- -->${hours}`;
    const templates = [
      { file: 'index.html', template: 'index.html.slots', language: 'ru' as const },
    ];
    const own = await loadOther(t, { 'index.html.slots': template }, { templates });
    const read = (acceptEncoding: string) => own.respond('/', { acceptEncoding });
    const tag = read('br').headers.etag;
    assert.equal(String(read('identity').body), home);

    const week = defaultSettings.week.map((day) => ({ ...day, state: 'closed' as const }));
    const name = `<Diş> & "${slot('city')}"`;
    await own.show({ ...defaultSettings, name, instagram: '', week, latitude: 1.5 });
    const shown =
      `<script type="application/ld+json">{"name":"\\u003cDiş> & \\"${slot('city')}\\"",` +
      '"geo":{"@type":"GeoCoordinates","latitude":1.5,"longitude":49.8713}}</script>' +
      `<h1>&lt;Diş&gt; &amp; &quot;${slot('city')}&quot;</h1>` +
      '<p>Понедельник – воскресенье: закрыто</p>';
    assert.equal(String(read('identity').body), shown);
    assert.equal(String(brotliDecompressSync(read('br').body ?? '')), shown);
    assert.equal(String(gunzipSync(read('gzip').body ?? '')), shown);
    assert.notEqual(read('br').headers.etag, tag);
    const [page] = manifest.pages;
    assert.equal(read('br').headers['content-security-policy'], page?.csp);
    assert.equal(String(own.respond('/haqqimizda', {}).body), 'Haqqımızda');
  });

  test('a save does not wait for the smallest form of a page, which follows if it is still shown', async (t) => {
    const templates = [
      { file: 'index.html', template: 'index.html.slots', language: 'az' as const },
    ];
    const own = await loadOther(t, { 'index.html.slots': slot('name') }, { templates });
    const read = () => own.respond('/', { acceptEncoding: 'br' }).body ?? Buffer.alloc(0);
    // The smallest form of the first page is there before that of the second one, which is shown by then.
    const [first, second] = [6_000, 12_000].map(wordsInNoOrder) as [string, string];
    await own.show({ ...defaultSettings, name: first });
    assert.equal(String(brotliDecompressSync(read())), first);
    await own.show({ ...defaultSettings, name: second });
    const quick = read();
    await untilTrue(async () => read() !== quick);
    assert.equal(String(brotliDecompressSync(read())), second);
    assert.deepEqual(read(), brotliCompressSync(second));
    assert.ok(read().length < quick.length);
  });

  test('a page with prices is sent while there are some, with its own policy', async (t) => {
    const row = `${listStart('prices')}<td>${itemSlot('name')}</td><td>${itemSlot('duration')}, ${itemSlot('price')}</td>${listEnd}`;
    const data = `<script type="application/ld+json">{"offers":"${valueSlot('offers')}"}</script>`;
    const files = { 'prices.html': 'prices', 'prices.html.slots': `${data}<tr>${row}</tr>` };
    const [page, ...rest] = manifest.pages;
    assert.ok(page);
    const priced = { ...page, withPrices: { file: 'prices.html', csp: "default-src 'self'" } };
    const templates = [
      { file: 'prices.html', template: 'prices.html.slots', language: 'ru' as const },
    ];
    const own = await loadOther(t, files, { pages: [priced, ...rest], templates });
    assert.equal(String(own.respond('/', {}).body), home);
    const name = { az: 'KLKT', ru: 'КЛКТ & <3D>', en: 'CBCT' };
    await own.show(defaultSettings, [{ name, minutes: 30, price: 60.5 }]);
    const { body, headers } = own.respond('/', {});
    assert.equal(headers['content-security-policy'], "default-src 'self'");
    assert.equal(
      String(body),
      '<script type="application/ld+json">{"offers":[{"@type":"Offer","itemOffered":' +
        '{"@type":"Service","name":"КЛКТ & \\u003c3D>"},"price":"60.50","priceCurrency":"AZN"}]}</script>' +
        '<tr><td>КЛКТ &amp; &lt;3D&gt;</td><td>30 минут, 60,50 AZN</td></tr>',
    );
    await own.show(defaultSettings);
    assert.equal(String(own.respond('/', {}).body), home);
  });

  test('the portal serves exactly its own addresses', async () => {
    const ofReferral = '/partner/dashboard/referrals/r1';
    for (const path of [...portalAddresses, ofReferral, `${ofReferral}/edit`]) {
      const answer = await get(`${path}?page=2`);
      assert.equal(answer.statusCode, 200, path);
      const isOfStaff = path.startsWith('/admin/');
      assert.equal(answer.body, isOfStaff ? 'portal as specified' : 'portal', path);
      assert.equal(answer.headers['content-security-policy'], manifest.portals.az.csp);
    }
    for (const path of [
      '/admin',
      '/partner',
      '/login',
      '/partner/dashboard/x',
      '/partner/dashboard/referrals/r1/other',
      '/partner/dashboard/referrals/r1/edit/x',
      '/portal-az.html',
    ]) {
      assert.equal((await get(path)).statusCode, 404, path);
    }
  });

  test('an unknown address is a 404 with the not-found page', async () => {
    for (const path of [
      '/yoxdur',
      '/index.html',
      '/pages.json',
      '/../package.json',
      '/assets/x.js',
    ]) {
      const answer = await get(path);
      assert.equal(answer.statusCode, 404, path);
      assert.equal(answer.body, 'Səhifə tapılmadı', path);
      assert.equal(answer.headers['content-security-policy'], manifest.notFound.csp);
      assert.equal(answer.headers.etag, undefined);
    }
  });

  test('an unknown API address is left to the API', async () => {
    for (const path of ['/api', '/api/nowhere', '/api?x']) {
      const answer = await get(path);
      assert.equal(answer.statusCode, 404);
      assert.deepEqual(answer.json(), { code: 'not-found' }, path);
    }
    assert.equal((await get('/apixyz')).body, 'Səhifə tapılmadı');
  });

  test('hashed assets are cached for a year, others for an hour', async () => {
    const font = await get('/assets/font-1a2b.woff2', { 'accept-encoding': 'br' });
    assert.equal(font.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(font.headers['content-type'], 'font/woff2');
    assert.equal(font.headers['content-encoding'], undefined);
    assert.equal((await get('/favicon.svg')).headers['cache-control'], 'public, max-age=3600');
  });

  test('a missing build, and one by another version, stop the start with a sentence', async () => {
    await assert.rejects(
      loadPages(join(folder, 'nowhere')),
      /The web pages are not built: .*pages\.json is missing/,
    );
    const other = await mkdtemp(join(tmpdir(), 'deqiq-pages-'));
    await writeFile(join(other, 'pages.json'), '{"pages":[]}');
    await assert.rejects(loadPages(other), /built by another version/);
    await rm(other, { recursive: true });
  });
});
