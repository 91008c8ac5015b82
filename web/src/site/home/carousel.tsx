import * as texts from '@deqiq/messages/site/home.js';
import { ArrowRight, Pause, Play } from 'lucide-react';
import { toAddress } from '../addresses.ts';
import { Drawing } from '../components/drawing.tsx';
import type { DrawingName } from '../drawings/drawings.tsx';

interface Slide {
  title: () => string;
  text: () => string;
  link: { label: () => string; path: string };
  drawing: DrawingName;
  alt: () => string;
  /** On the dark of the lightbox. */
  dark?: boolean;
}

const slides: readonly Slide[] = [
  {
    title: texts.clinicTitle,
    text: texts.clinicText,
    link: { label: texts.clinicLink, path: '/haqqimizda' },
    drawing: 'reception',
    alt: texts.clinicAlt,
  },
  {
    title: texts.equipmentTitle,
    text: texts.equipmentText,
    link: { label: texts.equipmentLink, path: '/rentgen' },
    drawing: 'equipment',
    dark: true,
    alt: texts.equipmentAlt,
  },
  {
    title: texts.teamTitle,
    text: texts.teamText,
    link: { label: texts.teamLink, path: '/partnyor/həkimlər' },
    drawing: 'reading',
    alt: texts.teamAlt,
  },
];

/** Three slides, five seconds each; boot/carousel.ts changes them. */
export function Tour() {
  return (
    <section aria-label={texts.tour()} className="carousel page-width pt-section">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard */}
      <ul className="slides" tabIndex={0} aria-label={texts.slides()}>
        {slides.map(({ title, text, link, drawing, alt, dark }, index) => (
          <li
            key={title()}
            className={`grid md:grid-cols-[5fr_7fr] md:items-stretch ${dark ? 'lightbox' : 'bg-mist'}`}
          >
            <div className="self-end px-[min(1.5rem,7vw)] py-6 max-md:order-last md:p-10 lg:p-14">
              <h2 className="text-headline">{title()}</h2>
              <p className="mt-4 max-w-sm text-muted">{text()}</p>
              <a
                href={toAddress(link.path)}
                className="mt-4 inline-flex min-h-touch items-center gap-2 font-medium text-accent-hover hover:underline"
              >
                {link.label()}
                <ArrowRight aria-hidden="true" size={18} strokeWidth={1.75} />
              </a>
            </div>
            <Drawing
              name={drawing}
              alt={alt()}
              late={index > 0}
              className="size-full object-cover"
            />
          </li>
        ))}
      </ul>
      <div className="carousel-controls mt-2 flex items-center">
        {slides.map(({ title }, index) => (
          <button
            key={title()}
            type="button"
            className="dot"
            aria-label={`${index + 1}: ${title()}`}
            aria-current={index === 0}
          />
        ))}
        <button
          type="button"
          aria-label={texts.pauseSlides()}
          aria-pressed="false"
          className="pause ml-auto grid size-touch place-items-center rounded-full text-muted hover:text-accent"
        >
          <Pause aria-hidden="true" size={18} strokeWidth={1.75} className="when-moving" />
          <Play aria-hidden="true" size={18} strokeWidth={1.75} className="when-still" />
        </button>
      </div>
    </section>
  );
}
