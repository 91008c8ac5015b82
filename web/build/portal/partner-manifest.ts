import { slot } from '@deqiq/contract/shared/clinic/clinic-slots.ts';
import { partnerSections, portalPaths } from '@deqiq/contract/shared/paths.ts';
import { provider } from '@deqiq/contract/shared/provider.ts';
import { type Language, setLanguageSource, tags } from '@deqiq/messages/language.ts';
import * as texts from '@deqiq/messages/portal/shell.js';

/** The manifest of the partner area in one language: phones can add it to the home screen. Its sections are shortcuts. */
export function partnerManifest(language: Language): string {
  setLanguageSource(() => language);
  return JSON.stringify({
    id: portalPaths.partnerDashboard,
    name: texts.partnerApp({ provider: slot('name') }),
    short_name: provider.shortName,
    lang: tags[language],
    start_url: portalPaths.partnerDashboard,
    scope: '/',
    display: 'standalone',
    background_color: '#fbfaf7',
    theme_color: '#0c1b2a',
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: partnerSections.map(({ label, path }) => ({ name: label(), url: path })),
  });
}
