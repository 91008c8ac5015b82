import { Call } from '../components/call.tsx';
import { Drawing } from '../components/drawing.tsx';
import { PageHead } from '../components/page-head.tsx';
import { services } from './services.tsx';

const cards = [
  {
    title: 'Ən son texnologiya',
    text: 'Skaner, layihə proqramı və frez dəzgahı bir rəqəmsal zəncirdir. Ölçü yolda itmir, çünki əl ilə köçürülmür.',
  },
  {
    title: 'Keyfiyyətli materiallar',
    text: 'Sertifikatlı sirkonium, keramika və polimerlər. Partiya nömrəsi hər işin sənədində yazılır.',
  },
  {
    title: 'Fərdi yanaşma',
    text: 'Rəng, forma və dişləm hər pasiyent üçün ayrıca qurulur. Həkim layihəni işə başlamazdan əvvəl təsdiqləyir.',
  },
  {
    title: 'Sürətli və dəqiq proses',
    text: 'Skan bizə internetlə gəlir, gips modelin yolunu gözləmirik. Sifarişin gedişi həkimin şəxsi kabinetindədir.',
  },
] as const;

function Services() {
  return (
    <section className="page-width py-section">
      <h2 className="text-headline">Nə hazırlayırıq</h2>
      <ul className="mt-10 grid gap-x-12 sm:grid-cols-2 lg:grid-cols-3">
        {services.map(({ title, text, Picture }) => (
          <li key={title} className="border-line border-t pt-7 pb-10">
            <Picture />
            <h3 className="mt-5 text-title">{title}</h3>
            <p className="mt-2.5 max-w-md text-muted">{text}</p>
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
        <h2 className="max-w-[16ch] text-headline">Niyə həkimlər işi bizə göndərir</h2>
        <ul className="rise mt-12 grid gap-x-10 gap-y-9 sm:grid-cols-2 lg:grid-cols-4">
          {cards.map(({ title, text }) => (
            <li key={title} className="border-line border-t pt-6">
              <h3 className="font-semibold">{title}</h3>
              <p className="mt-2 max-w-sm text-muted">{text}</p>
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
      <PageHead title="Rəqəmsal Laboratoriya">
        Həkim ağızdaxili skanı göndərir, biz dişi ekranda layihələndirir, dəzgahda yonur və hazır
        işi qaytarırıq. Arada nə ölçü kütləsi var, nə də gips.
      </PageHead>
      <div className="bleed-right lightbox overflow-clip md:rounded-l-sheet">
        <Drawing
          name="laboratory"
          alt="Laboratoriya: frez dəzgahı, model skaneri, artikulyator, layihə ekranı və bişirmə sobası"
          className="h-[clamp(15rem,38vw,34rem)] w-full object-cover"
        />
      </div>
      <Services />
      <Cards />
      <Call
        title="Klinikanız üçün sınaq işi göndərin"
        text="Partnyor olun: sifarişinizin hansı mərhələdə olduğunu zəng etmədən, şəxsi kabinetinizdə görəcəksiniz."
        link={{ label: 'Partnyor olun', path: '/partnyor/qeydiyyat' }}
      />
    </main>
  );
}
