import { ArrowRight } from 'lucide-react';
import { BiteDrawing, CameraDrawing, LaserDrawing, PanoramicDrawing } from './service-drawings.tsx';

const services = [
  {
    title: 'Rəqəmsal panoramik rentgen',
    text: 'Bütün dişlər, çənə sümükləri və oynaqlar bir şəkildə. Aparat başınızın ətrafında bir dəfə fırlanır, şəkil dərhal ekranda görünür.',
    Drawing: PanoramicDrawing,
  },
  {
    title: 'İntraoral kamera ilə müayinə',
    text: 'Qələm boyda kamera dişin gizli qalan səthlərini böyüdüb göstərir. Həkimin gördüyünü siz də ekranda görürsünüz.',
    Drawing: CameraDrawing,
  },
  {
    title: 'Dişləm və çənə oynağı diaqnostikası (TMD test)',
    text: 'Çənədə şaqqıltı, ağız açanda ağrı, səbəbsiz baş ağrısı: oynağın hərəkətini və dişləmin təzyiqini ölçür, səbəbini göstəririk.',
    Drawing: BiteDrawing,
  },
  {
    title: 'Lazerlə kariyes diaqnostikası',
    text: 'Lazer minanın altındakı kariyesi hələ gözə görünməyəndə aşkarlayır. Rentgen şüası yoxdur, ağrı yoxdur.',
    Drawing: LaserDrawing,
  },
] as const;

export function Services() {
  return (
    <section className="page-width grid gap-x-16 gap-y-10 py-section lg:grid-cols-[5fr_7fr]">
      <div className="lg:sticky lg:top-28 lg:self-start">
        <h2 className="text-headline">Dörd müayinə, bir aydın cavab</h2>
        <p className="mt-5 max-w-md text-muted">
          Hansının lazım olduğunu həkiminiz təyin edir. Göndərişiniz yoxdursa, zəng edin: birlikdə
          seçək.
        </p>
        <a
          href="/rentgen"
          className="mt-4 inline-flex min-h-touch items-center gap-2 font-medium text-accent-hover hover:underline"
        >
          3D rentgen (KLKT) haqqında
          <ArrowRight aria-hidden="true" size={18} strokeWidth={1.75} />
        </a>
      </div>
      <ul className="divide-y divide-line border-line border-y">
        {services.map(({ title, text, Drawing }) => (
          <li
            key={title}
            className="grid gap-x-8 gap-y-4 py-8 sm:grid-cols-[8rem_1fr] sm:items-center md:py-10"
          >
            <Drawing />
            <div>
              <h3 className="text-title">{title}</h3>
              <p className="mt-2.5 max-w-lg text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
