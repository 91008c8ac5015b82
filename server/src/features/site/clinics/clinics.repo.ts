import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { compileOnce } from '../../../platform/db/lists/compiled-query.ts';
import { type Page, type PageRequest, pagedQuery } from '../../../platform/db/lists/list-query.ts';
import { searchKey } from '../../../platform/db/lists/name-search.ts';
import type { ClinicsTable } from '../../../platform/db/tables/website.ts';
import type { Db } from '../../../platform/db/tables.ts';

type Own = 'seq' | 'name_key';

export type ClinicRow = Omit<Selectable<ClinicsTable>, Own>;

const columns = [
  'clinics.id',
  'clinics.title',
  'clinics.phone',
  'clinics.location',
  'clinics.instagram',
  'clinics.picture_id',
  'clinics.created_at',
] as const;

const clinicsPage = pagedQuery<ClinicRow>(
  { table: 'clinics' },
  (db, page) =>
    db
      .selectFrom(page)
      .innerJoin('clinics', 'clinics.seq', 'page.seq')
      .select(columns)
      .orderBy('page.seq', 'desc'),
  { name: sql.ref('clinics.name_key') },
);

/** Clinics whose title matches, newest first. */
export function list(
  db: Db,
  { page, limit, name, sort, ids }: PageRequest & { readonly name: string },
): Promise<Page<ClinicRow>> {
  return clinicsPage(db, { page, limit, sort, ids }, { search: name });
}

const allClinics = compileOnce<Record<string, never>, ClinicRow>((db) =>
  db.selectFrom('clinics').select(columns).orderBy('seq', 'desc'),
);

/** All rows, newest first. */
export const listAll = (db: Db): Promise<ClinicRow[]> => allClinics(db, {});

const byId = compileOnce<{ id: string }, ClinicRow>((db, slot) =>
  db.selectFrom('clinics').select(columns).where('id', '=', slot('id')),
);

export async function find(db: Db, id: string): Promise<ClinicRow | undefined> {
  const [clinic] = await byId(db, { id });
  return clinic;
}

export async function insert(db: Db, row: Omit<Insertable<ClinicsTable>, Own>): Promise<void> {
  await db
    .insertInto('clinics')
    .values({ ...row, name_key: searchKey(row.title) })
    .execute();
}

/** Locks the row until the transaction ends; false if it does not exist. */
export function lock(db: Db, id: string): Promise<boolean> {
  return set(db, id, { id });
}

export async function update(
  db: Db,
  id: string,
  changes: Omit<Updateable<ClinicsTable>, Own | 'id' | 'created_at'>,
): Promise<void> {
  const key = changes.title === undefined ? {} : { name_key: searchKey(changes.title) };
  await set(db, id, { ...changes, ...key });
}

export async function remove(db: Db, id: string): Promise<void> {
  await db.deleteFrom('clinics').where('id', '=', id).execute();
}

async function set(db: Db, id: string, changes: Updateable<ClinicsTable>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('clinics')
    .set(changes)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
