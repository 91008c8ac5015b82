const YEAR = 31_536_000;

/** Remembers the language that a visitor chooses, for the portal; the site itself has an address for each language. */
export function rememberLanguage(): void {
  addEventListener('click', ({ target }) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[hreflang]');
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
    if (link) document.cookie = `lang=${link.hreflang}; path=/; max-age=${YEAR}; samesite=lax`;
  });
}
