import type { ClinicFacts } from './clinic-facts.ts';

/*
 * A built page contains slots in place of the facts. Their marks are private characters, which no text has and which
 * neither React nor JSON escapes.
 */
const START = '\uE000';
const END = '\uE001';
const LIST_START = '\uE002';
const LIST_BODY = '\uE003';
const LIST_END = '\uE004';

/** Degrees shown to each side of the clinic: about 500 m. */
const AROUND = { latitude: 0.0035, longitude: 0.0095 };

/** The part of the map that a frame of OpenStreetMap shows. */
const mapBox = ({ latitude, longitude }: ClinicFacts['position']): string =>
  [
    longitude - AROUND.longitude,
    latitude - AROUND.latitude,
    longitude + AROUND.longitude,
    latitude + AROUND.latitude,
  ]
    .map((degrees) => degrees.toFixed(4))
    .join('%2C');

const splitName = (name: string) => /^(\S*)\s*(.*)$/.exec(name) ?? [];

/** The texts that pages may contain. */
const texts = {
  name: ({ name }) => name,
  firstName: ({ name }) => splitName(name)[1] ?? '',
  otherNames: ({ name }) => splitName(name)[2] ?? '',
  'phone.text': ({ phone }) => phone.text,
  'phone.href': ({ phone }) => phone.href,
  'email.text': ({ email }) => email.text,
  'email.href': ({ email }) => email.href,
  street: ({ street }) => street,
  district: ({ district }) => district,
  city: ({ city }) => city,
  address: ({ address, postalCode }) => [address, postalCode].filter(Boolean).join(' '),
  postalCode: ({ postalCode }) => postalCode,
  latitude: ({ position }) => String(position.latitude),
  longitude: ({ position }) => String(position.longitude),
  mapBox: ({ position }) => mapBox(position),
} satisfies Readonly<Record<string, (facts: ClinicFacts) => string>>;

/** Repeated parts, and parts that are left out without an item. */
const lists = {
  hours: ({ hours }) => hours,
  figures: ({ figures }) => figures,
  prices: ({ prices }) => prices,
  facebook: ({ facebook }) => (facebook ? [{ href: facebook }] : []),
  instagram: ({ instagram }) => (instagram ? [{ href: instagram }] : []),
  whatsApp: ({ whatsApp }) => (whatsApp ? [{ href: whatsApp }] : []),
} satisfies Readonly<
  Record<string, (facts: ClinicFacts) => readonly Readonly<Record<string, string>>[]>
>;

/** Values in JSON; the quotes around the slot go. */
const values = {
  geo: ({ position }) => ({ '@type': 'GeoCoordinates', ...position }),
  searchEngineHours: ({ searchEngineHours }) => searchEngineHours,
  sameAs: ({ facebook, instagram, whatsApp }) => [facebook, instagram, whatsApp].filter(Boolean),
  offers: ({ offers }) => offers,
  shown: ({ name, phone, address, logo }) => ({ name, phone, address, logo }),
} satisfies Readonly<Record<string, (facts: ClinicFacts) => unknown>>;

/** The facts that the portal reads from its page. */
export type ShownFacts = ReturnType<typeof values.shown>;

export const slot = (name: keyof typeof texts): string => `${START}${name}${END}`;
/** A field of the item, inside of a list. */
export const itemSlot = (field: string): string => `${START}.${field}${END}`;
export const valueSlot = (name: keyof typeof values): string => `${START}json:${name}${END}`;
export const listStart = (name: keyof typeof lists): string => LIST_START + name + LIST_BODY;
export const listEnd = LIST_END;

export const hasSlots = (template: string): boolean => /[\uE000-\uE004]/.test(template);

const LIST_OR_SLOT = /\uE002([^\uE003]*)\uE003([^\uE004]*)\uE004|\uE000([^\uE001]*)\uE001/g;
const SLOT = /\uE000([^\uE001]*)\uE001/g;
const VALUE_OR_SLOT = /"\uE000json:([^\uE001]*)\uE001"|\uE000([^\uE001]*)\uE001/g;
/** React separates texts that follow each other, as the marks of two lists do. */
const BETWEEN_LISTS = /\uE004<!-- -->\uE002/g;
const DATA_BLOCK = /(<script type="application\/(?:ld\+)?json"[^>]*>)([\s\S]*?)(<\/script>)/g;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};

/** As React escapes text and attributes. */
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');

const toJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

function findOrFail<Entry>(table: Readonly<Record<string, Entry>>, name: string): Entry {
  const entry = table[name];
  if (entry === undefined) throw new Error(`There is no fact ${name}`);
  return entry;
}

// One pass each: a fact that contains a mark stays as it is.

const fillJson = (template: string, facts: ClinicFacts): string =>
  template.replaceAll(VALUE_OR_SLOT, (_, value: string | undefined, text = '') =>
    value === undefined
      ? toJson(findOrFail(texts, text)(facts)).slice(1, -1)
      : toJson(findOrFail(values, value)(facts)),
  );

type Item = Readonly<Record<string, string>>;

function fillHtml(template: string, facts: ClinicFacts): string {
  const fillSlot = (name: string, item: Item = {}) =>
    escapeHtml(
      name.startsWith('.') ? findOrFail(item, name.slice(1)) : findOrFail(texts, name)(facts),
    );
  const fillList = (name: string, body: string) =>
    findOrFail<(facts: ClinicFacts) => readonly Item[]>(
      lists,
      name,
    )(facts)
      .map((item) => body.replaceAll(SLOT, (_, inner: string) => fillSlot(inner, item)))
      .join('');
  return template
    .replaceAll(BETWEEN_LISTS, LIST_END + LIST_START)
    .replaceAll(LIST_OR_SLOT, (_, list: string | undefined, body = '', name = '') =>
      list === undefined ? fillSlot(name) : fillList(list, body),
    );
}

/** A built page or manifest with the facts in place of its slots. */
export function fillSlots(file: string, template: string, facts: ClinicFacts): string {
  if (!file.endsWith('.html')) return fillJson(template, facts);
  const parts = template.split(DATA_BLOCK);
  // The groups of the pattern come between: start, content and end of each data block.
  return parts
    .map((part, index) => (index % 4 === 2 ? fillJson(part, facts) : fillHtml(part, facts)))
    .join('');
}
