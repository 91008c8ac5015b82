import * as texts from '@deqiq/messages/site/common.js';
import { Phone } from 'lucide-react';
import { toAddress } from '../addresses.ts';
import { clinic } from '../facts/slots.ts';
import { RESERVATION } from '../layout/navigation.ts';
import { ButtonLink } from './button-link.tsx';

interface CallProps {
  title: string;
  text: string;
  /** Target of the first button; the reservation by default. */
  link?: { label: string; path: string };
}

/** The end of a page: the next step, and the telephone number. */
export function Call({ title, text, link }: CallProps) {
  const { label, path } = link ?? { label: texts.book(), path: RESERVATION };
  return (
    <section className="bg-mist pb-[clamp(1.5rem,5vw,4.5rem)]">
      <div className="page-width grid items-end gap-x-16 gap-y-7 py-section lg:grid-cols-[7fr_5fr]">
        <div>
          <h2 className="text-headline">{title}</h2>
          <p className="mt-4 max-w-lg text-muted">{text}</p>
        </div>
        <div className="flex flex-wrap gap-3 lg:justify-self-end">
          <ButtonLink href={toAddress(path)} className="min-h-13 px-7">
            {label}
          </ButtonLink>
          <ButtonLink href={clinic.phone.href} quiet className="min-h-13 px-6">
            <Phone aria-hidden="true" size={18} strokeWidth={1.75} />
            {clinic.phone.text}
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}
