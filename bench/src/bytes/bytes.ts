import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuiltWeb, builtWeb } from '@deqiq/contract/shared/built-web.ts';
import { fetchedAtLoad, startScripts, transferSize } from '../../../web/build/transfer-size.ts';
import type { Line, Table } from '../harness/program.ts';

const WEB = fileURLToPath(new URL('../../../build/web', import.meta.url));
const KB = 1024;

/** The bytes that browsers download. They do not vary between runs; `web/build/bytes.test.ts` enforces the limits. */
export function bytes(): Table[] {
  if (!existsSync(join(WEB, 'pages.json'))) return [];
  const built = builtWeb.parse(JSON.parse(read('pages.json')));
  const about = 'Kilobytes (1,024 bytes) as a browser with brotli receives them.';
  return [
    { title: 'Bytes of the portal', about, lines: portalLines(built) },
    { title: 'Bytes of the public pages', about, lines: pageLines(built) },
  ];
}

const read = (file: string) => readFileSync(join(WEB, file), 'utf8');

function line(what: string, size: number, max?: number): Line {
  return {
    what,
    unit: 'KB',
    ours: size / KB,
    ...(max !== undefined && { bar: { of: 'ours', max } as const }),
  };
}

function portalLines(built: BuiltWeb): Line[] {
  const start = startScripts(read(built.portal.file));
  const later = built.files
    .map(({ file }) => file)
    .filter((file) => file.endsWith('.js') && !start.includes(file))
    .map((file) => line(withoutHash(file), transferSize(WEB, file), 60))
    .sort((a, b) => b.ours - a.ours);
  return [
    line(
      'start: script',
      start.reduce((sum, file) => sum + transferSize(WEB, file), 0),
      110,
    ),
    ...later,
  ];
}

function pageLines(built: BuiltWeb): Line[] {
  // An alias is the same file at another path.
  const pages = new Set([...built.pages, built.notFound].map(({ file }) => file));
  const home = [...fetchedAtLoad(read('index.html'))].map((path) => path.slice(1));
  const atLoad = ['index.html', 'favicon.svg', ...home].reduce(
    (sum, file) => sum + transferSize(WEB, file),
    0,
  );
  return [
    line('home, everything at load', atLoad, 60),
    ...Array.from(pages, (file) => line(file, transferSize(WEB, file), 14)),
  ];
}

const withoutHash = (file: string) =>
  file.replace(/^assets\//, '').replace(/-[\w-]{8}\.js$/, '.js');
