import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuiltWeb, builtWeb } from '@deqiq/contract/shared/built-web.ts';
import { type Language, languages } from '@deqiq/messages/language.ts';
import {
  firstScreens,
  PORTAL_LIMITS,
  scriptLimit,
  viewerFiles,
} from '../../../web/build/bytes/first-screens.ts';
import {
  fetchedAtLoad,
  startScripts,
  totalSize,
  transferSize,
} from '../../../web/build/bytes/transfer-size.ts';
import type { Line, Table } from '../harness/program.ts';

const WEB = fileURLToPath(new URL('../../../build/web', import.meta.url));
const KB = 1024;

/** The bytes that browsers download. They do not vary between runs; `web/build/bytes/bytes.test.ts` enforces the limits. */
export function bytes(): Table[] {
  if (!existsSync(join(WEB, 'pages.json'))) return [];
  const built = builtWeb.parse(JSON.parse(read('pages.json')));
  const about = 'Kilobytes (1,024 bytes) as a browser with brotli receives them.';
  return [
    withNearBars({ title: 'Bytes of the portal', about, lines: portalLines(built) }),
    withNearBars({ title: 'Bytes of the public pages', about, lines: pageLines(built) }),
  ];
}

/** The share of a bar that should be left: below it, the next feature first needs room. */
const RESERVE = 0.05;

/** A table that names the bars that are nearly reached. */
function withNearBars(table: Table): Table {
  const near = table.lines.filter(({ ours, bar }) => ours > (bar?.max ?? Infinity) * (1 - RESERVE));
  const names = near.map(({ what }) => what).join('; ');
  return near.length > 0 ? { ...table, notes: [`Less than 5 % left: ${names}.`] } : table;
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

/** The parts of the portal in each language; scripts that no first screen loads differ little, and are those of one. */
function portalLines(built: BuiltWeb): Line[] {
  const others = languages.filter((language) => language !== 'az');
  const shell = read(built.portals.az.file);
  const later = built.files
    .map(({ file }) => file)
    .filter((file) => file.endsWith('.js') && !shell.includes(file))
    .filter((file) => !others.some((language) => file.startsWith(`assets/${language}/`)))
    .map((file) => line(withoutHash(file), transferSize(WEB, file), scriptLimit(file)))
    .sort((a, b) => b.ours - a.ours);
  return [...languages.flatMap((language) => partLines(built, language)), ...later];
}

function partLines(built: BuiltWeb, language: Language): Line[] {
  const shell = read(built.portals[language].file);
  const { signIn, staffSignIn, xrays } = firstScreens(shell);
  const { firstScreen, ...limits } = PORTAL_LIMITS;
  const viewer = weigh(viewerFiles(WEB, built, language));
  return [
    line(`${language}: start, script`, weigh(startScripts(shell)), limits.start),
    line(`${language}: sign-in of partners, beside the start`, weigh(signIn), firstScreen),
    line(`${language}: sign-in of staff, beside the start`, weigh(staffSignIn), firstScreen),
    line(`${language}: X-rays, beside the start`, weigh(xrays), limits.xrays),
    line(`${language}: viewer before its first picture`, viewer, limits.viewer),
  ];
}

const weigh = (files: readonly string[]): number => totalSize(WEB, files);

function pageLines(built: BuiltWeb): Line[] {
  // An alias is the same file at another path.
  const pages = new Set([...built.pages, built.notFound].map(({ file }) => file));
  const home = [...fetchedAtLoad(read('index.html'))].map((path) => path.slice(1));
  return [
    line('home, everything at load', weigh(['index.html', 'favicon.svg', ...home]), 60),
    ...Array.from(pages, (file) => line(file, transferSize(WEB, file), 14)),
  ];
}

const withoutHash = (file: string) =>
  file.replace(/^assets\//, '').replace(/-[\w-]{8}\.js$/, '.js');
