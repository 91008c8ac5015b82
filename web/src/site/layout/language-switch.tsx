import { chosenLanguages, language, languageNames } from '@deqiq/messages/language.ts';
import * as texts from '@deqiq/messages/site/layout.js';
import { pathIn } from '../addresses.ts';

interface LanguageSwitchProps {
  /** The Azerbaijani path of this page. */
  path: string;
  className: string;
}

/** The same page in each language. A press is remembered by boot/remember-language.ts. */
export function LanguageSwitch({ path, className }: LanguageSwitchProps) {
  return (
    <ul aria-label={texts.languages()} className={className}>
      {chosenLanguages.map((each) => {
        const code = each.toUpperCase();
        return (
          <li key={each}>
            <a
              href={encodeURI(pathIn(each, path))}
              hrefLang={each}
              lang={each}
              aria-label={`${code}: ${languageNames[each]}`}
              aria-current={each === language() || undefined}
              className="grid min-h-touch min-w-touch place-items-center text-note font-medium text-muted hover:text-accent aria-[current=true]:text-accent desk:min-w-7"
            >
              {code}
            </a>
          </li>
        );
      })}
    </ul>
  );
}
