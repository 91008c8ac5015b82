import * as commonTexts from '@deqiq/messages/site/common.js';
import * as texts from '@deqiq/messages/site/x-ray.js';
import { toAddress } from '../addresses.ts';
import { ButtonLink } from '../components/button-link.tsx';
import { Call } from '../components/call.tsx';
import { Radiograph } from '../components/radiograph.tsx';
import { RESERVATION } from '../layout/navigation.ts';
import { Advantages } from './advantages.tsx';
import { ConeBeam } from './cone-beam.tsx';
import { Doses } from './doses.tsx';
import { triptychFilm, volumeFilm } from './films.ts';
import { Plan } from './plan.tsx';
import { Preparation } from './preparation.tsx';

function Head() {
  return (
    <div className="lightbox">
      <div className="page-width grid items-center gap-x-8 gap-y-6 pt-10 md:pt-16 lg:grid-cols-[5fr_8fr] lg:py-12">
        <div>
          <h1 className="text-display">{texts.title()}</h1>
          <p className="mt-6 max-w-lg text-[1.125rem] text-muted">{texts.lead()}</p>
          <ButtonLink href={toAddress(RESERVATION)} className="mt-8 min-h-13 px-7">
            {commonTexts.book()}
          </ButtonLink>
        </div>
        <Radiograph
          film={volumeFilm}
          alt={texts.volumeAlt()}
          sizes="(width < 64rem) 100vw, 44rem"
          first
          className="w-full"
        />
      </div>
    </div>
  );
}

function Triptych() {
  return (
    <figure className="lightbox pb-section">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it is scrolled, also by keyboard */}
      <section tabIndex={0} aria-label={texts.slicesLabel()} className="page-width overflow-x-auto">
        <Radiograph
          film={triptychFilm}
          alt={texts.slicesAlt()}
          sizes="(width < 48rem) 45rem, 74rem"
          className="w-full max-w-none rounded-card max-md:w-180"
        />
      </section>
      <figcaption className="page-width mt-5 text-muted">{texts.slicesCaption()}</figcaption>
    </figure>
  );
}

export function XRayPage() {
  return (
    <main id="content">
      <Head />
      <ConeBeam />
      <Advantages />
      <Triptych />
      <Plan />
      <Doses />
      <Preparation />
      <Call title={texts.callTitle()} text={texts.callText()} />
    </main>
  );
}
