/** Builds everything a browser gets into `build/web/`, or another folder: `node web/build.ts [folder]`. */
import { fileURLToPath } from 'node:url';
import type { BuiltWeb } from '@deqiq/contract/shared/built-web.ts';
import { createPolicy } from './build/csp.ts';
import { findType, type Output, replaceFolder } from './build/output.ts';
import { buildPortal, PORTAL_FILE } from './build/portal/portal.ts';
import { buildSite } from './build/site.ts';

export const WEB_FOLDER = fileURLToPath(new URL('../build/web', import.meta.url));

/** `publicUrl` is the origin canonical links name; without it they are relative. */
export async function buildWeb(folder: string, publicUrl?: string): Promise<void> {
  // Whatever the server's own mode is, browsers get the production form of every library.
  process.env.NODE_ENV = 'production';
  const [portal, site] = await Promise.all([buildPortal(), buildSite(publicUrl)]);
  const output: Output = new Map([...portal, ...site.output]);
  const page = (file: string) => {
    const html = output.get(file);
    if (!html) throw new Error(`The web build made no ${file}`);
    return { file, csp: createPolicy(html.toString(), { hasDecoder: file === PORTAL_FILE }) };
  };
  const manifest: BuiltWeb = {
    pages: site.pages.map(({ path, file }) => ({ path, ...page(file) })),
    portal: page(PORTAL_FILE),
    notFound: page('404.html'),
    files: [...output.keys()]
      .filter((file) => !file.endsWith('.html'))
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
