import { ArrowRight } from 'lucide-react';
import { ArchLine } from '../parts/arch-line.tsx';

const points = [
  {
    title: 'Müasir avadanlıq',
    text: 'Panoramik və 3D rentgen (KLKT) aparatlarımız rəqəmsaldır: doza aşağı, şəkil kəskindir.',
  },
  {
    title: 'Təcrübəli həkimlər',
    text: 'Hər şəklə həkim baxır, rəyi həm sizin, həm də həkiminizin anladığı dildə yazır.',
  },
  {
    title: 'Beynəlxalq protokollar',
    text: 'Doza, sterilizasiya və məlumatlarınızın qorunması beynəlxalq qaydalara əsaslanır.',
  },
] as const;

export function About() {
  return (
    <section className="lightbox relative overflow-clip">
      <ArchLine
        rings={4}
        className="absolute -right-[30%] bottom-0 w-[115%] text-line sm:-right-[12%] sm:w-[80%] lg:w-[58%]"
      />
      <div className="page-width relative grid gap-x-16 gap-y-14 py-section lg:grid-cols-[7fr_5fr]">
        <div className="rise">
          <h2 className="max-w-[13ch] text-display">Şəkil aydın olanda qərar da aydın olur</h2>
          <p className="mt-7 max-w-lg text-[1.125rem] text-muted">
            Dəqiq Diaqnostika Bakıda diş və üz-çənə diaqnostikası mərkəzidir. İşimiz sizə və
            həkiminizə etibar edə biləcəyiniz şəkil və rəy verməkdir.
          </p>
          <a
            href="/haqqimizda"
            className="mt-7 inline-flex min-h-touch items-center gap-2 font-medium text-accent hover:text-accent-hover"
          >
            Haqqımızda daha ətraflı
            <ArrowRight aria-hidden="true" size={18} strokeWidth={1.75} />
          </a>
        </div>
        <ul className="rise divide-y divide-line self-end border-line border-y">
          {points.map(({ title, text }) => (
            <li key={title} className="py-6">
              <h3 className="font-semibold">{title}</h3>
              <p className="mt-1.5 text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
