import { googleDirections, provider } from '@deqiq/contract/shared/provider.ts';
import * as texts from '@deqiq/messages/site/contact.js';

const { latitude, longitude } = provider.position;

/** Degrees shown to each side of the clinic: about 500 m. */
const AROUND = { latitude: 0.0035, longitude: 0.0095 };

export const DIRECTIONS = `https://www.openstreetmap.org/directions?to=${latitude}%2C${longitude}`;

/** Navigation apps of phones: the map app of an Android phone, Google Maps, Waze. */
export const NAVIGATION = [
  { label: () => 'Google Maps', href: googleDirections },
  { label: () => 'Waze', href: `https://waze.com/ul?ll=${latitude}%2C${longitude}&navigate=yes` },
  { label: texts.mapApp, href: `geo:${latitude},${longitude}?q=${latitude},${longitude}` },
] as const;

/** The map on its own page, with the clinic marked. */
export const MAP_PAGE = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`;

const box = [
  longitude - AROUND.longitude,
  latitude - AROUND.latitude,
  longitude + AROUND.longitude,
  latitude + AROUND.latitude,
].map((degrees) => degrees.toFixed(4));

/** The live map, loaded only when the visitor requests it. */
export const MAP_FRAME = `https://www.openstreetmap.org/export/embed.html?bbox=${box.join('%2C')}&layer=mapnik&marker=${latitude}%2C${longitude}`;
