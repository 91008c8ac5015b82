import type { LabStatus } from '@deqiq/contract/office/labs.ts';
import { type Selectable, sql } from 'kysely';
import { compileOnce } from '../../../platform/db/lists/compiled-query.ts';
import { type Page, type PageRequest, pagedQuery } from '../../../platform/db/lists/list-query.ts';
import { searchKey } from '../../../platform/db/lists/name-search.ts';
import type { Filter } from '../../../platform/db/lists/row-filter.ts';
import type { LabsTable } from '../../../platform/db/tables/partners.ts';
import type { Db } from '../../../platform/db/tables.ts';

/** A lab order with its partner, deleted or not. */
export interface LabRow extends Omit<Selectable<LabsTable>, 'seq' | 'name_key' | 'created_at'> {
  partner_first_name: string;
  partner_last_name: string;
  /** SQLite returns 0 or 1. */
  partner_deleted: boolean | 0 | 1;
}

export interface LabDetails {
  partner_id: string;
  title: string;
  start_date: string;
  end_date: string;
}

const columns = [
  'labs.id',
  'labs.partner_id',
  'labs.title',
  'labs.start_date',
  'labs.end_date',
  'labs.status',
  'partners.first_name as partner_first_name',
  'partners.last_name as partner_last_name',
  sql<boolean>`partners.deleted_at is not null`.as('partner_deleted'),
] as const;

const labsPage = pagedQuery<LabRow>(
  { table: 'labs', owner: 'partner_id' },
  (db, page) =>
    db
      .selectFrom(page)
      .innerJoin('labs', 'labs.seq', 'page.seq')
      .innerJoin('partners', 'partners.id', 'labs.partner_id')
      .select(columns)
      .orderBy('page.seq', 'desc'),
  {
    name: sql.ref('labs.name_key'),
    start: sql.ref('labs.start_date'),
    end: sql.ref('labs.end_date'),
  },
);

/** All orders whose title matches, newest first. */
export function list(
  db: Db,
  { page, limit, name, sort, ids }: PageRequest & { readonly name: string },
  filter: Omit<Filter, 'search'> = {},
): Promise<Page<LabRow>> {
  return labsPage(db, { page, limit, sort, ids }, { ...filter, search: name });
}

/** The orders of one partner, newest first. */
export function listOfPartner(db: Db, partnerId: string, page: PageRequest): Promise<Page<LabRow>> {
  return labsPage(db, page, { owner: partnerId });
}

const byId = compileOnce<{ id: string }, LabRow>((db, slot) =>
  db
    .selectFrom('labs')
    .innerJoin('partners', 'partners.id', 'labs.partner_id')
    .select(columns)
    .where('labs.id', '=', slot('id')),
);

export async function find(db: Db, id: string): Promise<LabRow | undefined> {
  const [lab] = await byId(db, { id });
  return lab;
}

export async function insert(
  db: Db,
  row: LabDetails & { id: string; status: LabStatus; created_at: string },
): Promise<void> {
  await db
    .insertInto('labs')
    .values({ ...row, name_key: searchKey(row.title) })
    .execute();
}

/** False when there is no such order. */
export function update(db: Db, id: string, details: LabDetails): Promise<boolean> {
  return set(db, id, { ...details, name_key: searchKey(details.title) });
}

/** False when there is no such order. */
export const setStatus = (db: Db, id: string, status: LabStatus): Promise<boolean> =>
  set(db, id, { status });

/** False if the row does not exist (any more). */
export async function remove(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('labs').where('id', '=', id).executeTakeFirst();
  return numDeletedRows === 1n;
}

async function set(
  db: Db,
  id: string,
  changes: { status: LabStatus } | (LabDetails & { name_key: string }),
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('labs')
    .set(changes)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
