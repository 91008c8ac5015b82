import * as commonTexts from '@deqiq/messages/site/common.js';
import * as texts from '@deqiq/messages/site/contact.js';
import { Navigation } from 'lucide-react';
import { ButtonLink } from '../components/button-link.tsx';
import { clinic } from '../facts/slots.ts';
import { DIRECTIONS, MAP_FRAME, MAP_PAGE, NAVIGATION } from './map-addresses.ts';
import { StreetDrawing } from './street-drawing.tsx';

/** A sketch of the streets. The live map of a third party loads on request only; if it fails, the sketch stays. */
export function StreetMap() {
  return (
    <section aria-label={texts.map()} className="group bleed-right relative mt-section">
      <div
        data-live
        className="relative h-[26rem] overflow-clip forced-color-adjust-none bg-[#dfe6e8] md:h-[32rem] md:rounded-l-sheet"
      >
        <StreetDrawing />
        <template>
          <iframe
            src={MAP_FRAME}
            title={texts.mapTitle({ name: clinic.name })}
            className="absolute inset-0 size-full"
          />
        </template>
      </div>
      <div className="relative mx-5 -mt-12 rounded-sheet border border-transparent bg-surface px-4 py-5 shadow-float sm:absolute sm:bottom-5 sm:left-5 sm:mx-0 sm:mt-0 sm:px-5 md:bottom-8 md:left-8 md:p-6">
        <p className="max-w-64 font-semibold">{clinic.address}</p>
        <p role="alert" hidden data-unreachable className="mt-3 max-w-72 text-desk">
          {texts.mapFailed()}
        </p>
        <div className="mt-4 flex flex-wrap gap-x-2 gap-y-3 sm:gap-x-3">
          <button
            type="button"
            data-enlivens
            className="inline-grid noscript:hidden min-h-touch place-items-center rounded-full border border-transparent bg-accent px-4 py-1.5 sm:px-5 font-medium text-on-accent transition-colors hover:bg-accent-hover aria-busy:cursor-progress aria-busy:bg-accent-hover"
          >
            <span className="col-start-1 row-start-1 group-has-[iframe]:invisible">
              {texts.openMap()}
            </span>
            <span className="invisible col-start-1 row-start-1 group-has-[iframe]:visible">
              {texts.closeMap()}
            </span>
          </button>
          <ButtonLink href={DIRECTIONS} quiet newTab>
            <Navigation aria-hidden="true" size={18} strokeWidth={1.75} />
            {commonTexts.directions()}
          </ButtonLink>
        </div>
        <ul className="mt-3 hidden flex-wrap gap-x-5 pointer-coarse:flex">
          {NAVIGATION.map(({ label, href }) => (
            <li key={href}>
              <a
                href={href}
                target="_blank"
                rel="noopener"
                className="inline-flex min-h-touch items-center font-medium text-accent-hover hover:underline"
              >
                {label()}
              </a>
            </li>
          ))}
        </ul>
        <a
          href={MAP_PAGE}
          target="_blank"
          rel="noopener"
          className="mt-2 -mb-2 inline-flex min-h-touch items-center text-desk text-muted underline hover:text-accent-hover"
        >
          {texts.mapPage()}
        </a>
      </div>
    </section>
  );
}
