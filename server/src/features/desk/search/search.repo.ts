import type { SearchKind } from '@deqiq/contract/desk/search.ts';
import {
  formatExaminationCode,
  normalizeExaminationCode,
  parseExaminationCode,
} from '@deqiq/contract/examinations/names/examination-code.ts';
import { sql } from 'kysely';
import { searchKey } from '../../../platform/db/lists/name-search.ts';
import { newestQuery } from '../../../platform/db/lists/row-queries.ts';
import type { Db } from '../../../platform/db/tables.ts';

/** A title is a first name. The partner is null in lists that belong to none. */
export interface HitRow {
  id: string;
  first_name: string;
  last_name: string | null;
  about: string;
  created_at: string;
  partner_id: string | null;
  partner_first_name: string | null;
  partner_last_name: string | null;
}

type Found = Pick<HitRow, 'id' | 'first_name' | 'about' | 'created_at'> & Partial<HitRow>;

const partnerColumns = [
  'partners.id as partner_id',
  'partners.first_name as partner_first_name',
  'partners.last_name as partner_last_name',
] as const;

const newestPartners = newestQuery<Found>({ table: 'partners', retainsDeleted: true }, (db, page) =>
  db
    .selectFrom(page)
    .innerJoin('partners as row', 'row.seq', 'page.seq')
    .select(['row.id', 'row.first_name', 'row.last_name', 'row.clinic_name as about'])
    .select('row.created_at')
    .orderBy('page.seq', 'desc'),
);

const newestCheckups = newestQuery<Found>({ table: 'checkups' }, (db, page) =>
  db
    .selectFrom(page)
    .innerJoin('checkups as row', 'row.seq', 'page.seq')
    .innerJoin('partners', 'partners.id', 'row.partner_id')
    .select(['row.id', 'row.first_name', 'row.last_name', 'row.name as about', 'row.created_at'])
    .select(partnerColumns)
    .orderBy('page.seq', 'desc'),
);

const newestClinics = newestQuery<Found>({ table: 'clinics' }, (db, page) =>
  db
    .selectFrom(page)
    .innerJoin('clinics as row', 'row.seq', 'page.seq')
    .select(['row.id', 'row.title as first_name', 'row.phone as about', 'row.created_at'])
    .orderBy('page.seq', 'desc'),
);

const newestDoctors = newestQuery<Found>({ table: 'partner_cards' }, (db, page) =>
  db
    .selectFrom(page)
    .innerJoin('partner_cards as row', 'row.seq', 'page.seq')
    .select(['row.id', 'row.first_name', 'row.last_name', 'row.clinic_name as about'])
    .select('row.created_at')
    .orderBy('page.seq', 'desc'),
);

const newestLabs = newestQuery<Found>({ table: 'labs' }, (db, page) =>
  db
    .selectFrom(page)
    .innerJoin('labs as row', 'row.seq', 'page.seq')
    .innerJoin('partners', 'partners.id', 'row.partner_id')
    .select(['row.id', 'row.title as first_name', 'row.status as about', 'row.created_at'])
    .select(partnerColumns)
    .orderBy('page.seq', 'desc'),
);

const newestReservations = newestQuery<Found>({ table: 'reservation_applications' }, (db, page) =>
  db
    .selectFrom(page)
    .innerJoin('reservation_applications as row', 'row.seq', 'page.seq')
    .select(['row.id', 'row.full_name as first_name', 'row.phone as about', 'row.created_at'])
    .orderBy('page.seq', 'desc'),
);

const queries = {
  partners: newestPartners,
  checkups: newestCheckups,
  clinics: newestClinics,
  doctors: newestDoctors,
  labs: newestLabs,
  reservations: newestReservations,
} satisfies Record<Exclude<SearchKind, 'patients' | 'referrals'>, unknown>;

/** The newest rows of each list whose name matches; none where the text contains no word. */
export async function findByName(
  db: Db,
  text: string,
  limit: number,
): Promise<{ kind: SearchKind; rows: HitRow[] }[]> {
  if (searchKey(text) === '') return [];
  return Promise.all(
    Object.entries(queries).map(async ([kind, find]) => ({
      kind: kind as SearchKind,
      rows: (await find(db, text, limit)).map((row) => ({ ...noPartner, last_name: null, ...row })),
    })),
  );
}

/** The examination with this code; none for any other text. */
export async function findByCode(db: Db, text: string): Promise<HitRow[]> {
  const seq = parseExaminationCode(text);
  if (seq === undefined) return [];
  const row = await db
    .selectFrom('checkups as row')
    .innerJoin('partners', 'partners.id', 'row.partner_id')
    .select(['row.id', 'row.first_name', 'row.last_name', 'row.name as about', 'row.created_at'])
    .select(partnerColumns)
    .where('row.seq', '=', seq)
    .executeTakeFirst();
  // The number of a deleted examination may be that of another one.
  const isNamed =
    row && formatExaminationCode({ seq, id: row.id }) === normalizeExaminationCode(text);
  return isNamed ? [row] : [];
}

const NUMBER = /^[\d\s()+-]+$/;
/** Fewer digits are in every other number. */
const MIN_DIGITS = 5;

/** The newest partners and reservations whose telephone contains the digits of the text; none where it is no number. */
export async function findByPhone(
  db: Db,
  text: string,
  limit: number,
): Promise<{ kind: SearchKind; rows: HitRow[] }[]> {
  const digits = text.replace(/\D/g, '').replace(/^(?:994|0)/, '');
  if (!NUMBER.test(text) || digits.length < MIN_DIGITS) return [];
  const hasDigits = sql<boolean>`replace(replace(replace(replace(row.phone, ' ', ''), '-', ''), '(', ''), ')', '')
    like ${`%${digits}%`}`;
  const partners = await db
    .selectFrom('partners as row')
    .select(['row.id', 'row.first_name', 'row.last_name', 'row.phone as about', 'row.created_at'])
    .where('row.deleted_at', 'is', null)
    .where(hasDigits)
    .orderBy('row.seq', 'desc')
    .limit(limit)
    .execute();
  const reservations = await db
    .selectFrom('reservation_applications as row')
    .select(['row.id', 'row.full_name as first_name', 'row.phone as about', 'row.created_at'])
    .where(hasDigits)
    .orderBy('row.seq', 'desc')
    .limit(limit)
    .execute();
  return [
    { kind: 'partners', rows: partners.map((row) => ({ ...noPartner, ...row })) },
    {
      kind: 'reservations',
      rows: reservations.map((row) => ({ ...noPartner, last_name: null, ...row })),
    },
  ];
}

const noPartner = { partner_id: null, partner_first_name: null, partner_last_name: null };
