import { fileURLToPath } from 'node:url';
import type { Language } from '@deqiq/messages/language.ts';
import { build, type Rolldown } from 'vite';
import type * as Site from '../src/site/render.tsx';
import { findBundle, toFiles } from './bundle-files.ts';
import { languageAlias } from './language.ts';
import type { Output } from './output.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export const configFile = here('../vite.config.ts');

export const site = (file: string) => here(`../src/site/${file}`);

type Chunk = Rolldown.OutputChunk;

type InlineParts = Pick<Site.PageParts, 'boot' | 'css' | 'hydrate'>;

/** The code of each island with all it imports, by the island's name. */
export type IslandCode = ReadonlyMap<string, string>;

function islandCode(chunks: readonly Chunk[]): IslandCode {
  const collectCode = (chunk: Chunk | undefined, visited: Set<Chunk>): string => {
    if (!chunk || chunk.isEntry || visited.has(chunk)) return '';
    visited.add(chunk);
    const imported = [...chunk.imports, ...chunk.dynamicImports].map((file) =>
      collectCode(
        chunks.find((each) => each.fileName === file),
        visited,
      ),
    );
    return [chunk.code, ...imported].join('\n');
  };
  return new Map(
    chunks
      .filter((chunk) => chunk.name.endsWith('.island'))
      .map((chunk) => [chunk.name.slice(0, -'.island'.length), collectCode(chunk, new Set())]),
  );
}

/** The boot script, the styles and the code that hydrates islands, in one language. */
export async function buildParts(language: Language): Promise<{
  parts: InlineParts;
  islands: IslandCode;
  output: Output;
}> {
  const built = await build({
    configFile,
    logLevel: 'warn',
    resolve: { alias: languageAlias(language) },
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
  const chunks = findBundle(built).filter((file): file is Chunk => file.type === 'chunk');
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
