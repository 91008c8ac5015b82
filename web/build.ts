/** Builds everything a browser gets into `build/web/`, or another folder: `node web/build.ts [folder]`. */
import { fileURLToPath } from 'node:url';
import type { BuiltWeb } from '@deqiq/contract/shared/built-web.ts';
import { languages } from '@deqiq/messages/language.ts';
import { createPolicy } from './build/csp.ts';
import { fillDefaults } from './build/facts.ts';
import { findType, type Output, replaceFolder } from './build/output.ts';
import { buildPortal, portalFile } from './build/portal/portal.ts';
import { buildSite } from './build/site.ts';

export const WEB_FOLDER = fileURLToPath(new URL('../build/web', import.meta.url));

/** `publicUrl` is the origin canonical links name; without it they are relative. */
export async function buildWeb(folder: string, publicUrl?: string): Promise<void> {
  // Whatever the server's own mode is, browsers get the production form of every library.
  process.env.NODE_ENV = 'production';
  const site = await buildSite(publicUrl);
  const output: Output = new Map(site.output);
  for (const language of languages)
    for (const [file, bytes] of await buildPortal(language)) output.set(file, bytes);
  const templates = fillDefaults(output);
  const page = (file: string, hasDecoder = false) => {
    const html = output.get(file);
    if (!html) throw new Error(`The web build made no ${file}`);
    return { file, csp: createPolicy(html.toString(), { hasDecoder }) };
  };
  const manifest: BuiltWeb = {
    pages: site.pages.map(({ path, file, withPrices }) => ({
      path,
      ...page(file),
      ...(withPrices && { withPrices: page(withPrices) }),
    })),
    portals: Object.fromEntries(
      languages.map((language) => [language, page(portalFile(language), true)]),
    ) as BuiltWeb['portals'],
    notFound: page('404.html'),
    templates,
    files: [...output.keys()]
      .filter((file) => !/\.(html|slots)$/.test(file))
      .sort()
      .map((file) => ({
        path: `/${file}`,
        file,
        type: findType(file),
        immutable: file.startsWith('assets/'),
      })),
  };
  output.set('pages.json', Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
  await replaceFolder(folder, output);
}

if (import.meta.main)
  await buildWeb(process.argv[2] ?? WEB_FOLDER, process.env.PUBLIC_URL || undefined);
