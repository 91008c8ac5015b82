import { type ChosenLanguage, isChosenLanguage } from '@deqiq/messages/language.ts';
import type { FastifyRequest } from 'fastify';

/** The parameter of links to a page in another language, and the cookie that remembers the last one. */
export const PAGE_LANGUAGE = 'lang';

/** The language that the link of a page without JavaScript names. */
export function readLinkedLanguage({ query }: FastifyRequest): ChosenLanguage | undefined {
  const named =
    typeof query === 'object' && query && PAGE_LANGUAGE in query ? query[PAGE_LANGUAGE] : undefined;
  return isChosenLanguage(named) ? named : undefined;
}

const COOKIE = new RegExp(`(?:^|;\\s*)${PAGE_LANGUAGE}=(\\w+)`);

/** The language that the browser remembers for such pages; Azerbaijani without one. */
export function readRememberedLanguage({ headers }: FastifyRequest): ChosenLanguage {
  const [, remembered] = COOKIE.exec(headers.cookie ?? '') ?? [];
  return isChosenLanguage(remembered) ? remembered : 'az';
}
