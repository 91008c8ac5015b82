import type { PaymentStatus } from '@deqiq/contract/office/payments.ts';
import { type Insertable, type Selectable, sql } from 'kysely';
import { compileOnce } from '../../../platform/db/lists/compiled-query.ts';
import { type Page, type PageRequest, pagedQuery } from '../../../platform/db/lists/list-query.ts';
import type { Filter, RowCondition } from '../../../platform/db/lists/row-filter.ts';
import type { PaymentsTable } from '../../../platform/db/tables/partners.ts';
import type { Db } from '../../../platform/db/tables.ts';

/** A payment with its partner, deleted or not. */
export interface PaymentRow extends Omit<Selectable<PaymentsTable>, 'seq'> {
  partner_first_name: string;
  partner_last_name: string;
  partner_clinic_name: string;
  partner_email: string;
  partner_phone: string;
  /** SQLite returns 0 or 1. */
  partner_deleted: boolean | 0 | 1;
}

const columns = [
  'payments.id',
  'payments.partner_id',
  'payments.amount_qepik',
  'payments.gift',
  'payments.status',
  'payments.created_at',
  'partners.first_name as partner_first_name',
  'partners.last_name as partner_last_name',
  'partners.clinic_name as partner_clinic_name',
  'partners.email as partner_email',
  'partners.phone as partner_phone',
  sql<boolean>`partners.deleted_at is not null`.as('partner_deleted'),
] as const;

const source = { table: 'payments', owner: 'partner_id', searchedBy: 'partners' } as const;

const paymentsPage = pagedQuery<PaymentRow>(
  source,
  (db, page) =>
    db
      .selectFrom(page)
      .innerJoin('payments', 'payments.seq', 'page.seq')
      .innerJoin('partners', 'partners.id', 'payments.partner_id')
      .select(columns)
      .orderBy('page.seq', 'desc'),
  {
    name: sql`(select sort_key from partners where partners.id = payments.partner_id)`,
    amount: sql.ref('payments.amount_qepik'),
  },
);

export const isGift: RowCondition = {
  name: 'gift',
  sql: sql<boolean>`payments.gift is not null`,
  tables: [],
};

/** All payments whose partner's name matches, newest first. */
export function list(
  db: Db,
  { page, limit, name, sort, ids }: PageRequest & { readonly name: string },
  filter: Omit<Filter, 'search'> = {},
): Promise<Page<PaymentRow>> {
  return paymentsPage(db, { page, limit, sort, ids }, { ...filter, search: name });
}

/** The payments of one partner, newest first. */
export function listOfPartner(
  db: Db,
  partnerId: string,
  page: PageRequest,
): Promise<Page<PaymentRow>> {
  return paymentsPage(db, page, { owner: partnerId });
}

const byId = compileOnce<{ id: string }, PaymentRow>((db, slot) =>
  db
    .selectFrom('payments')
    .innerJoin('partners', 'partners.id', 'payments.partner_id')
    .select(columns)
    .where('payments.id', '=', slot('id')),
);

export async function find(db: Db, id: string): Promise<PaymentRow | undefined> {
  const [payment] = await byId(db, { id });
  return payment;
}

export async function insert(db: Db, row: Omit<Insertable<PaymentsTable>, 'seq'>): Promise<void> {
  await db.insertInto('payments').values(row).execute();
}

/** Compare-and-set: undefined when there is no such payment or it has another status by now. */
export function advance(
  db: Db,
  id: string,
  from: PaymentStatus,
  to: PaymentStatus,
): Promise<{ partner_id: string; amount_qepik: number } | undefined> {
  return db
    .updateTable('payments')
    .set({ status: to })
    .where('id', '=', id)
    .where('status', '=', from)
    .returning(['partner_id', 'amount_qepik'])
    .executeTakeFirst();
}
