import type { SearchHit, SearchKind, SearchResults } from '@deqiq/contract/desk/search.ts';
import { formatDay } from '../../../lib/format.ts';

type Section = {
  label: string;
  path: string;
  /** The name of the list's search in its address. */
  searchName: 'name' | 'fullName';
};

export const searchSections: Readonly<Record<SearchKind, Section>> = {
  partners: { label: 'Partners', path: '/admin/dashboard', searchName: 'fullName' },
  checkups: { label: 'Patients', path: '/admin/dashboard/checkups', searchName: 'name' },
  clinics: { label: 'Clinics', path: '/admin/dashboard/clinics', searchName: 'name' },
  doctors: { label: 'Doctors', path: '/admin/dashboard/doctors', searchName: 'name' },
  labs: { label: 'Labs', path: '/admin/dashboard/labs', searchName: 'name' },
  reservations: {
    label: 'Reservations',
    path: '/admin/dashboard/applications/reservation',
    searchName: 'fullName',
  },
};

/** One line of the results, and the address that it opens. */
export type SearchEntry = {
  id: string;
  title: string;
  about: string;
  address: string;
};

export type EntryGroup = { kind: SearchKind; label: string; items: SearchEntry[] };

/** The results as lines; `text` is what was searched, for the line that opens the whole list. */
export const entryGroups = (groups: SearchResults['groups'], text: string): EntryGroup[] =>
  groups.map(({ kind, hits, hasMore }) => ({
    kind,
    label: searchSections[kind].label,
    items: [
      ...hits.map((hit) => toEntry(kind, hit)),
      ...(hasMore
        ? [
            {
              id: `${kind} all`,
              title: `All ${searchSections[kind].label.toLowerCase()} that match`,
              about: '',
              address: listAddress(kind, text),
            },
          ]
        : []),
    ],
  }));

function toEntry(kind: SearchKind, { _id, name, about, partner, createdAt }: SearchHit) {
  const day = kind === 'checkups' || kind === 'reservations' ? formatDay(createdAt, 'instant') : '';
  return {
    id: `${kind} ${_id}`,
    title: name,
    about: [about, partner?.name, day].filter(Boolean).join(' · '),
    address: listAddress(kind, name, partner?._id),
  };
}

/** The list that contains the entry: filtered by its name, and by its partner if it has one. */
function listAddress(kind: SearchKind, name: string, partner?: string): string {
  const { path, searchName } = searchSections[kind];
  const query = new URLSearchParams({ [searchName]: name, ...(partner && { partner }) });
  return `${path}?${query}`;
}
