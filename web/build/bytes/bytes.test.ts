/** Limits of downloaded bytes. Run `node web/build.ts` first. Bytes do not vary between runs. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { type BuiltWeb, builtWeb } from '@deqiq/contract/shared/built-web.ts';
import { WEB_FOLDER } from '../../build.ts';
import { firstScreens, PORTAL_LIMITS, scriptLimit, viewerFiles } from './first-screens.ts';
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
  before(() => {
    assert.ok(existsSync(join(WEB_FOLDER, 'pages.json')), 'run "node web/build.ts" first');
    built = builtWeb.parse(JSON.parse(read('pages.json')));
  });

  test('a public page runs at most 2 KB of script before the first interaction', () => {
    for (const { file } of [...built.pages, built.notFound]) {
      const html = read(file);
      assert.doesNotMatch(html, /<script[^>]+src=/, `${file} loads a script`);
      assert.equal(inline(html).length, 1, `${file} has one script`);
      const bytes = smaller(inline(html).join(''));
      assert.ok(bytes <= 2 * KB, `${file}: ${bytes} bytes of script`);
    }
  });

  test('the worker of the partner area is a classic script: it imports nothing', () => {
    assert.doesNotMatch(read('partner-worker.js'), /\bimport\b/);
  });

  test('a public page with its styles is at most 14 KB', () => {
    for (const { file } of [...built.pages, built.notFound]) {
      assert.ok(sent(file) <= 14 * KB, `${file}: ${sent(file)} bytes`);
    }
  });

  test('home is at most 60 KB at load, with fonts and the largest form of its picture', () => {
    const files = [
      'index.html',
      'favicon.svg',
      ...[...fetchedAtLoad(read('index.html'))].map((path) => path.slice(1)),
    ];
    assert.ok(
      files.some((file) => file.endsWith('.avif')),
      'the hero picture is counted',
    );
    assert.equal(files.filter((file) => file.endsWith('.woff2')).length, 2);
    const bytes = weigh(files);
    assert.ok(bytes <= 60 * KB, `${bytes} bytes: ${files.map((file) => `${file} ${sent(file)}`)}`);
  });

  test('every other public page is at most 90 KB at load, with fonts and its first picture', () => {
    for (const { file } of [...built.pages, built.notFound]) {
      const fetched = [...fetchedAtLoad(read(file))].map((path) => path.slice(1));
      const bytes = weigh([file, 'favicon.svg', ...fetched]);
      assert.ok(bytes <= 90 * KB, `${file}: ${bytes} bytes`);
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
    const shell = read(built.portal.file);
    const own = Array.from(shell.matchAll(/\/assets\/[^"]+\.(?:js|css)/g), ([path]) => path);
    assert.ok(own.length > 0);
    for (const { file } of [...built.pages, built.notFound]) {
      for (const path of own) assert.ok(!read(file).includes(path), `${file} names ${path}`);
    }
  });

  test('the portal starts with at most 110 KB of script', () => {
    const scripts = startScripts(read(built.portal.file));
    assert.ok(scripts.length > 0);
    assert.ok(weigh(scripts) <= PORTAL_LIMITS.start * KB, `${weigh(scripts)} bytes: ${scripts}`);
  });

  test('beside the start, the first screen of each area is at most 70 KB in six files, the X-rays 60 KB', () => {
    const screens = firstScreens(read(built.portal.file));
    for (const files of Object.values(screens)) {
      assert.ok(files.length > 1 && files.length <= 6, `${files}`);
      assert.ok(weigh(files) <= PORTAL_LIMITS.firstScreen * KB, `${weigh(files)} bytes: ${files}`);
    }
    const bytes = weigh(screens.xrays);
    assert.ok(bytes <= PORTAL_LIMITS.xrays * KB, `${bytes} bytes: ${screens.xrays}`);
  });

  test('the viewer needs at most 120 KB before its first picture, decoder and all imports included', () => {
    const files = viewerFiles(WEB_FOLDER, built);
    assert.ok(weigh(files) <= PORTAL_LIMITS.viewer * KB, `${weigh(files)} bytes: ${files}`);
  });

  test('no part of the portal that is loaded later is larger than 60 KB', () => {
    const shell = read(built.portal.file);
    for (const { file } of built.files.filter((each) => each.path.endsWith('.js'))) {
      if (shell.includes(file)) continue;
      assert.ok(sent(file) <= scriptLimit(file) * KB, `${file}: ${sent(file)} bytes`);
    }
  });
});
