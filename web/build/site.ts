import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ChosenLanguage, chosenLanguages, type Language } from '@deqiq/messages/language.ts';
import { build } from 'vite';
import type * as Site from '../src/site/render.tsx';
import { toFiles } from './bundle-files.ts';
import { languageAlias } from './language.ts';
import type { Output } from './output.ts';
import { purgeCss } from './purge-css.ts';
import { buildParts, configFile, type IslandCode, site } from './site-parts.ts';

export interface BuiltSite {
  output: Output;
  /** Address and file of every page; several addresses may share a file. */
  pages: { path: string; file: string; withPrices?: string }[];
}

/** A page with only those styles that it or its islands need. */
function withOwnStyles(html: string, css: string, islands: IslandCode): string {
  let text = html.replace(css, '');
  for (const [, name = ''] of html.matchAll(/data-island="([^"]+)"/g)) {
    const code = islands.get(name);
    if (!code) throw new Error(`There is no island ${name}`);
    text += code;
  }
  return html.replace(css, () => purgeCss(css, text));
}

/** The pages' components for Node in one language, with the pictures and fonts they reference. */
async function buildRenderer(
  language: Language,
): Promise<{ renderer: typeof Site; output: Output }> {
  const output = toFiles(
    await build({
      configFile,
      logLevel: 'warn',
      define: { 'process.env.NODE_ENV': '"production"' },
      resolve: { alias: languageAlias(language) },
      ssr: { noExternal: true },
      build: { write: false, ssr: site('render.tsx'), ssrEmitAssets: true },
    }),
  );
  const code = output.get('render.js');
  if (!code) throw new Error('The site build made no renderer');
  output.delete('render.js');
  const folder = await mkdtemp(join(tmpdir(), 'deqiq-renderer-'));
  const file = join(folder, 'render.mjs');
  try {
    await writeFile(file, code);
    return { renderer: (await import(pathToFileURL(file).href)) as typeof Site, output };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The file of a page: `/partnyor/həkimlər` → `partnyor/həkimlər/index.html`. */
const toFile = (path: string) => `${path.slice(1)}/index.html`.replace(/^\//, '').normalize('NFC');

/** The pages of one language, with the files they reference. */
async function buildLanguage(
  language: ChosenLanguage,
  publicUrl: string | undefined,
): Promise<BuiltSite> {
  const [{ parts: inline, islands, output }, rendered] = await Promise.all([
    buildParts(language),
    buildRenderer(language),
  ]);
  const { renderer } = rendered;
  const parts = { ...inline, prefetch: renderer.prefetchRules(), publicUrl };
  for (const [file, bytes] of rendered.output) output.set(file, bytes);
  const pages: BuiltSite['pages'] = [];
  const write = (file: string, html: string) =>
    output.set(file, Buffer.from(withOwnStyles(html, parts.css, islands)));
  for (const { paths, html, withPrices } of await renderer.renderPages(parts)) {
    const file = toFile(paths[0]);
    write(file, html);
    const priced = withPrices && file.replace('index', 'prices');
    if (priced) write(priced, withPrices);
    for (const path of paths)
      pages.push({ path: path.normalize('NFC'), file, ...(priced && { withPrices: priced }) });
  }
  // An unknown address has no language; its page links to the site in each.
  if (language === 'az') {
    write('404.html', await renderer.renderNotFound(parts));
  }
  for (const [file, text] of Object.entries(renderer.textFiles(publicUrl))) {
    output.set(file, Buffer.from(text));
  }
  return { output, pages };
}

/** Every public page in every language as a file, with the files it references. */
export async function buildSite(publicUrl: string | undefined): Promise<BuiltSite> {
  const output: Output = new Map();
  const pages: BuiltSite['pages'] = [];
  for (const language of chosenLanguages) {
    const built = await buildLanguage(language, publicUrl);
    pages.push(...built.pages);
    for (const [file, bytes] of built.output) {
      // Pictures, fonts and code without words have the same content, so the same name, in every language.
      if (output.get(file)?.equals(bytes) === false)
        throw new Error(`${file} of the language ${language} differs from another one`);
      output.set(file, bytes);
    }
  }
  for (const file of await readdir(site('static'))) {
    output.set(file, await readFile(site(`static/${file}`)));
  }
  // Pages that the server writes do not know the hashes in the names of built files.
  for (const file of await readdir(site('../styles/fonts')))
    if (/^onest-(?!offline).*\.woff2$/.test(file))
      output.set(`fonts/${file}`, await readFile(site(`../styles/fonts/${file}`)));
  return { output, pages };
}
