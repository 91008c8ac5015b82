import type { SearchHit, SearchKind, SearchResults } from '@deqiq/contract/desk/search.ts';
import { translateExaminationName } from '@deqiq/contract/examinations/names/examination-name.ts';
import { examinationTexts } from '@deqiq/contract/referrals/referral-names.ts';
import type { ReferredExamination } from '@deqiq/contract/referrals/referrals.ts';
import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import * as texts from '@deqiq/messages/office/search.js';
import { formatBirthDate, formatDay } from '../../../lib/format.ts';
import type { ADDS } from '../list/add-button.tsx';
import { patientPath } from '../patients/patient-path.ts';
import type { OpenedReferralState } from '../referrals/scan/use-code-search.ts';

type Section = {
  label: () => string;
  /** Names the line that opens the whole list. */
  all: () => string;
  path: string;
  /** The name of the list's search in its address. */
  searchName: 'name' | 'fullName';
};

export const searchSections: Readonly<Record<SearchKind, Section>> = {
  patients: {
    label: texts.patients,
    all: texts.allPatients,
    path: portalPaths.patients,
    searchName: 'name',
  },
  referrals: {
    label: texts.referrals,
    all: texts.allReferrals,
    path: portalPaths.referrals,
    searchName: 'name',
  },
  partners: {
    label: texts.partners,
    all: texts.allPartners,
    path: '/admin/dashboard',
    searchName: 'fullName',
  },
  checkups: {
    label: texts.checkups,
    all: texts.allCheckups,
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
  /** The referral that its queue opens, or the form for a new entry. */
  state?: OpenedReferralState | typeof ADDS;
};

export type EntryGroup = {
  kind: SearchKind | 'recent' | 'actions' | 'sections';
  label: string;
  items: SearchEntry[];
};

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

function toEntry(kind: SearchKind, hit: SearchHit): SearchEntry {
  const { _id, name, partner } = hit;
  return {
    id: `${kind} ${_id}`,
    title: name,
    about: describeHit(kind, hit).filter(Boolean).join(' · '),
    ...(kind === 'patients'
      ? { address: patientPath(_id) }
      : kind === 'referrals'
        ? { address: portalPaths.referrals, state: { referral: _id } }
        : { address: listAddress(kind, name, partner?._id) }),
  };
}

function describeHit(kind: SearchKind, { about, birthDate, partner, createdAt }: SearchHit) {
  const day = formatDay(createdAt, 'instant');
  switch (kind) {
    case 'patients':
      return [birthDate && formatBirthDate(birthDate), about];
    case 'referrals':
      return [examinationTexts[about as ReferredExamination](), partner?.name, day];
    case 'checkups':
      return [translateExaminationName(about), partner?.name, day];
    case 'reservations':
      return [about, partner?.name, day];
    default:
      return [about, partner?.name];
  }
}

/** The list that contains the entry: filtered by its name, and by its partner if it has one. */
function listAddress(kind: SearchKind, name: string, partner?: string): string {
  const { path, searchName } = searchSections[kind];
  const query = new URLSearchParams({ [searchName]: name, ...(partner && { partner }) });
  return `${path}?${query}`;
}
