import { isChosenLanguage, languageCookie } from '@deqiq/messages/language.ts';

/** Remembers the language that a visitor chooses, for the portal; the site itself has an address for each language. */
export function rememberLanguage(): void {
  addEventListener('click', ({ target }) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[hreflang]');
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
    if (link && isChosenLanguage(link.hreflang)) document.cookie = languageCookie(link.hreflang);
  });
}
