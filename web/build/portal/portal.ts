import { fileURLToPath } from 'node:url';
import { slot, valueSlot } from '@deqiq/contract/shared/clinic/clinic-slots.ts';
import { type Language, setLanguageSource, tags } from '@deqiq/messages/language.ts';
import * as texts from '@deqiq/messages/portal/shell.js';
import { build } from 'vite';
import { findBundle, toFiles } from '../bundle-files.ts';
import { languageAlias } from '../language.ts';
import type { Output } from '../output.ts';
import { partnerManifest } from './partner-manifest.ts';
import { portalGroups } from './portal-chunks.ts';
import { withPreloads } from './portal-preloads.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const configFile = here('../../vite.config.ts');
const entry = here('../../src/portal/index.html');
const worker = here('../../src/portal/partner/install/worker.ts');

/** The shell of the portal in one language. */
export const portalFile = (language: Language) => `portal-${language}.html`;

/** Of the partner area. At the root, so that its scope may be that area; registration.ts has the name, too. */
const workerFile = (language: Language) => `partner-worker-${language}.js`;
const WORKER = 'partner-worker';

function listFacts(language: Language): Readonly<Record<string, string>> {
  setLanguageSource(() => language);
  return {
    name: slot('name'),
    noScript: texts.noScript(),
    help: texts.help(),
    home: texts.home(),
    clinic: valueSlot('shown'),
    'phone.text': slot('phone.text'),
    'phone.href': slot('phone.href'),
  };
}

/** Fetched before the first paint by readers of Russian; others may meet a Russian name later. */
const CYRILLIC_FONT = /\s*<link rel="preload"[^>]*onest-cyrillic[^>]*>/;

/** Fills in the language and its texts, and slots for the facts of the clinic. */
function withFacts(html: string, language: Language): string {
  const facts = listFacts(language);
  const page = language === 'ru' ? html : html.replace(CYRILLIC_FONT, '');
  return page
    .replace('lang="az"', `lang="${tags[language]}"`)
    .replaceAll(/\{\{([\w.]+)\}\}/g, (_, name: string) => {
      const fact = facts[name];
      if (fact === undefined)
        throw new Error(`The shell of the portal wants ${name}, which is no fact`);
      return fact;
    });
}

/** The portal in one language: its shell, its chunks, and the worker and manifest of the partner area. */
export async function buildPortal(language: Language): Promise<Output> {
  const built = await build({
    configFile,
    logLevel: 'warn',
    resolve: { alias: languageAlias(language) },
    build: {
      write: false,
      rolldownOptions: {
        input: { index: entry, [WORKER]: worker },
        output: {
          codeSplitting: { groups: portalGroups },
          entryFileNames: ({ name }) =>
            name === WORKER ? workerFile(language) : `assets/${language}/[name]-[hash].js`,
          chunkFileNames: `assets/${language}/[name]-[hash].js`,
        },
      },
    },
  });
  const output = toFiles(built);
  const shell = output.get('src/portal/index.html');
  if (!shell) throw new Error('The portal build made no index.html');
  output.delete('src/portal/index.html');
  output.set(`partner-${language}.webmanifest`, Buffer.from(partnerManifest(language)));
  return output.set(
    portalFile(language),
    Buffer.from(withPreloads(withFacts(String(shell), language), findBundle(built))),
  );
}
