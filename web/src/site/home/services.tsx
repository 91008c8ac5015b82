import * as texts from '@deqiq/messages/site/home.js';
import { ArrowRight } from 'lucide-react';
import { toAddress } from '../addresses.ts';
import { BiteDrawing, CameraDrawing, LaserDrawing, PanoramicDrawing } from './service-drawings.tsx';

const services = [
  { title: texts.panoramicTitle, text: texts.panoramicText, Drawing: PanoramicDrawing },
  { title: texts.cameraTitle, text: texts.cameraText, Drawing: CameraDrawing },
  { title: texts.biteTitle, text: texts.biteText, Drawing: BiteDrawing },
  { title: texts.laserTitle, text: texts.laserText, Drawing: LaserDrawing },
] as const;

export function Services() {
  return (
    <section className="page-width grid gap-x-16 gap-y-10 py-section lg:grid-cols-[5fr_7fr]">
      <div className="lg:sticky lg:top-28 lg:self-start">
        <h2 className="text-headline">{texts.servicesTitle()}</h2>
        <p className="mt-5 max-w-md text-muted">{texts.servicesLead()}</p>
        <a
          href={toAddress('/rentgen')}
          className="mt-4 inline-flex min-h-touch items-center gap-2 font-medium text-accent-hover hover:underline"
        >
          {texts.servicesLink()}
          <ArrowRight aria-hidden="true" size={18} strokeWidth={1.75} />
        </a>
      </div>
      <ul className="divide-y divide-line border-line border-y">
        {services.map(({ title, text, Drawing }) => (
          <li
            key={title()}
            className="grid gap-x-8 gap-y-4 py-8 sm:grid-cols-[8rem_1fr] sm:items-center md:py-10"
          >
            <Drawing />
            <div>
              <h3 className="text-title">{title()}</h3>
              <p className="mt-2.5 max-w-lg text-muted">{text()}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
