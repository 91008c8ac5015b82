import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Rolldown } from 'vite';
import type * as Site from '../src/site/render.tsx';
import { bundleOf, emitted } from './emitted.ts';
import type { Output } from './output.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const configFile = here('../vite.config.ts');
const site = (file: string) => here(`../src/site/${file}`);

export interface BuiltSite {
  output: Output;
  /** Address and file of every page; several addresses may share a file. */
  pages: { path: string; file: string }[];
}

type Chunk = Rolldown.OutputChunk;
type InlineParts = Pick<Site.PageParts, 'starter' | 'css' | 'hydrate'>;

/** What pages carry inline or load later: the starter script, the styles, the code that hydrates islands. */
async function buildParts(): Promise<{ parts: InlineParts; output: Output }> {
  const built = await build({
    configFile,
    logLevel: 'warn',
    build: {
      write: false,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        preserveEntrySignatures: 'exports-only',
        input: {
          starter: site('starter.ts'),
          hydrate: site('islands/hydrate.tsx'),
        },
      },
    },
  });
  const output = emitted(built);
  const chunks = bundleOf(built).filter((file): file is Chunk => file.type === 'chunk');
  const entry = (name: string) => {
    const chunk = chunks.find((each) => each.isEntry && each.name === name);
    if (!chunk) throw new Error(`The site build made no ${name}`);
    return chunk;
  };
  const starter = entry('starter');
  if (starter.imports.length > 0) throw new Error('The starter script may import nothing');
  output.delete(starter.fileName);
  const style = Array.from(output.keys()).find((file) => file.endsWith('.css'));
  const css = style && output.get(style);
  if (!css) throw new Error('The site build made no styles');
  output.delete(style);
  return {
    output,
    parts: {
      starter: starter.code.trim(),
      css: css.toString().trim(),
      hydrate: `/${entry('hydrate').fileName}`,
    },
  };
}

/** The pages' components for Node, with the pictures and fonts they name. */
async function buildRenderer(): Promise<{ renderer: typeof Site; output: Output }> {
  const output = emitted(
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

/** Where a page is written: `/partnyor/həkimlər` → `partnyor/həkimlər/index.html`. */
const fileOf = (path: string) => `${path.slice(1)}/index.html`.replace(/^\//, '').normalize('NFC');

/** Every public page as a finished file, and what it refers to. */
export async function buildSite(publicUrl: string | undefined): Promise<BuiltSite> {
  const [{ parts: inline, output }, rendered] = await Promise.all([buildParts(), buildRenderer()]);
  const { renderer } = rendered;
  const parts = { ...inline, prefetch: renderer.prefetchRules, publicUrl };
  for (const [file, bytes] of rendered.output) output.set(file, bytes);
  const pages: BuiltSite['pages'] = [];
  for (const page of renderer.pages) {
    const file = fileOf(page.path);
    output.set(file, Buffer.from(await renderer.renderPage(page, parts)));
    for (const path of [page.path, ...(page.aliases ?? [])]) {
      pages.push({ path: path.normalize('NFC'), file });
    }
  }
  output.set('404.html', Buffer.from(await renderer.renderNotFound(parts)));
  for (const [file, text] of Object.entries(renderer.textFiles(publicUrl))) {
    output.set(file, Buffer.from(text));
  }
  for (const file of await readdir(site('static'))) {
    output.set(file, await readFile(site(`static/${file}`)));
  }
  return { output, pages };
}
