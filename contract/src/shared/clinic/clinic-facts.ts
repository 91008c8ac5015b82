import { type ChosenLanguage, personLanguage, tags } from '@deqiq/messages/language.ts';
import * as texts from '@deqiq/messages/site/provider.js';
import { pictureUrl } from '../../imaging/pictures.ts';
import { formatManat } from '../money.ts';
import { provider } from '../provider.ts';
import { type ClinicSettings, defaultSettings } from './clinic-settings.ts';

/** The clinic as pages, e-mails and documents describe it, in one language. */
export type ClinicFacts = ReturnType<typeof describeClinic>;

/** A kind of examination in the price list. */
export interface PricedKind {
  readonly name: Readonly<Record<ChosenLanguage, string>>;
  readonly minutes: number;
  /** In manat. */
  readonly price: number;
}

/** The facts in the current language. `kinds`: the price list; empty where none is shown. */
export function describeClinic(settings: ClinicSettings, kinds: readonly PricedKind[] = []) {
  const language = personLanguage();
  const { name, email, postalCode, facebook, instagram, latitude, longitude } = settings;
  const street = settings.street[language];
  const district = settings.district[language];
  const city = settings.city[language];
  return {
    name,
    phone: { text: settings.phone, href: `tel:${settings.phone.replace(/[^\d+]/g, '')}` },
    email: { text: email, href: `mailto:${email}` },
    street,
    district,
    city,
    postalCode,
    /** Without the postal code. */
    address: [street, district, city].join(', '),
    position: { latitude, longitude },
    /** The address of the picture; '' where the clinic has none. */
    logo: settings.logo && pictureUrl('clinic', settings.logo, 480),
    /** Names of stored pictures. */
    pictures: { logo: settings.logo, letterhead: settings.letterhead },
    facebook,
    instagram,
    whatsApp: settings.whatsApp && `https://wa.me/${settings.whatsApp.replace(/\D/g, '')}`,
    hours: listHours(settings.week, tags[language]),
    searchEngineHours: listSearchEngineHours(settings.week),
    figures: [
      { value: `+${settings.patients}`, label: texts.patients({ count: settings.patients }) },
      { value: `+${settings.doctors}`, label: texts.doctors({ count: settings.doctors }) },
      { value: `+${settings.years}`, label: texts.years({ count: settings.years }) },
    ],
    prices: kinds.map(({ name, minutes, price }) => ({
      name: name[language],
      duration: texts.minutes({ count: minutes }),
      price: `${formatManat(price)} AZN`,
    })),
    offers: kinds.map(({ name, price }) => ({
      '@type': 'Offer',
      itemOffered: { '@type': 'Service', name: name[language] },
      price: price.toFixed(2),
      priceCurrency: 'AZN',
    })),
  };
}

type Week = ClinicSettings['week'];
type Day = Week[number];

const describeDay = ({ state, from, to }: Day): string =>
  state === 'open' ? `${from}-${to}` : state === 'online' ? texts.onlineOnly() : texts.closed();

/** Days that follow each other and have the same hours, by the index of the first and the last. */
function groupDays(week: Week): { first: number; last: number; day: Day }[] {
  const groups: { first: number; last: number; day: Day }[] = [];
  for (const [index, day] of week.entries()) {
    const previous = groups.at(-1);
    if (previous && describeDay(previous.day) === describeDay(day)) previous.last = index;
    else groups.push({ first: index, last: index, day });
  }
  return groups;
}

/** For people (specification, section 9): «Bazar ertəsi – şənbə». */
function listHours(week: Week, tag: string): { days: string; time: string }[] {
  const format = new Intl.DateTimeFormat(tag, { weekday: 'long', timeZone: 'UTC' });
  // 5 January 1970 was a Monday.
  const nameDay = (index: number) => format.format(Date.UTC(1970, 0, 5 + index));
  return groupDays(week).map(({ first, last, day }) => {
    const days = first === last ? nameDay(first) : `${nameDay(first)} – ${nameDay(last)}`;
    const [initial = '', ...rest] = days;
    return { days: initial.toLocaleUpperCase(tag) + rest.join(''), time: describeDay(day) };
  });
}

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Schema.org. The specification has other hours for search engines than for people, until an owner changes them. */
function listSearchEngineHours(week: Week): object {
  const write = (days: readonly string[], opens: string, closes: string) => ({
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: days,
    opens,
    closes,
  });
  if (JSON.stringify(week) === JSON.stringify(defaultSettings.week)) {
    const { days, opens, closes } = provider.searchEngineHours;
    return write(days, opens, closes);
  }
  return groupDays(week)
    .filter(({ day }) => day.state === 'open')
    .map(({ first, last, day }) => write(DAYS.slice(first, last + 1), day.from, day.to));
}

/** The way to the clinic in Google Maps. */
export const googleDirections = ({
  latitude,
  longitude,
}: Record<'latitude' | 'longitude', number | string>): string =>
  `https://www.google.com/maps/dir/?api=1&destination=${latitude}%2C${longitude}`;
