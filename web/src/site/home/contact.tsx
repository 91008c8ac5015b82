import * as commonTexts from '@deqiq/messages/site/common.js';
import * as texts from '@deqiq/messages/site/home.js';
import { Clock, Mail, MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { toAddress } from '../addresses.ts';
import { ButtonLink } from '../components/button-link.tsx';
import { Each } from '../facts/each.tsx';
import { clinic } from '../facts/slots.ts';
import { RESERVATION } from '../layout/navigation.ts';

const { latitude, longitude } = clinic.position;
const DIRECTIONS = `https://www.openstreetmap.org/directions?to=${latitude}%2C${longitude}`;

const link = 'inline-flex min-h-touch items-center font-medium text-accent-hover hover:underline';

function Fact({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className="py-6">
      <dt className="flex items-center gap-4 font-semibold">
        {icon}
        {title}
      </dt>
      <dd className="mt-1 pl-10 text-muted">{children}</dd>
    </div>
  );
}

const icon = {
  'aria-hidden': true,
  size: 24,
  strokeWidth: 1.75,
  className: 'text-accent',
} as const;

export function Contact() {
  return (
    <section className="bg-mist pb-[clamp(1.5rem,5vw,4.5rem)]">
      <div className="page-width grid gap-x-16 gap-y-12 py-section lg:grid-cols-[7fr_5fr]">
        <div className="rise">
          <h2 className="text-headline">{texts.contactTitle()}</h2>
          <p className="mt-4 max-w-md text-muted">{texts.contactText()}</p>
          <a href={clinic.phone.href} className="mt-6 inline-block text-figure hover:text-accent">
            {clinic.phone.text}
          </a>
          <div className="mt-8 flex flex-wrap gap-3">
            <ButtonLink href={toAddress(RESERVATION)}>{commonTexts.book()}</ButtonLink>
            <Each list="whatsApp">
              {(field) => (
                <ButtonLink href={field('href')} quiet>
                  {commonTexts.writeOnWhatsApp()}
                </ButtonLink>
              )}
            </Each>
          </div>
        </div>
        <dl className="rise divide-y divide-line self-end border-line border-y">
          <Fact icon={<MapPin {...icon} />} title={commonTexts.address()}>
            {clinic.address}
            <br />
            <a href={DIRECTIONS} target="_blank" rel="noopener" className={link}>
              {commonTexts.directions()}
            </a>
          </Fact>
          <Fact icon={<Clock {...icon} />} title={commonTexts.hours()}>
            <Each list="hours">
              {(field) => <span className="block">{`${field('days')}: ${field('time')}`}</span>}
            </Each>
          </Fact>
          <Fact icon={<Mail {...icon} />} title={commonTexts.email()}>
            <a href={clinic.email.href} className={link}>
              {clinic.email.text}
            </a>
          </Fact>
        </dl>
      </div>
    </section>
  );
}
