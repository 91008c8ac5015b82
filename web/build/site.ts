import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Rolldown } from 'vite';
import type * as Site from '../src/site/render.tsx';
import { bundleOf, toFiles } from './bundle-files.ts';
import type { Output } from './output.ts';
import { purgeCss } from './purge-css.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const configFile = here('../vite.config.ts');
const site = (file: string) => here(`../src/site/${file}`);

export interface BuiltSite {
  output: Output;
  /** Address and file of every page; several addresses may share a file. */
  pages: { path: string; file: string }[];
}

type Chunk = Rolldown.OutputChunk;
type InlineParts = Pick<Site.PageParts, 'boot' | 'css' | 'hydrate'>;
/** The code of each island with all it imports, by the island's name. */
type IslandCode = ReadonlyMap<string, string>;

function islandCode(chunks: readonly Chunk[]): IslandCode {
  const codeOf = (chunk: Chunk | undefined, visited: Set<Chunk>): string => {
    if (!chunk || chunk.isEntry || visited.has(chunk)) return '';
    visited.add(chunk);
    const imported = [...chunk.imports, ...chunk.dynamicImports].map((file) =>
      codeOf(
        chunks.find((each) => each.fileName === file),
        visited,
      ),
    );
    return [chunk.code, ...imported].join('\n');
  };
  return new Map(
    chunks
      .filter((chunk) => chunk.name.endsWith('.island'))
      .map((chunk) => [chunk.name.slice(0, -'.island'.length), codeOf(chunk, new Set())]),
  );
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

/** The boot script, the styles and the code that hydrates islands. */
async function buildParts(): Promise<{
  parts: InlineParts;
  islands: IslandCode;
  output: Output;
}> {
  const built = await build({
    configFile,
    logLevel: 'warn',
    build: {
      write: false,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        preserveEntrySignatures: 'exports-only',
        input: {
          boot: site('boot.ts'),
          hydrate: site('islands/hydrate.ts'),
        },
      },
    },
  });
  const output = toFiles(built);
  const chunks = bundleOf(built).filter((file): file is Chunk => file.type === 'chunk');
  const entry = (name: string) => {
    const chunk = chunks.find((each) => each.isEntry && each.name === name);
    if (!chunk) throw new Error(`The site build made no ${name}`);
    return chunk;
  };
  const boot = entry('boot');
  if (boot.imports.length > 0) throw new Error('The boot script may import nothing');
  output.delete(boot.fileName);
  // Islands may have additional styles, fetched with their code.
  const style = Array.from(output.keys()).find((file) => /\/boot-[^/]+\.css$/.test(file));
  const css = style && output.get(style);
  if (!css) throw new Error('The site build made no styles');
  output.delete(style);
  return {
    output,
    islands: islandCode(chunks),
    parts: {
      boot: boot.code.trim(),
      css: css.toString().trim(),
      hydrate: `/${entry('hydrate').fileName}`,
    },
  };
}

/** The pages' components for Node, with the pictures and fonts they reference. */
async function buildRenderer(): Promise<{ renderer: typeof Site; output: Output }> {
  const output = toFiles(
    await build({
      configFile,
      logLevel: 'warn',
      define: { 'process.env.NODE_ENV': '"production"' },
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
const fileOf = (path: string) => `${path.slice(1)}/index.html`.replace(/^\//, '').normalize('NFC');

/** Every public page as a file, with the files it references. */
export async function buildSite(publicUrl: string | undefined): Promise<BuiltSite> {
  const [{ parts: inline, islands, output }, rendered] = await Promise.all([
    buildParts(),
    buildRenderer(),
  ]);
  const { renderer } = rendered;
  const parts = { ...inline, prefetch: renderer.prefetchRules, publicUrl };
  for (const [file, bytes] of rendered.output) output.set(file, bytes);
  const pages: BuiltSite['pages'] = [];
  for (const page of renderer.pages) {
    const file = fileOf(page.path);
    const html = await renderer.renderPage(page, parts);
    output.set(file, Buffer.from(withOwnStyles(html, parts.css, islands)));
    for (const path of [page.path, ...(page.aliases ?? [])]) {
      pages.push({ path: path.normalize('NFC'), file });
    }
  }
  const notFound = await renderer.renderNotFound(parts);
  output.set('404.html', Buffer.from(withOwnStyles(notFound, parts.css, islands)));
  for (const [file, text] of Object.entries(renderer.textFiles(publicUrl))) {
    output.set(file, Buffer.from(text));
  }
  for (const file of await readdir(site('static'))) {
    output.set(file, await readFile(site(`static/${file}`)));
  }
  return { output, pages };
}
