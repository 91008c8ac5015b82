import * as texts from '@deqiq/messages/site/laboratory.js';
import { Call } from '../components/call.tsx';
import { Drawing } from '../components/drawing.tsx';
import { PageHead } from '../components/page-head.tsx';
import { services } from './services.tsx';

const cards = [
  { title: texts.technologyTitle, text: texts.technologyText },
  { title: texts.materialsTitle, text: texts.materialsText },
  { title: texts.personalTitle, text: texts.personalText },
  { title: texts.fastTitle, text: texts.fastText },
] as const;

function Services() {
  return (
    <section className="page-width py-section">
      <h2 className="text-headline">{texts.productsTitle()}</h2>
      <ul className="mt-10 grid gap-x-12 sm:grid-cols-2 lg:grid-cols-3">
        {services.map(({ title, text, Picture }) => (
          <li key={title()} className="border-line border-t pt-7 pb-10">
            <Picture />
            <h3 className="mt-5 text-title">{title()}</h3>
            <p className="mt-2.5 max-w-md text-muted">{text()}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Cards() {
  return (
    <section className="lightbox">
      <div className="page-width py-section">
        <h2 className="max-w-[16ch] text-headline">{texts.reasonsTitle()}</h2>
        <ul className="rise mt-12 grid gap-x-10 gap-y-9 sm:grid-cols-2 lg:grid-cols-4">
          {cards.map(({ title, text }) => (
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

export function LaboratoryPage() {
  return (
    <main id="content">
      <PageHead title={texts.title()}>{texts.lead()}</PageHead>
      <div className="bleed-right lightbox overflow-clip md:rounded-l-sheet">
        <Drawing
          name="laboratory"
          alt={texts.alt()}
          className="h-[clamp(15rem,38vw,34rem)] w-full object-cover"
        />
      </div>
      <Services />
      <Cards />
      <Call
        title={texts.callTitle()}
        text={texts.callText()}
        link={{ label: texts.callLink(), path: '/partnyor/qeydiyyat' }}
      />
    </main>
  );
}
