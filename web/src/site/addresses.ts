import { type Language, language } from '@deqiq/messages/language.ts';

/** Second addresses, by the path of their page. Only Azerbaijani pages have any: old links lead to them. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  '/haqqimizda': ['/about'],
  '/laboratoriya': ['/laboratory'],
  '/elaqe': ['/contact'],
  '/partnyorlar': ['/partnyor/qeydiyyat', '/partnership'],
};

export const listAliases = (path: string): readonly string[] => ALIASES[path] ?? [];

const findCanonical = (path: string): string =>
  Object.keys(ALIASES).find((canonical) => ALIASES[canonical]?.includes(path)) ?? path;

/**
 * The path of a page in a language, decoded: `/ru/haqqimizda`. Slugs are Azerbaijani everywhere, so that the same page
 * in another language differs by its prefix only. An alias links to the canonical path of another language.
 */
export function pathIn(own: Language, path: string): string {
  if (own === 'az') return path;
  const canonical = findCanonical(path);
  return canonical === '/' ? `/${own}` : `/${own}${canonical}`;
}

/** The percent-encoded address of a page, or of a file beside it, in the language of this build. */
export const toAddress = (path: string): string => encodeURI(pathIn(language(), path));
