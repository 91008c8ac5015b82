import type { Role } from '@deqiq/contract/shared/roles.ts';
import { type ChosenLanguage, language, languageCookie } from '@deqiq/messages/language.ts';
import { call } from '../http/call.ts';

/** In the storage of the tab, from a choice until the account has it. */
const UNSAVED = 'language-unsaved';

/** The choice before the last load of the page. A sign-in clears the storage, but loads no page. */
let unsaved = sessionStorage.getItem(UNSAVED) as ChosenLanguage | null;

/** Remembers a language in this browser and loads the page in it: the server sends the portal in that language. */
function openIn(next: ChosenLanguage): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in older browsers
  document.cookie = languageCookie(next);
  window.location.reload();
}

/** The person has selected a language. */
export function chooseLanguage(next: ChosenLanguage): void {
  sessionStorage.setItem(UNSAVED, next);
  openIn(next);
}

/**
 * Keeps page and account in one language, when the account is loaded: a choice in this tab is stored in the account,
 * otherwise the account decides. `stored` is null where nothing was selected.
 */
export function followAccountLanguage(role: Role, stored: ChosenLanguage | null): void {
  if (unsaved)
    store(role, unsaved).then(
      () => {
        unsaved = null;
        sessionStorage.removeItem(UNSAVED);
      },
      // This browser remembers it nevertheless; the next load of the account tries again.
      () => {},
    );
  else if (stored && stored !== language()) openIn(stored);
}

const store = (role: Role, next: ChosenLanguage) =>
  role === 'admin'
    ? call('PUT /api/admin/account/language', { body: { language: next } })
    : call('PUT /api/partner/account/language', { body: { language: next } });
