export interface Link {
  label: string;
  path: string;
}

/** A link of the header, or a dropdown of links. */
export type HeaderEntry = Link | { label: string; id: string; links: readonly Link[] };

export const RESERVATION = '/qeydiyyat';
export const PARTNER_LOGIN = '/login/partnyor';

/** Header and footer links: specification, section 2 "Public layout". */
export const headerEntries: readonly HeaderEntry[] = [
  { label: 'Ana Səhifə', path: '/' },
  { label: 'Haqqımızda', path: '/haqqimizda' },
  {
    label: 'Xidmətlərimiz',
    id: 'xidmetler',
    links: [
      { label: 'Rəqəmsal Laboratoriya', path: '/laboratoriya' },
      { label: '3D Rentgen', path: '/rentgen' },
      { label: 'Akademiya', path: '/akademiya' },
    ],
  },
  {
    label: 'Partnyorlar',
    id: 'partnyorlar',
    links: [
      { label: 'Şirkətlər', path: '/partnyor/şirkətlər' },
      { label: 'Həkimlər', path: '/partnyor/həkimlər' },
      { label: 'Qeydiyyat', path: '/partnyor/qeydiyyat' },
    ],
  },
  { label: 'Əlaqə', path: '/elaqe' },
];

export const footerLinks: readonly Link[] = [
  { label: 'Ana Səhifə', path: '/' },
  { label: 'Online Rezervasiya', path: RESERVATION },
  { label: '3D Rentgen', path: '/rentgen' },
  { label: 'Rəqəmsal Laboratoriya', path: '/laboratoriya' },
  { label: 'Haqqımızda', path: '/haqqimizda' },
  { label: 'Əlaqə', path: '/elaqe' },
];
