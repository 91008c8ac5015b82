import * as aboutTexts from '@deqiq/messages/site/about.js';
import * as academyTexts from '@deqiq/messages/site/academy.js';
import * as contactTexts from '@deqiq/messages/site/contact.js';
import * as homeTexts from '@deqiq/messages/site/home.js';
import * as laboratoryTexts from '@deqiq/messages/site/laboratory.js';
import * as partnerTexts from '@deqiq/messages/site/partner-pages.js';
import * as partnershipTexts from '@deqiq/messages/site/partnership.js';
import * as providerTexts from '@deqiq/messages/site/provider.js';
import * as reservationTexts from '@deqiq/messages/site/reservation.js';
import * as xRayTexts from '@deqiq/messages/site/x-ray.js';
import type { ReactNode } from 'react';
import { AboutPage } from './about/about-page.tsx';
import { AcademyPage } from './academy/academy-page.tsx';
import { Companies } from './clinics/clinics-page.tsx';
import { ContactPage } from './contact/contact-page.tsx';
import { Doctors } from './doctors/doctors-page.tsx';
import { clinic } from './facts/slots.ts';
import { Home } from './home/home-page.tsx';
import { LaboratoryPage } from './laboratory/laboratory-page.tsx';
import { Partnership } from './partnership/partnership-page.tsx';
import { Reservation } from './reservation/reservation-page.tsx';
import {
  dentalBusiness,
  examination,
  laboratoryService,
  priceList,
  screen,
} from './structured-data.ts';
import { XRayPage } from './x-ray/x-ray-page.tsx';

export interface Page {
  /** Of the Azerbaijani page, decoded and NFC; addresses.ts adds the prefix of another language. */
  path: string;
  title: () => string;
  description: () => string;
  /** Schema.org data for search engines; `publicUrl` is the origin where it is known. */
  data?: (publicUrl: string | undefined) => object;
  content: () => ReactNode;
  /** The page while the clinic shows its prices. It has styles of its own, so the page without them stays as it is. */
  withPrices?: Required<Pick<Page, 'data' | 'content'>>;
}

const withName = (title: () => string) => () => `${title()} — ${clinic.name}`;

/** Every public page there is. */
export const pages: readonly Page[] = [
  {
    path: '/',
    title: () => `${clinic.name} — ${providerTexts.slogan()}`,
    description: homeTexts.description,
    data: dentalBusiness,
    content: () => <Home />,
  },
  {
    path: '/haqqimizda',
    title: withName(aboutTexts.title),
    description: aboutTexts.description,
    data: screen('AboutPage', aboutTexts.title, '/haqqimizda'),
    content: () => <AboutPage />,
  },
  {
    path: '/laboratoriya',
    title: withName(laboratoryTexts.title),
    description: laboratoryTexts.description,
    data: laboratoryService,
    content: () => <LaboratoryPage />,
  },
  {
    path: '/rentgen',
    title: withName(xRayTexts.pageTitle),
    description: xRayTexts.description,
    data: examination,
    content: () => <XRayPage />,
  },
  {
    path: '/akademiya',
    title: withName(academyTexts.title),
    description: academyTexts.description,
    data: screen('WebPage', academyTexts.title, '/akademiya'),
    content: () => <AcademyPage />,
  },
  {
    path: '/elaqe',
    title: withName(contactTexts.title),
    description: contactTexts.description,
    content: () => <ContactPage />,
  },
  {
    path: '/qeydiyyat',
    title: withName(reservationTexts.title),
    description: reservationTexts.description,
    content: () => <Reservation />,
    withPrices: { data: priceList, content: () => <Reservation hasPrices /> },
  },
  {
    path: '/partnyorlar',
    title: withName(partnershipTexts.title),
    description: partnershipTexts.description,
    content: () => <Partnership />,
  },
  {
    path: '/partnyor/şirkətlər',
    title: withName(partnerTexts.clinicsTitle),
    description: partnerTexts.clinicsDescription,
    content: () => <Companies />,
  },
  {
    path: '/partnyor/həkimlər',
    title: withName(partnerTexts.doctorsTitle),
    description: partnerTexts.doctorsDescription,
    content: () => <Doctors />,
  },
];
