import { provider } from '@deqiq/contract/shared/provider.ts';
import type { ReactNode } from 'react';
import { AboutPage } from './about/about-page.tsx';
import { AcademyPage } from './academy/academy-page.tsx';
import { Companies } from './clinics/clinics-page.tsx';
import { ContactPage } from './contact/contact-page.tsx';
import { Doctors } from './doctors/doctors-page.tsx';
import { Home } from './home/home-page.tsx';
import { LaboratoryPage } from './laboratory/laboratory-page.tsx';
import { Partnership } from './partnership/partnership-page.tsx';
import { Reservation } from './reservation/reservation-page.tsx';
import { dentalBusiness, examination, laboratoryService, screen } from './structured-data.ts';
import { XRayPage } from './x-ray/x-ray-page.tsx';

export interface Page {
  /** Decoded and NFC. */
  path: string;
  /** Further addresses of the same screen; `path` is the canonical one. */
  aliases?: readonly string[];
  title: string;
  description: string;
  /** Schema.org data for search engines; `publicUrl` is the origin where it is known. */
  data?: (publicUrl: string | undefined) => object;
  content: () => ReactNode;
}

/** Every public page there is. */
export const pages: readonly Page[] = [
  {
    path: '/',
    title: `${provider.name} — ${provider.slogan}`,
    description:
      'Bakıda rəqəmsal panoramik rentgen, 3D rentgen (KLKT) və diş diaqnostikası. Aşağı doza, dəqiq şəkil, nəticə həkiminizin telefonunda. Onlayn rezervasiya.',
    data: dentalBusiness,
    content: () => <Home />,
  },
  {
    path: '/haqqimizda',
    aliases: ['/about'],
    title: `Haqqımızda — ${provider.name}`,
    description:
      'Bakıda rəqəmsal diş və üz-çənə diaqnostikası mərkəzi: dəqiq diaqnostika, müasir avadanlıqlar, təcrübəli həkimlər, beynəlxalq protokollar.',
    data: screen('AboutPage', 'Haqqımızda', '/haqqimizda'),
    content: () => <AboutPage />,
  },
  {
    path: '/laboratoriya',
    aliases: ['/laboratory'],
    title: `Rəqəmsal Laboratoriya — ${provider.name}`,
    description:
      '3D skan, CAD/CAM, sirkonium və keramik qapaqlar, şəffaf elaynerlər, implant restavrasiyaları, laminat və vinirlər: skandan hazır işə qədər.',
    data: laboratoryService,
    content: () => <LaboratoryPage />,
  },
  {
    path: '/rentgen',
    title: `3D Rentgen (KLKT) — ${provider.name}`,
    description:
      'Konus-şüalı tomoqrafiya (KLKT, CBCT) nədir, necə çəkilir, dozası nə qədərdir, implant və ortodontik planlamada nə göstərir.',
    data: examination,
    content: () => <XRayPage />,
  },
  {
    path: '/akademiya',
    title: `Akademiya — ${provider.name}`,
    description:
      'Həkimlər, texniklər və tələbələr üçün sertifikatlı kurslar, seminar və vebinarlar, praktik təcrübə, tədris materialları və iş imkanları.',
    data: screen('WebPage', 'Akademiya', '/akademiya'),
    content: () => <AcademyPage />,
  },
  {
    path: '/elaqe',
    aliases: ['/contact'],
    title: `Əlaqə — ${provider.name}`,
    description:
      'Telefon, ünvan, xəritə və iş saatları. Sualınızı yazın, sizə zəng edək. Bakı, Nərimanov rayonu.',
    content: () => <ContactPage />,
  },
  {
    path: '/qeydiyyat',
    title: `Onlayn Rezervasiya — ${provider.name}`,
    description:
      'Panoramik və 3D rentgen üçün onlayn rezervasiya: müraciətinizi bir dəqiqəyə göndərin, uyğun vaxtı birlikdə seçək.',
    content: () => <Reservation />,
  },
  {
    path: '/partnyorlar',
    aliases: ['/partnyor/qeydiyyat', '/partnership'],
    title: `Partnyorluq Müraciəti — ${provider.name}`,
    description:
      'Həkimlər və klinikalar üçün partnyorluq: pasiyentlərinizin rentgeni və laboratoriya sifarişləri şəxsi kabinetinizdə.',
    content: () => <Partnership />,
  },
  {
    path: '/partnyor/şirkətlər',
    title: `Partnyor şirkətlər — ${provider.name}`,
    description: 'Pasiyentlərini bizə göndərən partnyor klinikalar: ünvan, telefon və Instagram.',
    content: () => <Companies />,
  },
  {
    path: '/partnyor/həkimlər',
    title: `Partnyor həkimlər — ${provider.name}`,
    description:
      'Bizimlə işləyən partnyor həkimlər: klinikası, telefonu, Instagramı və sertifikatları.',
    content: () => <Doctors />,
  },
];
