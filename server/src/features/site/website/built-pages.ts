import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuiltWeb, builtWeb } from '@deqiq/contract/shared/built-web.ts';
import type { PricedKind } from '@deqiq/contract/shared/clinic/clinic-facts.ts';
import type { ClinicSettings } from '@deqiq/contract/shared/clinic/clinic-settings.ts';
import { isReferralPath, isViewerPath, portalAddresses } from '@deqiq/contract/shared/paths.ts';
import { type Language, languages, readLanguageCookie } from '@deqiq/messages/language.ts';
import { ConfigError, isMissing } from '../../../platform/errors.ts';
import {
  type Bodies,
  type BuiltFile,
  createBuiltFile,
  type PageResponse,
  type RequestHeaders,
  respondWith,
} from './built-file.ts';
import { type FilledFiles, openBuiltFiles, shrink } from './built-files.ts';
import { completeSitemap, isRelative } from './sitemap.ts';

export interface Pages {
  /** The response for a URL as in the request line. */
  respond(url: string, headers: RequestHeaders & ClientOrigin & Choice): PageResponse;
  /** Shows these settings and this price list from now on. Until it resolves, pages show what they did before. */
  show(settings: ClinicSettings, prices?: readonly PricedKind[]): Promise<void>;
}

interface Choice {
  /** The header; `lang` in it is the language that the browser's user has selected. */
  readonly cookie?: string | undefined;
}

/** Protocol and host of the request, for a sitemap built without `PUBLIC_URL`. */
interface ClientOrigin {
  readonly protocol?: string;
  readonly host?: string;
}

const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

const FILE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
} as const;

const SITEMAP = '/sitemap.xml';
const YEAR = 'public, max-age=31536000, immutable';
const HOUR = 'public, max-age=3600';
const PORTAL_ADDRESSES = new Set(portalAddresses);

async function readManifest(folder: string): Promise<BuiltWeb> {
  const file = join(folder, 'pages.json');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (!isMissing(error)) throw error;
    throw new ConfigError(
      `The web pages are not built: ${file} is missing. Run "node web/build.ts".`,
    );
  });
  const read = builtWeb.safeParse(JSON.parse(text));
  if (read.success) return read.data;
  throw new ConfigError(
    `The web pages in ${folder} were built by another version. Run "node web/build.ts".`,
  );
}

/** The shells of the portal, by language. */
type Portals = Readonly<Record<Language, BuiltFile>>;

/** Finds every encoding of a file, with the settings shown where it has slots. */
type FindBodies = (file: string) => Promise<Bodies>;

/** Every public page and file of a build by its percent-encoded path. */
async function readFiles(
  find: FindBodies,
  manifest: BuiltWeb,
  hasPrices: boolean,
): Promise<Map<string, BuiltFile>> {
  const files = new Map<string, BuiltFile>();
  for (const { withPrices, ...page } of manifest.pages) {
    const shown = (hasPrices && withPrices) || page;
    files.set(encodeURI(page.path), await readPage(find, shown));
  }
  for (const { path, file, type, immutable } of manifest.files) {
    const headers = {
      ...FILE_HEADERS,
      'content-type': type,
      'cache-control': immutable ? YEAR : HOUR,
    };
    files.set(encodeURI(path), createBuiltFile(await find(file), headers));
  }
  return files;
}

const readPage = async (find: FindBodies, { file, csp }: { file: string; csp: string }) =>
  createBuiltFile(await find(file), { ...PAGE_HEADERS, 'content-security-policy': csp });

async function readPortals(find: FindBodies, { portals }: BuiltWeb): Promise<Portals> {
  const read = languages.map(
    async (language) => [language, await readPage(find, portals[language])] as const,
  );
  return Object.fromEntries(await Promise.all(read)) as Record<Language, BuiltFile>;
}

const isOfPortal = (path: string) =>
  PORTAL_ADDRESSES.has(path) || isViewerPath(path) || isReferralPath(path);

/** The canonical path: NFC, no empty segments, no trailing slash; undefined if it cannot be decoded. */
function toCanonicalPath(path: string): string | undefined {
  try {
    // Node passes non-ASCII bytes as Latin-1; some clients send raw UTF-8.
    const decoded = decodeURIComponent(Buffer.from(path, 'latin1').toString('utf8'));
    return encodeURI(`/${decoded.normalize('NFC').split('/').filter(Boolean).join('/')}`);
  } catch {
    return undefined;
  }
}

async function readSite(find: FindBodies, manifest: BuiltWeb, hasPrices = false) {
  const files = await readFiles(find, manifest, hasPrices);
  return {
    files,
    portals: await readPortals(find, manifest),
    notFound: await readPage(find, manifest.notFound),
    sitemap: files.get(SITEMAP)?.get('identity')?.body.toString(),
  };
}

/** Reads a web build into memory. Throws ConfigError for a missing or incompatible build. */
export async function loadPages(folder: string): Promise<Pages> {
  const manifest = await readManifest(folder);
  const built = openBuiltFiles(folder, manifest);
  let site = await readSite(built.find, manifest);
  let shown: FilledFiles | undefined;

  const readFilled = (filled: FilledFiles, hasPrices: boolean) =>
    readSite(async (file) => filled.get(file) ?? built.find(file), manifest, hasPrices);

  /** Replaces pages by their smallest form, unless others are shown by then. */
  async function showSmallest(filled: FilledFiles, hasPrices: boolean): Promise<void> {
    const smallest = await readFilled(await shrink(filled), hasPrices);
    if (shown === filled) site = smallest;
  }

  return {
    async show(settings, prices = []) {
      const filled = await built.fill(settings, prices);
      site = await readFilled(filled, prices.length > 0);
      shown = filled;
      // A save does not wait for it: that takes two seconds.
      void showSmallest(filled, prices.length > 0);
    },
    respond(url, headers) {
      const { files, portals, notFound, sitemap } = site;
      const [, path = '', query = ''] = /^([^?#]*)(\?[^#]*)?/.exec(url) ?? [];
      if (path === SITEMAP && sitemap && isRelative(sitemap)) {
        return completeSitemap(sitemap, headers.protocol ?? 'http', headers.host ?? '');
      }
      if (isOfPortal(path)) {
        const shell = portals[findLanguage(headers.cookie, path)];
        return respondWith(shell, 200, headers, 'accept-encoding, cookie');
      }
      const file = files.get(path);
      if (file) return respondWith(file, 200, headers);
      const canonical = toCanonicalPath(path);
      if (canonical === undefined || !(files.has(canonical) || isOfPortal(canonical)))
        return respondWith(notFound, 404, headers);
      return { status: 308, headers: { location: `${canonical}${query}` }, body: null };
    },
  };
}

/** The language of the portal for a browser: the selected one, else that of the area. */
const findLanguage = (cookie: string | undefined, path: string): Language =>
  readLanguageCookie(cookie) ?? (/^\/admin(\/|$)/.test(path) ? 'spec' : 'az');
