import { type Insertable, sql, type Updateable } from 'kysely';
import { isUniqueViolation } from '../../../platform/db/errors.ts';
import { compileOnce } from '../../../platform/db/lists/compiled-query.ts';
import { type Page, type PageRequest, pagedQuery } from '../../../platform/db/lists/list-query.ts';
import { searchKey } from '../../../platform/db/lists/name-search.ts';
import type { ListSource } from '../../../platform/db/lists/row-filter.ts';
import { sortKey } from '../../../platform/db/lists/sort-key.ts';
import type { PartnersTable } from '../../../platform/db/tables/partners.ts';
import type { Db, PartnerRow } from '../../../platform/db/tables.ts';

type Own = 'seq' | 'name_key' | 'sort_key' | 'deleted_at';

/** The columns of a new partner; the repo adds the keys for search and order. */
export type NewPartner = Omit<Insertable<PartnersTable>, Own>;

type Name = { first_name: string; last_name: string };

/** Both names or none, because the keys contain both. */
export type PartnerChanges = Omit<
  Updateable<PartnersTable>,
  Own | 'id' | 'created_at' | 'password_hash' | keyof Name
> &
  (Name | { first_name?: never; last_name?: never });

const columns = [
  'partners.id',
  'partners.first_name',
  'partners.last_name',
  'partners.birth_date',
  'partners.phone',
  'partners.email',
  'partners.instagram',
  'partners.clinic_name',
  'partners.balance_qepik',
  'partners.sended_patients_count',
  'partners.created_at',
] as const;

export const source = { table: 'partners', retainsDeleted: true } as const satisfies ListSource;

const livePage = pagedQuery<PartnerRow>(
  source,
  (db, page) =>
    db
      .selectFrom(page)
      .innerJoin('partners', 'partners.seq', 'page.seq')
      .select(columns)
      .orderBy('page.seq', 'desc'),
  { name: sql.ref('partners.sort_key') },
);

/** Live partners whose name matches, newest first. */
export function list(
  db: Db,
  { page, limit, fullName, sort, ids }: PageRequest & { readonly fullName: string },
): Promise<Page<PartnerRow>> {
  return livePage(db, { page, limit, sort, ids }, { search: fullName });
}

const liveById = compileOnce<{ id: string }, PartnerRow>((db, slot) =>
  db
    .selectFrom('partners')
    .select(columns)
    .where('id', '=', slot('id'))
    .where('deleted_at', 'is', null),
);

export async function find(db: Db, id: string): Promise<PartnerRow | undefined> {
  const [partner] = await liveById(db, { id });
  return partner;
}

/** A live partner with the password hash. */
export function findByEmailKey(
  db: Db,
  key: string,
): Promise<(PartnerRow & { password_hash: string }) | undefined> {
  return db
    .selectFrom('partners')
    .select([...columns, 'password_hash'])
    .where('email_key', '=', key)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** The e-mail and password hash of a live partner. */
export function findOwnLogin(
  db: Db,
  id: string,
): Promise<{ account: string; password_hash: string } | undefined> {
  return db
    .selectFrom('partners')
    .select(['email as account', 'password_hash'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Throws an error that isEmailTaken recognises if another partner has the address. */
export async function insert(db: Db, row: NewPartner): Promise<void> {
  await db
    .insertInto('partners')
    .values({ ...row, deleted_at: null, ...nameKeys(row) })
    .execute();
}

/** False when there is no such live partner. Throws like insert. */
export async function update(db: Db, id: string, changes: PartnerChanges): Promise<boolean> {
  const { first_name, last_name } = changes;
  const keys = first_name === undefined ? {} : nameKeys({ first_name, last_name });
  return updateLive(db, id, { ...changes, ...keys });
}

export function setPasswordHash(db: Db, id: string, password_hash: string): Promise<boolean> {
  return updateLive(db, id, { password_hash });
}

/** Marks the partner deleted and frees the e-mail; false if it is not live (any more). */
export function remove(db: Db, id: string, at: string): Promise<boolean> {
  return updateLive(db, id, { deleted_at: at, email_key: null });
}

export const isEmailTaken = (error: unknown): boolean =>
  isUniqueViolation(error, 'partners', 'email_key');

async function updateLive(db: Db, id: string, set: Updateable<PartnersTable>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('partners')
    .set(set)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

function nameKeys({ first_name, last_name }: Name): { name_key: string; sort_key: string } {
  const name = `${first_name} ${last_name}`;
  return { name_key: searchKey(name), sort_key: sortKey(name) };
}
