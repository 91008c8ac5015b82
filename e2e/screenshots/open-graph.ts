/**
 * Creates the preview pictures for links to the site, one a language: `node e2e/screenshots/open-graph.ts`, after a
 * change of name, slogan or art.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { provider } from '@deqiq/contract/shared/provider.ts';
import { chosenLanguages, setLanguageSource } from '@deqiq/messages/language.ts';
import { slogan } from '@deqiq/messages/site/provider.js';
import { chromium } from '@playwright/test';

const web = (path: string) => new URL(`../../web/src/${path}`, import.meta.url);

async function inline(path: string, type: string): Promise<string> {
  return `data:${type};base64,${(await readFile(web(path))).toString('base64')}`;
}

const [latin, latinExt, cyrillic, film, mark] = await Promise.all([
  inline('styles/fonts/onest-latin.woff2', 'font/woff2'),
  inline('styles/fonts/onest-latin-ext.woff2', 'font/woff2'),
  inline('styles/fonts/onest-cyrillic.woff2', 'font/woff2'),
  inline('site/art/panoramic-1600.webp', 'image/webp'),
  inline('site/static/favicon.svg', 'image/svg+xml'),
]);

const createPage = () => `<style>
  @font-face { font-family: Onest; src: url(${latin}); font-weight: 400 700; }
  @font-face { font-family: Onest; src: url(${latinExt}); font-weight: 400 700;
    unicode-range: U+011E-011F, U+0130, U+015E-015F, U+018F, U+0259; }
  @font-face { font-family: Onest; src: url(${cyrillic}); font-weight: 400 700; unicode-range: U+0400-045F; }
  body { margin: 0; width: 1200px; height: 630px; overflow: hidden; position: relative;
    background: #0c1b2a; color: #eef2f3; font-family: Onest; }
  .film { position: absolute; left: 0; top: 128px; width: 1200px; filter: brightness(.8) contrast(1.2);
    mix-blend-mode: screen; mask: linear-gradient(#0000 4%, #000 40%); }
  .scan { position: absolute; top: 0; bottom: 0; left: 838px; border-left: 3px solid #7fe3e8;
    box-shadow: -14px 0 70px 16px rgb(127 227 232 / .34); }
  .rest { position: absolute; inset: 0 0 0 841px; background: rgb(12 27 42 / .62); }
  header { position: absolute; left: 64px; top: 52px; display: flex; align-items: center; gap: 16px;
    font-size: 30px; font-weight: 600; letter-spacing: -.01em; }
  header img { width: 60px; }
  p { position: absolute; left: 64px; top: 138px; margin: 0; font-size: 74px; line-height: 1.06;
    font-weight: 600; letter-spacing: -.03em; text-shadow: 0 2px 30px #0c1b2a; }
</style>
<img class="film" src="${film}"><div class="rest"></div><div class="scan"></div>
<header><img src="${mark}">${provider.name}</header>
<p>${slogan().replace(', ', ',<br>')}</p>`;

const installed = process.env.CHROMIUM;
const browser = await chromium.launch({
  ...(installed && { executablePath: installed }),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
for (const language of chosenLanguages) {
  setLanguageSource(() => language);
  await page.setContent(createPage());
  await page.evaluate(() => document.fonts.ready);
  const name = language === 'az' ? 'open-graph' : `open-graph-${language}`;
  await page.screenshot({
    path: fileURLToPath(web(`site/static/${name}.jpg`)),
    type: 'jpeg',
    quality: 82,
  });
}
await browser.close();
