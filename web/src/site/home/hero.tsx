import * as commonTexts from '@deqiq/messages/site/common.js';
import * as texts from '@deqiq/messages/site/home.js';
import * as providerTexts from '@deqiq/messages/site/provider.js';
import { Phone } from 'lucide-react';
import { toAddress } from '../addresses.ts';
import { ButtonLink } from '../components/button-link.tsx';
import { Panoramic } from '../components/panoramic.tsx';
import { clinic } from '../facts/slots.ts';
import { RESERVATION } from '../layout/navigation.ts';

export function Hero() {
  const [promise = '', outcome = ''] = providerTexts.slogan().split(/(?<=,) /);
  return (
    <section>
      <div className="page-width grid items-end gap-x-12 gap-y-6 pt-12 pb-10 md:pt-16 md:pb-12 lg:grid-cols-[7fr_5fr]">
        <h1 className="text-hero">
          <span className="block">{promise}</span> <span className="block">{outcome}</span>
        </h1>
        <div>
          <p className="max-w-[32rem] text-[1.125rem] text-muted">{texts.lead()}</p>
          <div className="mt-7 flex flex-wrap gap-3">
            <ButtonLink href={toAddress(RESERVATION)} className="min-h-13 px-7">
              {commonTexts.book()}
            </ButtonLink>
            <ButtonLink href={clinic.phone.href} quiet className="min-h-13 px-6">
              <Phone aria-hidden="true" size={18} strokeWidth={1.75} />
              {clinic.phone.text}
            </ButtonLink>
          </div>
        </div>
      </div>
      <Panoramic className="bleed-right h-[clamp(19rem,42vw,max(26rem,100svh-21.5rem))] md:rounded-l-sheet" />
    </section>
  );
}
