import * as texts from '@deqiq/messages/site/layout.js';

export interface Link {
  label: () => string;
  /** The Azerbaijani path. */
  path: string;
}

/** A link of the header, or a dropdown of links. */
export type HeaderEntry = Link | { label: () => string; id: string; links: readonly Link[] };

export const RESERVATION = '/qeydiyyat';
export const PARTNER_LOGIN = '/login/partnyor';

/** Header and footer links: specification, section 2 "Public layout". */
export const headerEntries: readonly HeaderEntry[] = [
  { label: texts.home, path: '/' },
  { label: texts.about, path: '/haqqimizda' },
  {
    label: texts.services,
    id: 'xidmetler',
    links: [
      { label: texts.laboratory, path: '/laboratoriya' },
      { label: texts.xRay, path: '/rentgen' },
      { label: texts.academy, path: '/akademiya' },
    ],
  },
  {
    label: texts.partners,
    id: 'partnyorlar',
    links: [
      { label: texts.companies, path: '/partnyor/şirkətlər' },
      { label: texts.doctors, path: '/partnyor/həkimlər' },
      { label: texts.registration, path: '/partnyor/qeydiyyat' },
    ],
  },
  { label: texts.contact, path: '/elaqe' },
];

export const footerLinks: readonly Link[] = [
  { label: texts.home, path: '/' },
  { label: texts.reservation, path: RESERVATION },
  { label: texts.xRay, path: '/rentgen' },
  { label: texts.laboratory, path: '/laboratoriya' },
  { label: texts.about, path: '/haqqimizda' },
  { label: texts.contact, path: '/elaqe' },
];
