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
          <h1 className="text-display">3D Rentgen</h1>
          <p className="mt-6 max-w-lg text-[1.125rem] text-muted">
            Konus-şüalı kompüter tomoqrafiyası (KLKT, ingiliscə CBCT) bir dövrədə dişlərin, çənə
            sümüyünün və sinir kanallarının həcmli şəklini qurur. Panoramik şəkil kölgədir, bu isə
            cismin özüdür.
          </p>
          <ButtonLink href={RESERVATION} className="mt-8 min-h-13 px-7">
            Qəbula yazılın
          </ButtonLink>
        </div>
        <Radiograph
          film={volumeFilm}
          alt="Çənələrin 3D şəkli: sümük şüşə kimi şəffafdır, dişlər və kökləri, bir implant və sinir kanalı görünür"
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
      <section tabIndex={0} aria-label="Üç kəsik" className="page-width overflow-x-auto">
        <Radiograph
          film={triptychFilm}
          alt="Eyni implantın üç kəsiyi yan-yana: aksial, koronal və sagittal; nazik xətlər kəsiklərin kəsişdiyi yeri göstərir"
          sizes="(width < 48rem) 45rem, 74rem"
          className="w-full max-w-none rounded-card max-md:w-180"
        />
      </section>
      <figcaption className="page-width mt-5 text-muted">
        Üç kəsik, bir nöqtə: üstdən (aksial), öndən (koronal) və yandan (sagittal).
      </figcaption>
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
      <Call
        title="Göndərişiniz hazırdır?"
        text="Qəbula onlayn yazılın. Şəkil və rəy həkiminizin şəxsi kabinetinə, istəsəniz, sizə də göndərilir."
      />
    </main>
  );
}
