import { Call } from '../parts/call.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Radiograph } from '../parts/radiograph.tsx';
import { Advantages } from './advantages.tsx';
import { ConeBeam } from './cone-beam.tsx';
import { Doses } from './doses.tsx';
import { triptychFilm, volumeFilm } from './films.ts';
import { Plan } from './plan.tsx';
import { Preparation } from './preparation.tsx';

function Triptych() {
  return (
    <figure className="lightbox pb-section">
      <Radiograph
        film={triptychFilm}
        alt="Eyni implantın üç kəsiyi yan-yana: aksial, koronal və sagittal; nazik xətlər kəsiklərin kəsişdiyi yeri göstərir"
        sizes="(width < 48rem) 720px, 92vw"
        className="film mx-auto w-full max-w-[90rem] object-cover max-md:h-56"
      />
      <figcaption className="page-width mt-5 grid gap-x-10 gap-y-1 text-muted md:grid-cols-3">
        <p>Üç kəsik, bir nöqtə: üstdən (aksial), öndən (koronal) və yandan (sagittal).</p>
      </figcaption>
    </figure>
  );
}

export function XRayPage() {
  return (
    <main id="content">
      <div className="lightbox">
        <PageHead title="3D Rentgen">
          Konus-şüalı kompüter tomoqrafiyası (KLKT, ingiliscə CBCT) bir dövrədə dişlərin, çənə
          sümüyünün və sinir kanallarının həcmli şəklini yığır. Panoramik şəkil kölgədir, bu isə
          cismin özüdür.
        </PageHead>
        <Radiograph
          film={volumeFilm}
          alt="Çənələrin 3D şəkli: sümük şüşə kimi şəffafdır, dişlər və kökləri, bir implant və sinir kanalı görünür"
          sizes="(width < 48rem) 100vw, 62rem"
          first
          className="mx-auto w-full max-w-248"
        />
      </div>
      <ConeBeam />
      <Advantages />
      <Triptych />
      <Plan />
      <Doses />
      <Preparation />
      <Call
        title="Göndərişiniz hazırdır?"
        text="Uyğun vaxtı onlayn seçin. Şəkil və rəy həkiminizin şəxsi kabinetinə, istəsəniz, sizə də göndərilir."
      />
    </main>
  );
}
