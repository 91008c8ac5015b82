import type { SearchHit, SearchKind, SearchResults } from '@deqiq/contract/desk/search.ts';
import { translateExaminationName } from '@deqiq/contract/examinations/names/examination-name.ts';
import * as texts from '@deqiq/messages/office/search.js';
import { formatDay } from '../../../lib/format.ts';

type Section = {
  label: () => string;
  /** Names the line that opens the whole list. */
  all: () => string;
  path: string;
  /** The name of the list's search in its address. */
  searchName: 'name' | 'fullName';
};

export const searchSections: Readonly<Record<SearchKind, Section>> = {
  partners: {
    label: texts.partners,
    all: texts.allPartners,
    path: '/admin/dashboard',
    searchName: 'fullName',
  },
  checkups: {
    label: texts.patients,
    all: texts.allPatients,
    path: '/admin/dashboard/checkups',
    searchName: 'name',
  },
  clinics: {
    label: texts.clinics,
    all: texts.allClinics,
    path: '/admin/dashboard/clinics',
    searchName: 'name',
  },
  doctors: {
    label: texts.doctors,
    all: texts.allDoctors,
    path: '/admin/dashboard/doctors',
    searchName: 'name',
  },
  labs: {
    label: texts.labs,
    all: texts.allLabs,
    path: '/admin/dashboard/labs',
    searchName: 'name',
  },
  reservations: {
    label: texts.reservations,
    all: texts.allReservations,
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
    label: searchSections[kind].label(),
    items: [
      ...hits.map((hit) => toEntry(kind, hit)),
      ...(hasMore
        ? [
            {
              id: `${kind} all`,
              title: searchSections[kind].all(),
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
    about: [kind === 'checkups' ? translateExaminationName(about) : about, partner?.name, day]
      .filter(Boolean)
      .join(' · '),
    address: listAddress(kind, name, partner?._id),
  };
}

/** The list that contains the entry: filtered by its name, and by its partner if it has one. */
function listAddress(kind: SearchKind, name: string, partner?: string): string {
  const { path, searchName } = searchSections[kind];
  const query = new URLSearchParams({ [searchName]: name, ...(partner && { partner }) });
  return `${path}?${query}`;
}
