import { provider } from '@deqiq/contract/provider.ts';
import { Phone } from 'lucide-react';
import { RESERVATION } from '../layout/navigation.ts';
import { ButtonLink } from '../parts/button-link.tsx';
import { Panoramic } from '../parts/panoramic.tsx';

const [promise = '', outcome = ''] = provider.slogan.split(/(?<=,) /);

export function Hero() {
  return (
    <section className="relative desk:grid desk:min-h-[min(46rem,calc(100svh-8rem))] desk:grid-cols-[1fr_1.12fr]">
      <div className="page-width flex flex-col justify-center py-14 md:py-20 desk:mr-0 desk:max-w-[calc(41rem)] desk:py-16 desk:pr-14">
        <h1 className="text-hero">
          <span className="block">{promise}</span> <span className="block">{outcome}</span>
        </h1>
        <p className="mt-6 max-w-[34rem] text-[1.125rem] text-muted md:text-[1.25rem]">
          Çənənizin tam mənzərəsi cəmi bir neçə saniyəyə: aşağı dozalı rəqəmsal rentgen, aydın rəy
          və birbaşa həkiminizə çatan nəticə.
        </p>
        <div className="mt-9 flex flex-wrap gap-3">
          <ButtonLink href={RESERVATION} className="min-h-13 px-7">
            Vaxt rezerv edin
          </ButtonLink>
          <ButtonLink href={provider.phone.href} quiet className="min-h-13 px-6 tabular-nums">
            <Phone aria-hidden="true" size={18} strokeWidth={1.75} />
            {provider.phone.text}
          </ButtonLink>
        </div>
      </div>
      <Panoramic />
    </section>
  );
}
