import * as texts from '@deqiq/messages/site/about.js';
import type { ReactNode } from 'react';
import { Call } from '../components/call.tsx';
import { Drawing } from '../components/drawing.tsx';
import { PageHead } from '../components/page-head.tsx';
import { clinic } from '../facts/slots.ts';

function Topic({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="text-headline">{title}</h2>
      <div className="mt-5 grid max-w-xl gap-4 text-muted">{children}</div>
    </div>
  );
}

export function AboutPage() {
  return (
    <main id="content">
      <PageHead title={texts.title()}>{texts.lead({ name: clinic.name })}</PageHead>
      <div className="bleed-right overflow-clip bg-mist md:rounded-l-sheet">
        <Drawing
          name="entrance"
          alt={texts.entranceAlt()}
          className="h-[clamp(15rem,38vw,34rem)] w-full object-cover"
        />
      </div>

      <section className="page-width grid gap-x-16 gap-y-12 py-section lg:grid-cols-2">
        <Topic title={texts.preciseTitle()}>
          <p>{texts.preciseText()}</p>
          <p>{texts.restraintText()}</p>
        </Topic>
        <Topic title={texts.protocolsTitle()}>
          <p>{texts.doseText()}</p>
          <p>{texts.safetyText()}</p>
        </Topic>
      </section>

      <section className="lightbox">
        <div className="page-width grid items-center gap-x-16 gap-y-10 py-section lg:grid-cols-[5fr_7fr]">
          <Topic title={texts.equipmentTitle()}>
            <p>{texts.equipmentText()}</p>
            <p>{texts.digitalText()}</p>
          </Topic>
          <Drawing name="equipment" alt={texts.equipmentAlt()} className="w-full" />
        </div>
      </section>

      <section className="page-width grid items-center gap-x-16 gap-y-10 py-section lg:grid-cols-[7fr_5fr]">
        <div className="overflow-clip rounded-sheet bg-mist max-lg:order-last">
          <Drawing name="reading" alt={texts.readingAlt()} className="w-full" />
        </div>
        <Topic title={texts.doctorsTitle()}>
          <p>{texts.doctorsText()}</p>
          <p>{texts.secondOpinionText()}</p>
        </Topic>
      </section>
      <Call title={texts.callTitle()} text={texts.callText()} />
    </main>
  );
}
