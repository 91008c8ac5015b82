import { fileURLToPath } from 'node:url';
import { provider } from '@deqiq/contract/shared/provider.ts';
import { build } from 'vite';
import { findBundle, toFiles } from '../bundle-files.ts';
import type { Output } from '../output.ts';
import { partnerManifest } from './partner-manifest.ts';
import { portalGroups } from './portal-chunks.ts';
import { withPreloads } from './portal-preloads.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const configFile = here('../../vite.config.ts');
const entry = here('../../src/portal/index.html');
const worker = here('../../src/portal/partner/install/worker.ts');

/** The shell of the portal. */
export const PORTAL_FILE = 'portal.html';

/** At the root, so that its scope may be the partner area. */
const WORKER = 'partner-worker';

const facts: Readonly<Record<string, string>> = {
  name: provider.name,
  'phone.text': provider.phone.text,
  'phone.href': provider.phone.href,
};

/** Fills in the provider's facts, which are defined in the contract only. */
function withFacts(html: string): string {
  return html.replaceAll(/\{\{([\w.]+)\}\}/g, (_, name: string) => {
    const fact = facts[name];
    if (fact === undefined)
      throw new Error(`The shell of the portal wants ${name}, which is no fact`);
    return fact;
  });
}

/** The portal: one HTML shell, its chunks, and the worker and manifest of the partner area. */
export async function buildPortal(): Promise<Output> {
  const built = await build({
    configFile,
    logLevel: 'warn',
    build: {
      write: false,
      rolldownOptions: {
        input: { index: entry, [WORKER]: worker },
        output: {
          codeSplitting: { groups: portalGroups },
          entryFileNames: ({ name }) =>
            name === WORKER ? `${WORKER}.js` : 'assets/[name]-[hash].js',
        },
      },
    },
  });
  const output = toFiles(built);
  const shell = output.get('src/portal/index.html');
  if (!shell) throw new Error('The portal build made no index.html');
  output.delete('src/portal/index.html');
  output.set('partner.webmanifest', Buffer.from(partnerManifest()));
  return output.set(
    PORTAL_FILE,
    Buffer.from(withPreloads(withFacts(String(shell)), findBundle(built))),
  );
}
