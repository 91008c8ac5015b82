/**
 * The catalogues. `spec` is the back-office as its specification words it, in a mixture of English and Azerbaijani; it
 * is the default there.
 */
export const languages = ['az', 'ru', 'en', 'spec'] as const;
export type Language = (typeof languages)[number];

/** Those that a person can choose. */
export const chosenLanguages = ['az', 'ru', 'en'] as const;
export type ChosenLanguage = (typeof chosenLanguages)[number];

/** Tags of BCP 47 for `Intl` and `lang`. */
export const tags: Readonly<Record<Language, string>> = {
  az: 'az',
  ru: 'ru',
  en: 'en',
  spec: 'en',
};

/** The languages by their own names. */
export const languageNames: Readonly<Record<ChosenLanguage, string>> = {
  az: 'Azərbaycanca',
  ru: 'Русский',
  en: 'English',
};

/** The cookie that remembers the choice of a browser, for site, portal and shares: for a year, on every page. */
export const languageCookie = (selected: ChosenLanguage): string =>
  `lang=${selected}; Path=/; Max-Age=31536000; SameSite=Lax`;

/** The language that the cookies of a request remember; undefined without one. */
export function readLanguageCookie(cookies = ''): ChosenLanguage | undefined {
  const [, remembered] = /(?:^|;\s*)lang=(\w+)/.exec(cookies) ?? [];
  return isChosenLanguage(remembered) ? remembered : undefined;
}

/** Whether a text names a language that a person can choose. */
export const isChosenLanguage = (text: unknown): text is ChosenLanguage =>
  chosenLanguages.some((language) => language === text);

let source: () => Language = () => 'az';

/** The language of the messages that are read now. A build of the web has a constant instead. */
export const language = (): Language => source();

/** `language`, for what a person gets: Azerbaijani where it is the mixture of the back-office. */
export function personLanguage(): ChosenLanguage {
  const current = language();
  return isChosenLanguage(current) ? current : 'az';
}

/** Sets where `language` comes from: of a server, the request. */
export function setLanguageSource(next: () => Language): void {
  source = next;
}
