import { googleDirections } from '@deqiq/contract/shared/clinic/clinic-facts.ts';
import * as texts from '@deqiq/messages/site/contact.js';
import { clinic } from '../facts/slots.ts';

const { latitude, longitude } = clinic.position;

export const DIRECTIONS = `https://www.openstreetmap.org/directions?to=${latitude}%2C${longitude}`;

/** Navigation apps of phones: the map app of an Android phone, Google Maps, Waze. */
export const NAVIGATION = [
  { label: () => 'Google Maps', href: googleDirections(clinic.position) },
  { label: () => 'Waze', href: `https://waze.com/ul?ll=${latitude}%2C${longitude}&navigate=yes` },
  { label: texts.mapApp, href: `geo:${latitude},${longitude}?q=${latitude},${longitude}` },
] as const;

/** The map on its own page, with the clinic marked. */
export const MAP_PAGE = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`;

/** The live map, loaded only when the visitor requests it. */
export const MAP_FRAME = `https://www.openstreetmap.org/export/embed.html?bbox=${clinic.mapBox}&layer=mapnik&marker=${latitude}%2C${longitude}`;
