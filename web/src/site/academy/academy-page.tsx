import { Call } from '../components/call.tsx';
import { Drawing } from '../components/drawing.tsx';
import { PageHead } from '../components/page-head.tsx';
import type { DrawingName } from '../drawings/drawings.tsx';
import { Hall } from './hall.tsx';

interface Part {
  id: string;
  title: string;
  lead: string;
  drawing: DrawingName;
  alt: string;
  items: readonly { title: string; text: string }[];
}

const parts: readonly Part[] = [
  {
    id: 'tedris',
    title: 'Tədris proqramları',
    lead: 'Diş həkimləri, rentgen laborantları və diş texnikləri üçün. Hər məşğələ real (adı gizlədilmiş) şəkillər üzərində keçir.',
    drawing: 'course',
    alt: 'Dərs: müəllim divardakı panoramik şəkli izah edir, üç nəfər qulaq asır',
    items: [
      {
        title: 'Sertifikatlı kurslar',
        text: 'Panoramik şəkli və KLKT-ni oxumaq, implant planlaması, CAD/CAM layihəsi. Sonda imtahan və sertifikat.',
      },
      {
        title: 'Seminar və vebinarlar',
        text: 'Bir mövzu, bir axşam: klinik hal, müzakirə, suallar. Videoyazısı iştirakçılarda qalır.',
      },
      {
        title: 'Praktik təcrübə proqramları',
        text: 'Aparatın yanında, həkim və texnikin nəzarəti ilə: pasiyentin yerləşdirilməsindən rəyin yazılmasına qədər.',
      },
      {
        title: 'Davamlı tibbi təhsil',
        text: 'Həkimlər üçün ilboyu proqram: yeniliklər, doza qaydaları, çətin halların təhlili.',
      },
    ],
  },
  {
    id: 'materiallar',
    title: 'Tədris materialları və resurslar',
    lead: 'Kursdan sonra da əlinizin altında qalan vəsaitlər.',
    drawing: 'materials',
    alt: 'Masada kitablar, video dərs açılmış noutbuk və məşq üçün çənə modeli',
    items: [
      {
        title: 'Məqalə və kitablar',
        text: 'Rentgenologiya və rəqəmsal stomatologiya üzrə seçilmiş məqalələr və oxu zalı.',
      },
      {
        title: 'Video dərslər',
        text: 'Qısa videolar: dişləmin skanı, KLKT kəsikləri, qapağın layihəsi. Hamısı addım-addım.',
      },
      {
        title: 'Tədris ləvazimatları',
        text: 'Məşq modelləri, fantomlar, nümunə şəkillər və skan faylları.',
      },
    ],
  },
  {
    id: 'mezunlar',
    title: 'Məzunlar üçün təcrübə və iş imkanları',
    lead: 'Kursu bitirənləri partnyor klinikalarımızla tanış edirik.',
    drawing: 'graduates',
    alt: 'Ağ xalatlı iki həkim: məzun sertifikatını əlində tutur',
    items: [
      {
        title: 'Təcrübə',
        text: 'Mərkəzimizdə və partnyor klinikalarda, təcrübəli həkimin rəhbərliyi altında.',
      },
      {
        title: 'İş imkanları',
        text: 'Rentgen, laboratoriya və qeydiyyat üzrə boş yerləri əvvəlcə məzunlara bildiririk.',
      },
      {
        title: 'Karyera dəstəyi',
        text: 'CV-nizə baxırıq, müsahibəyə hazırlaşmağa kömək edirik, tövsiyə məktubu yazırıq.',
      },
    ],
  },
];

function Contents() {
  return (
    <nav aria-label="Bu səhifədə" className="page-width pt-10 md:pt-14">
      <ul className="flex flex-wrap gap-x-8 gap-y-1">
        {parts.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="inline-flex min-h-touch items-center font-medium text-accent-hover hover:underline"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function AcademyPage() {
  return (
    <main id="content">
      <PageHead title="Akademiya">
        Şəkil çəkməyi aparat bilir, onu oxumağı isə insan öyrənir. Akademiyada həkimlər, texniklər
        və tələbələr rəqəmsal diaqnostikanı iş başında mənimsəyir.
      </PageHead>
      <Hall />
      <Contents />
      {parts.map(({ id, title, lead, drawing, alt, items }) => (
        <section
          key={id}
          id={id}
          className="page-width grid gap-x-16 gap-y-8 py-[clamp(2.5rem,5vw,5rem)] lg:grid-cols-[5fr_7fr]"
        >
          <div className="lg:sticky lg:top-28 lg:self-start">
            <h2 className="text-headline">{title}</h2>
            <p className="mt-4 max-w-md text-muted">{lead}</p>
            <Drawing name={drawing} alt={alt} className="mt-6 w-full max-w-md" />
          </div>
          <ul className="self-start divide-y divide-line border-line border-y">
            {items.map((item) => (
              <li
                key={item.title}
                className="grid gap-x-8 gap-y-1.5 py-6 sm:grid-cols-[15rem_1fr] md:py-7"
              >
                <h3 className="font-semibold">{item.title}</h3>
                <p className="max-w-md text-muted">{item.text}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <Call
        title="Növbəti qrupa yazılın"
        text="Adınızı, ixtisasınızı və maraqlandığınız proqramı yazın: tarixi, proqramı və şərtləri göndərək."
        link={{ label: 'Akademiyaya yazın', path: '/elaqe' }}
      />
    </main>
  );
}
