import { sql } from 'kysely';
import { compileOnce } from '../../../platform/db/lists/compiled-query.ts';
import { type Page, type PageRequest, pagedQuery } from '../../../platform/db/lists/list-query.ts';
import type { Db, PartnerRow } from '../../../platform/db/tables.ts';

const columns = [
  'partners.id',
  'partners.first_name',
  'partners.last_name',
  'partners.email',
  'partners.phone',
  'partners.clinic_name',
  'partners.balance_qepik',
  'partners.sended_patients_count',
  'partners.created_at',
] as const;

export type StatsRow = Pick<
  PartnerRow,
  | 'id'
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'phone'
  | 'clinic_name'
  | 'balance_qepik'
  | 'sended_patients_count'
  | 'created_at'
>;

const livePage = pagedQuery<StatsRow>(
  { table: 'partners', retainsDeleted: true },
  (db, page) =>
    db
      .selectFrom(page)
      .innerJoin('partners', 'partners.seq', 'page.seq')
      .select(columns)
      .orderBy('page.seq', 'desc'),
  {
    name: sql.ref('partners.sort_key'),
    balance: sql.ref('partners.balance_qepik'),
    patients: sql.ref('partners.sended_patients_count'),
  },
);

/** Live partners whose name matches, newest first. */
export function list(
  db: Db,
  { page, limit, fullName, sort, ids }: PageRequest & { readonly fullName: string },
): Promise<Page<StatsRow>> {
  return livePage(db, { page, limit, sort, ids }, { search: fullName });
}

const liveById = compileOnce<{ id: string }, StatsRow>((db, slot) =>
  db
    .selectFrom('partners')
    .select(columns)
    .where('id', '=', slot('id'))
    .where('deleted_at', 'is', null),
);

export async function find(db: Db, id: string): Promise<StatsRow | undefined> {
  const [row] = await liveById(db, { id });
  return row;
}

/** The totals of all live partners, and how many joined since an instant. */
export function totals(db: Db, since: string) {
  return db
    .selectFrom('partners')
    .select((is) => [
      is.fn.countAll<number>().as('partners'),
      is.fn.coalesce(is.fn.sum<number>('balance_qepik'), is.lit(0)).as('balance_qepik'),
      is.fn.coalesce(is.fn.sum<number>('sended_patients_count'), is.lit(0)).as('patients'),
      is.fn.count<number>('id').filterWhere('created_at', '>=', since).as('joined'),
    ])
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
}
