import {
  MAX_HITS,
  type SearchHit,
  type SearchKind,
  type SearchResults,
} from '@deqiq/contract/desk/search.ts';
import type { Db } from '../../../platform/db/tables.ts';
import type { PatientsService } from '../../referrals/patients/patients.service.ts';
import type { ReferralsService } from '../../referrals/referrals/referrals.service.ts';
import * as repo from './search.repo.ts';

interface Deps {
  db: Db;
  patients: Pick<PatientsService, 'findNewest'>;
  referrals: Pick<ReferralsService, 'findNewest'>;
}

type FoundPatient = Awaited<ReturnType<PatientsService['findNewest']>>[number];
type FoundReferral = Awaited<ReturnType<ReferralsService['findNewest']>>[number];

export type SearchService = ReturnType<typeof searchService>;

/** One search over the lists of staff: by name, by code, by telephone, and of patients by birth date and document. */
export function searchService({ db, patients, referrals }: Deps) {
  return {
    /** The newest entries of each list that match. */
    async find(text: string): Promise<SearchResults> {
      const [people, referred, coded, called, named] = await Promise.all([
        patients.findNewest(text, MAX_HITS + 1),
        referrals.findNewest(text, MAX_HITS + 1),
        repo.findByCode(db, text),
        repo.findByPhone(db, text, MAX_HITS),
        repo.findByName(db, text, MAX_HITS + 1),
      ]);
      const groups = [
        toGroup('patients', people, presentPatient),
        toGroup('referrals', referred, presentReferral),
        toGroup('checkups', coded, presentHit),
        ...called.map(({ kind, rows }) => toGroup(kind, rows, presentHit)),
        ...named.map(({ kind, rows }) => toGroup(kind, rows, presentHit)),
      ].filter(({ hits }) => hits.length > 0);
      // A number in a name is rare: the rows with the telephone are then enough.
      const isFirst = ({ kind }: { kind: SearchKind }, index: number) =>
        groups.findIndex((group) => group.kind === kind) === index;
      return { groups: groups.filter(isFirst) };
    },
  };
}

const toGroup = <Row>(
  kind: SearchKind,
  rows: readonly Row[],
  present: (row: Row) => SearchHit,
) => ({ kind, hits: rows.slice(0, MAX_HITS).map(present), hasMore: rows.length > MAX_HITS });

/** The number of the document is searched, but not shown. */
const presentPatient = (patient: FoundPatient): SearchHit => ({
  _id: patient._id,
  name: fullName(patient.firstName, patient.lastName, patient.fatherName),
  about: patient.phone,
  birthDate: patient.birthDate,
  partner: null,
  createdAt: patient.createdAt,
});

const presentReferral = (row: FoundReferral): SearchHit =>
  presentHit({ ...row, about: row.examination });

function presentHit(row: repo.HitRow): SearchHit {
  const { id, about, partner_id, created_at } = row;
  const partnerName = fullName(row.partner_first_name, row.partner_last_name);
  return {
    _id: id,
    name: fullName(row.first_name, row.last_name),
    about,
    partner: partner_id === null ? null : { _id: partner_id, name: partnerName },
    createdAt: created_at,
  };
}

const fullName = (...names: readonly (string | null)[]): string => names.filter(Boolean).join(' ');
