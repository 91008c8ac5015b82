import { randomUUID } from 'node:crypto';
import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import {
  type Browser,
  type BrowserContext,
  openBrowser,
  type Page,
} from '@deqiq/testkit/browser.ts';
import { formBytes } from '@deqiq/testkit/client.ts';
import { picture } from '@deqiq/testkit/documents/pictures.ts';
import type { CampaignContext, Figure } from '../../campaign.ts';
import type { TestBench } from '../test-bench.ts';
import { type Canary, openCanary } from './canary.ts';

/** Every way in which a page of the server's origin can open a URL. */
const ways = [
  'window.open',
  'iframe',
  'object',
  'embed',
  'img',
  'script',
  'module',
  'stylesheet',
  'fetch',
  'worker',
  'service worker',
] as const;

/** Milliseconds for a script to leave traces; the control shows that they suffice. */
const TIME = 500;

/** Browser contexts with separate storages, used in parallel. */
const AT_ONCE = 4;

/** Opens files with scripts in every way in a real browser; none may run. */
export async function openFiles(bench: TestBench, { short }: CampaignContext): Promise<Figure[]> {
  const browser = await openBrowser();
  try {
    const shares = Array.from({ length: AT_ONCE }, (_, share) =>
      openShare(bench, browser, share, short ? 1 : 99),
    );
    const counts = await Promise.all(shares);
    await bench.settle('files opened in a browser');
    const sum = (which: 'refused' | 'opened') =>
      counts.reduce((total, count) => total + count[which], 0);
    return [
      { what: 'files with scripts, sent as X-rays and refused', count: sum('refused') },
      { what: `links to such files opened in ${ways.length + 1} ways each`, count: sum('opened') },
    ];
  } finally {
    await browser.close();
  }
}

/** Opens every fourth of the files, at most `most`, in a separate browser context. */
async function openShare(bench: TestBench, browser: Browser, share: number, limit: number) {
  const canary = await openCanary();
  const counts = { refused: 0, opened: 0 };
  try {
    const context = await browser.newContext({ acceptDownloads: false });
    const page = await blankPage(context, bench, canary);
    const control = await openEverywhere(page, '/hostile/control.html', canary);
    if (!control.some((trace) => trace.includes('control')))
      bench.find('the browser does not run the control script: the block proves nothing');
    const files = Object.entries(await evilFiles(canary));
    for (const [fileName, bytes] of files
      .filter((_, at) => at % AT_ONCE === share)
      .slice(0, limit)) {
      const urls = await linksTo(bench, fileName, bytes);
      if (urls.length === 0) counts.refused += 1;
      for (const url of urls) {
        counts.opened += 1;
        for (const trace of await openEverywhere(page, url, canary))
          bench.find(`${fileName} ran on the origin of the server: ${trace}`);
      }
    }
    return counts;
  } finally {
    canary.end();
  }
}

