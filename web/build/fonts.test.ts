import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import {
  cutDocumentFont,
  cutFont,
  cutOfflineFont,
  cutReportFont,
  documentFontFile,
  fontFile,
  fontParts,
  listLetters,
  offlineFontFile,
  reportFontFile,
  reportFonts,
} from './fonts.ts';

test('the fonts in the tree are what build/fonts.ts makes of the installed Onest', async () => {
  for (const part of fontParts) {
    assert.ok((await readFile(fontFile(part))).equals(await cutFont(part)), part);
    const offline = await readFile(offlineFontFile(part));
    assert.ok(offline.equals(await cutOfflineFont(part)), `${part} of the offline page`);
  }
  assert.ok((await readFile(documentFontFile)).equals(await cutDocumentFont()), 'documents');
  for (const font of reportFonts)
    assert.ok((await readFile(reportFontFile(font))).equals(await cutReportFont(font)), font);
});

test('every Azerbaijani and Russian letter is there, each in the file fonts.css names it for', async () => {
  const css = await readFile(new URL('../src/styles/fonts.css', import.meta.url), 'utf8');
  const ranges = Array.from(css.matchAll(/unicode-range: ([^;]+);/g), ([, list = '']) =>
    list.split(', ').map((range) => {
      const [from = '', to = from] = range.replace('U+', '').split('-');
      return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const;
    }),
  );
  const letters =
    'AaBbCcÇçDdEeƏəFfGgĞğHhXxIıİiJjKkQqLlMmNnOoÖöPpRrSsŞşTtUuÜüVvYyZz0123456789₼«»“”–—·' +
    'АаБбВвГгДдЕеЁёЖжЗзИиЙйКкЛлМмНнОоПпРрСсТтУуФфХхЦцЧчШшЩщЪъЫыЬьЭэЮюЯя№';
  for (const letter of letters) {
    const code = letter.codePointAt(0) ?? 0;
    const index = ranges.findIndex((range) =>
      range.some(([from, to]) => code >= from && code <= to),
    );
    const part = fontParts[index];
    assert.ok(part && listLetters(part).includes(letter), `${letter} in ${part}`);
  }
});
