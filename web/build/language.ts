import { fileURLToPath } from 'node:url';
import type { Language } from '@deqiq/messages/language.ts';

const compiled = fileURLToPath(new URL('../../messages/compiled/', import.meta.url));

/** Aliases of Vite for a build with the messages of one language: its bundles contain no other one. */
export const languageAlias = (language: Language) => [
  { find: '@deqiq/messages/language.ts', replacement: `${compiled}${language}/language.js` },
  { find: /^@deqiq\/messages\/(.*)$/, replacement: `${compiled}${language}/$1` },
];
