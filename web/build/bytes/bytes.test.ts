/** Limits of downloaded bytes. Run `node web/build.ts` first. Bytes do not vary between runs. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { type BuiltWeb, builtWeb } from '@deqiq/contract/shared/built-web.ts';
import { languages } from '@deqiq/messages/language.ts';
import { WEB_FOLDER } from '../../build.ts';
import {
  firstScreens,
  modeFiles,
  PORTAL_LIMITS,
  scriptLimit,
  viewerFiles,
} from './first-screens.ts';
import {
  fetchedAtLoad,
  transferSize as sentFrom,
  startScripts,
  totalSize,
} from './transfer-size.ts';

const KB = 1024;
const read = (file: string) => readFileSync(join(WEB_FOLDER, file), 'utf8');
const sent = (file: string) => sentFrom(WEB_FOLDER, file);
const weigh = (files: readonly string[]) => totalSize(WEB_FOLDER, files);
const smaller = (text: string) => brotliCompressSync(text).length;

const inline = (html: string) =>
  Array.from(html.matchAll(/<script type="module">(.*?)<\/script>/gs), ([, code]) => code ?? '');

describe('what a visitor downloads', () => {
  let built: BuiltWeb;
  const listPages = () => [
    ...built.pages.flatMap(({ withPrices, ...page }) => [page, withPrices ?? []].flat()),
    built.notFound,
  ];
  before(() => {
    assert.ok(existsSync(join(WEB_FOLDER, 'pages.json')), 'run "node web/build.ts" first');
    built = builtWeb.parse(JSON.parse(read('pages.json')));
  });

  test('a public page runs at most 2 KB of script before the first interaction', () => {
    for (const { file } of listPages()) {
      const html = read(file);
      assert.doesNotMatch(html, /<script[^>]+src=/, `${file} loads a script`);
      assert.equal(inline(html).length, 1, `${file} has one script`);
      const bytes = smaller(inline(html).join(''));
      assert.ok(bytes <= 2 * KB, `${file}: ${bytes} bytes of script`);
    }
  });

  test('the worker of the partner area is a classic script: it imports nothing', () => {
    for (const language of languages)
      assert.doesNotMatch(read(`partner-worker-${language}.js`), /\bimport\b/);
  });

  test('a public page with its styles is at most 14 KB', () => {
    for (const { file } of listPages()) {
      assert.ok(sent(file) <= 14 * KB, `${file}: ${sent(file)} bytes`);
    }
  });

  /** A Russian page also loads the Cyrillic letters. */
  const fontBytes = (files: readonly string[]) =>
    weigh(files.filter((file) => file.includes('onest-cyrillic')));
  const loaded = (page: string) => [
    page,
    'favicon.svg',
    ...[...fetchedAtLoad(read(page))].map((path) => path.slice(1)),
  ];

  for (const [page, fonts] of [
    ['index.html', 2],
    ['ru/index.html', 3],
    ['en/index.html', 2],
  ] as const) {
    test(`${page} is at most 60 KB at load, with fonts and the largest form of its picture`, () => {
      const files = loaded(page);
      assert.ok(
        files.some((file) => file.endsWith('.avif')),
        'the hero picture is counted',
      );
      assert.equal(files.filter((file) => file.endsWith('.woff2')).length, fonts);
      const bytes = weigh(files);
      const limit = 60 * KB + fontBytes(files);
      assert.ok(bytes <= limit, `${bytes} bytes: ${files.map((file) => `${file} ${sent(file)}`)}`);
    });
  }

  test('the Cyrillic letters are at most 12 KB', () => {
    const bytes = fontBytes(loaded('ru/index.html'));
    assert.ok(bytes > 0 && bytes <= 12 * KB, `${bytes} bytes`);
  });

  test('every other public page is at most 90 KB at load, with fonts and its first picture', () => {
    for (const { file } of listPages()) {
      const files = loaded(file);
      const bytes = weigh(files);
      assert.ok(bytes <= 90 * KB + fontBytes(files), `${file}: ${bytes} bytes`);
    }
  });

  test('pictures keep their place: each has its width and height, and what is below waits', () => {
    for (const { file } of built.pages) {
      const pictures = read(file).replaceAll(/<template.*?<\/template>/gs, '');
      for (const [picture] of pictures.matchAll(/<img [^>]*>/g)) {
        assert.match(picture, / width="\d+"/, `${file}: ${picture}`);
        assert.match(picture, / height="\d+"/, `${file}: ${picture}`);
        assert.match(picture, / alt="/, `${file}: ${picture}`);
        assert.match(
          picture,
          /loading="lazy"|fetchPriority="high"|data-src=/,
          `${file}: ${picture}`,
        );
      }
    }
  });

  test('public pages name no code of the portal', () => {
    const shell = read(built.portals.az.file);
    const own = Array.from(shell.matchAll(/\/assets\/[^"]+\.(?:js|css)/g), ([path]) => path);
    assert.ok(own.length > 0);
    for (const { file } of listPages()) {
      for (const path of own) assert.ok(!read(file).includes(path), `${file} names ${path}`);
    }
  });

  for (const language of languages) {
    test(`the portal starts with at most 110 KB of script: ${language}`, () => {
      const scripts = startScripts(read(built.portals[language].file));
      assert.ok(scripts.length > 0);
      assert.ok(weigh(scripts) <= PORTAL_LIMITS.start * KB, `${weigh(scripts)} bytes: ${scripts}`);
    });

    test(`beside the start, the first screen of each area is at most 70 KB in six files, the X-rays 60 KB: ${language}`, () => {
      const screens = firstScreens(read(built.portals[language].file));
      for (const files of Object.values(screens)) {
        assert.ok(files.length > 1 && files.length <= 6, `${files}`);
        assert.ok(
          weigh(files) <= PORTAL_LIMITS.firstScreen * KB,
          `${weigh(files)} bytes: ${files}`,
        );
      }
      const bytes = weigh(screens.xrays);
      assert.ok(bytes <= PORTAL_LIMITS.xrays * KB, `${bytes} bytes: ${screens.xrays}`);
    });

    test(`the viewer needs at most 120 KB before its first picture, decoder and all imports included: ${language}`, () => {
      const files = viewerFiles(WEB_FOLDER, built, language);
      assert.ok(weigh(files) <= PORTAL_LIMITS.viewer * KB, `${weigh(files)} bytes: ${files}`);
    });

    test(`each reading mode, a scan and the comparison need at most 15 KB beside the viewer: ${language}`, () => {
      const modes = modeFiles(WEB_FOLDER, built, language);
      assert.equal(modes.length, 8);
      for (const files of modes) assert.ok(weigh(files) <= 15 * KB, `${weigh(files)}: ${files}`);
    });
  }

  test('cephalometry is at most 15 KB, texts included', () => {
    for (const language of languages) {
      const own = built.files
        .map(({ file }) => file)
        .filter((file) => file.includes(`assets/${language}/ceph-`) && file.endsWith('.js'));
      assert.ok(own.length >= 2, `${own}`);
      assert.ok(weigh(own) <= 15 * KB, `${weigh(own)} bytes: ${own}`);
    }
  });

  test('no part of the portal that is loaded later is larger than 60 KB', () => {
    const shells = Object.values(built.portals).map(({ file }) => read(file));
    for (const { file } of built.files.filter((each) => each.path.endsWith('.js'))) {
      if (shells.some((shell) => shell.includes(file))) continue;
      assert.ok(sent(file) <= scriptLimit(file) * KB, `${file}: ${sent(file)} bytes`);
    }
  });
});