/** An empty page of the server's origin without restrictions, next to one that runs scripts. */
async function blankPage(
  context: BrowserContext,
  { port }: TestBench,
  canary: Canary,
): Promise<Page> {
  const html = (body: string) => ({ contentType: 'text/html', body: `<!doctype html>${body}` });
  await context.route('**/hostile/blank.html', (route) => route.fulfill(html('')));
  await context.route('**/hostile/control.html', (route) =>
    route.fulfill(html(`<script>${canary.script('control')}</script>`)),
  );
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${port}/hostile/blank.html`);
  await page.evaluate(() => localStorage.setItem('canary', 'sings'));
  return page;
}

/** The traces after the URL was opened in all these ways and by navigation. */
async function openEverywhere(page: Page, url: string, canary: Canary): Promise<string[]> {
  canary.taken();
  await page.evaluate(
    async ([address, all, time]) => {
      const messages: string[] = [];
      Object.assign(window, { messages });
      window.onmessage = (event) => messages.push(String(event.data));
      const add = (name: string, attributes: Record<string, string>) => {
        const element = Object.assign(document.createElement(name), attributes);
        document.body.append(element);
      };
      const open: Record<string, () => unknown> = {
        'window.open': () => Object.assign(window, { opened: window.open(address) }),
        iframe: () => add('iframe', { src: address }),
        object: () => add('object', { data: address }),
        embed: () => add('embed', { src: address }),
        img: () => add('img', { src: address }),
        script: () => add('script', { src: address }),
        module: () => add('script', { type: 'module', src: address }),
        stylesheet: () => add('link', { rel: 'stylesheet', href: address }),
        fetch: () => fetch(address).then((answer) => answer.text()),
        worker: () => new Worker(address),
        'service worker': () => navigator.serviceWorker.register(address),
      };
      for (const way of all) await Promise.resolve(open[way]?.()).catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, time));
      (window as unknown as { openFiles?: Window | null }).openFiles?.close();
      document.body.replaceChildren();
    },
    [url, [...ways], TIME] as const,
  );
  const traces = await tracesOn(page);
  const direct = await page.context().newPage();
  await direct.goto(new URL(url, page.url()).href).catch(() => {});
  await direct.waitForTimeout(TIME / 2);
  await direct.close();
  return [...traces, ...(await tracesOn(page)), ...canary.taken()];
}

const tracesOn = (page: Page) =>
  page.evaluate(() => {
    const { messages } = window as unknown as { messages: string[] };
    const ran = localStorage.getItem('ran');
    localStorage.removeItem('ran');
    return [...messages.splice(0), ...(ran ? [ran] : [])];
  });

/** Pages, programs and pictures that are polyglots. */
async function evilFiles(canary: Canary): Promise<Record<string, Buffer>> {
  const page = (name: string) =>
    `<!doctype html><html><head><meta http-equiv="refresh" content="0;url=${canary.url}/refreshed?${name}">
<link rel="stylesheet" href="${canary.url}/styled?${name}"><base href="${canary.url}/based/"></head>
<body onload="${canary.script(name).replaceAll('"', '&quot;')}"><script>${canary.script(name)}</script>
<img src="${canary.url}/seen?${name}"><img src=x onerror="${canary.script(name)}">
<svg onload="${canary.script(name)}"></svg><iframe srcdoc="<script>${canary.script(name)}</script>"></iframe>
<form action="${canary.url}/sent?${name}" method="post"><button autofocus></button></form>
<script>document.forms[0].submit()</script></body></html>`;
  const svg = (name: string) =>
    `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="${canary.script(name)}"><script>${canary.script(name)}</script><image href="${canary.url}/seen?${name}"/></svg>`;
  const xhtml = (name: string) =>
    `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><script>${canary.script(name)}</script></head><body/></html>`;
  const styled = (name: string) =>
    `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="data:text/xml,${encodeURIComponent(`<x:stylesheet xmlns:x="http://www.w3.org/1999/XSL/Transform" version="1.0"><x:template match="/"><html><script>${canary.script(name)}</script></html></x:template></x:stylesheet>`)}"?><a/>`;
  const text = (body: string) => Buffer.from(body);
  const dicom = Buffer.alloc(300);
  dicom.write(`/*${' '.repeat(60)}`, 0);
  dicom.write('DICM', 128);
  dicom.set([2, 0, 0, 0, 0x55, 0x4c, 4, 0, 0, 0, 0, 0], 132);
  const behind = (head: Buffer, body: string) => Buffer.concat([head, text(body)]);
  const [gif, png, jpeg, webp] = (await Promise.all(
    (['gif', 'png', 'jpeg', 'webp'] as const).map(
      async (format) => (await picture({ format })).bytes,
    ),
  )) as [Buffer, Buffer, Buffer, Buffer];
  return {
    'page.html': text(page('html')),
    'page.xml': text(xhtml('xhtml')),
    'polyglot.png': behind(png, page('png')),
    'program.gif': Buffer.concat([
      text('GIF89a/*'),
      gif.subarray(8),
      text(`*/=1;${canary.script('gif')}`),
    ]),
    'page.htm': text(page('htm')),
    'PAGE.HTML': text(page('HTML')),
    'bare.html': text(`<script>${canary.script('bare')}</script>`),
    'program.html': text(canary.script('program')),
    'page.txt': text(page('txt')),
    'program.txt': text(canary.script('program-txt')),
    'drawing.xml': text(svg('svg')),
    'styled.xml': text(styled('xsl')),
    'drawing.svg': text(svg('svg')),
    'drawing.png': text(svg('svg')),
    'page.jpg': text(page('jpg')),
    'program.js': text(canary.script('js')),
    'page.pdf': text('%PDF-1.7'),
    'page.dcm': behind(text(page('dcm')), '\0'.repeat(200)),
    'program.dcm': behind(dicom, `*/;${canary.script('dcm')}//`),
    'no-extension': behind(dicom, `*/;${canary.script('none')}//`),
    'page.html.png': behind(png, page('png')),
    'polyglot.jpeg': behind(jpeg, page('jpeg')),
    'polyglot.webp': behind(webp, page('webp')),
    'polyglot.gif': behind(gif, page('gif')),
    // "GIF89a" is a valid JavaScript identifier; the size of the picture is "=1".
    'utf7.html': text('+ADw-script+AD4-alert(1)+ADw-/script+AD4-'),
    'utf16.html': Buffer.from(`\ufeff${page('utf16')}`, 'utf16le'),
  };
}

/** URLs of an uploaded file; none when it is refused. */
async function linksTo(bench: TestBench, fileName: string, bytes: Buffer): Promise<string[]> {
  const fileId = randomUUID();
  const { payload, headers } = formBytes({ chunk: { fileName, bytes }, chunkNumber: '0', fileId });
  const path = '/api/admin/checkups/upload-chunk';
  const signed = { ...headers, ...bench.signed };
  await bench.ask(fileName, 'POST', path, { body: new Uint8Array(payload), headers: signed });
  bench.acknowledged(fileId);
  const person = { partner: bench.partnerId, firstName: 'Nigar', lastName: 'Hüseynova' };
  const created = await bench.ask(fileName, 'POST', '/api/admin/checkups', {
    headers: { ...bench.signed, 'content-type': 'application/json' },
    body: JSON.stringify({ ...person, xrayFiles: [{ fileId, fileName }] }),
  });
  if (created.status !== 200) return [];
  const { checkup } = JSON.parse(created.body) as { checkup: Checkup };
  return checkup.xrayFileLinks.flatMap(({ url, previewUrl }) => [
    url,
    ...(previewUrl ? [previewUrl] : []),
  ]);
}
