import { chosenLanguages, language, languageNames, tags } from '@deqiq/messages/language.ts';
import * as texts from '@deqiq/messages/portal/languages.js';
import { chooseLanguage } from '../../api/people/language.ts';
import { cx } from '../../lib/cx.ts';

/** The three languages; one press loads the page in another one. */
export function LanguageSwitch({ className }: { className?: string }) {
  return (
    <fieldset className={cx('flex gap-1', className)}>
      <legend className="sr-only">{texts.language()}</legend>
      {chosenLanguages.map((each) => (
        <button
          key={each}
          type="button"
          lang={tags[each]}
          aria-label={`${each} · ${languageNames[each]}`}
          aria-pressed={each === language()}
          onClick={() => each !== language() && chooseLanguage(each)}
          className="grid min-h-touch min-w-11 cursor-pointer place-items-center rounded-field text-desk font-medium text-muted uppercase hover:text-text aria-pressed:bg-accent-soft aria-pressed:text-accent-hover"
        >
          {each}
        </button>
      ))}
    </fieldset>
  );
}
