import * as texts from '@deqiq/messages/site/home.js';
import { ArrowRight } from 'lucide-react';
import { toAddress } from '../addresses.ts';
import { Radiograph } from '../components/radiograph.tsx';
import { clinic } from '../facts/slots.ts';
import { volumeFilm } from '../x-ray/films.ts';

const points = [
  { title: texts.modernTitle, text: texts.modernText },
  { title: texts.experiencedTitle, text: texts.experiencedText },
  { title: texts.protocolsTitle, text: texts.protocolsText },
] as const;

export function About() {
  return (
    <section className="lightbox">
      <div className="page-width py-section">
        <div className="rise grid items-center gap-x-16 gap-y-10 md:grid-cols-2">
          <div>
            <h2 className="max-w-[13ch] text-display">{texts.aboutTitle()}</h2>
            <p className="mt-7 max-w-lg text-[1.125rem] text-muted">
              {texts.aboutText({ name: clinic.name })}
            </p>
            <a
              href={toAddress('/haqqimizda')}
              className="mt-7 inline-flex min-h-touch items-center gap-2 font-medium text-accent hover:text-accent-hover"
            >
              {texts.aboutLink()}
              <ArrowRight aria-hidden="true" size={18} strokeWidth={1.75} />
            </a>
          </div>
          <Radiograph
            film={volumeFilm}
            alt={texts.volumeAlt()}
            sizes="(width < 48rem) 92vw, 40rem"
            className="w-full"
          />
        </div>
        <ul className="rise mt-16 grid gap-x-10 gap-y-8 md:grid-cols-3">
          {points.map(({ title, text }) => (
            <li key={title()} className="border-line border-t pt-6">
              <h3 className="font-semibold">{title()}</h3>
              <p className="mt-2 max-w-sm text-muted">{text()}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
