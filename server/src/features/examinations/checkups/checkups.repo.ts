import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { readContext } from '../../../platform/db/database-context.ts';
import { compileOnce } from '../../../platform/db/lists/compiled-query.ts';
import { type Page, type PageRequest, pagedQuery } from '../../../platform/db/lists/list-query.ts';
import { searchKey } from '../../../platform/db/lists/name-search.ts';
import type { Filter, RowCondition } from '../../../platform/db/lists/row-filter.ts';
import { findPatientRoots, type PatientRoot } from '../../../platform/db/patient-records.ts';
import type { CheckupsTable } from '../../../platform/db/tables/checkups.ts';
import type { Db } from '../../../platform/db/tables.ts';
import { type ListedFile, listFiles } from './files/listed-files.repo.ts';

type Own = 'seq' | 'name_key';

/** A checkup with its partner, deleted or not, and its files, ordered by kind and position. */
export interface CheckupRow extends Omit<Selectable<CheckupsTable>, 'name_key' | 'patient_link'> {
  partner_first_name: string;
  partner_last_name: string;
  partner_deleted: boolean;
  files: ListedFile[];
  /** The record of its patient. */
  patient: PatientRoot | undefined;
}

export type NewCheckup = Omit<Insertable<CheckupsTable>, Own | 'patient_id' | 'patient_link'>;

type Name = { first_name: string; last_name: string };

/** Both names or none: the search key is made of both. */
export type CheckupChanges = Omit<
  Updateable<CheckupsTable>,
  Own | 'id' | 'partner_id' | 'created_at' | keyof Name
> &
  (Name | { first_name?: never; last_name?: never });

export const columns = [
  'checkups.seq',
  'checkups.id',
  'checkups.partner_id',
  'checkups.first_name',
  'checkups.last_name',
  'checkups.name',
  'checkups.description',
  'checkups.start_date',
  'checkups.end_date',
  'checkups.status',
  'checkups.created_at',
  'checkups.patient_id',
  'partners.first_name as partner_first_name',
  'partners.last_name as partner_last_name',
  sql<boolean>`partners.deleted_at is not null`.as('partner_deleted'),
] as const;

export type FlatRow = Omit<CheckupRow, 'files' | 'patient'>;

const source = { table: 'checkups', owner: 'partner_id', names: 'checkup_names' } as const;

const flatPage = pagedQuery<FlatRow>(
  source,
  (db, page) =>
    db
      .selectFrom(page)
      .innerJoin('checkups', 'checkups.seq', 'page.seq')
      .innerJoin('partners', 'partners.id', 'checkups.partner_id')
      .select(columns)
      .orderBy('page.seq', 'desc'),
  { name: sql.ref('checkups.name_key') },
);

/** None of our X-ray files, or one whose patient has to be confirmed. Shipments are pictures of the partner. */
export const hasNoXrays: RowCondition = {
  name: 'no-xrays',
  sql: sql<boolean>`(not exists (
      select 1 from checkup_files
      where checkup_files.checkup_id = checkups.id and checkup_files.kind = 'xray')
    or exists (
      select 1 from checkup_files
      where checkup_files.checkup_id = checkups.id and patient_check = 'different'))`,
  tables: ['checkup_files'],
};

/** A picture of a partner that became no referral. */
export const isUntranscribed: RowCondition = {
  name: 'untranscribed',
  sql: sql<boolean>`(exists (
      select 1 from checkup_files
      where checkup_files.checkup_id = checkups.id and checkup_files.kind = 'file')
    and not exists (select 1 from referrals where referrals.checkup_id = checkups.id))`,
  tables: ['checkup_files', 'referrals'],
};

/** The checkups whose patient's name matches, newest first by default. */
export async function list(
  db: Db,
  { name, ...page }: PageRequest & { readonly name: string },
  filter: Omit<Filter, 'search'> = {},
): Promise<Page<CheckupRow>> {
  const { rows, total } = await flatPage(db, page, { ...filter, search: name });
  return { rows: await withFiles(db, rows), total };
}

const flatById = compileOnce<{ id: string }, FlatRow>((db, slot) =>
  db
    .selectFrom('checkups')
    .innerJoin('partners', 'partners.id', 'checkups.partner_id')
    .select(columns)
    .where('checkups.id', '=', slot('id')),
);

export async function find(db: Db, id: string): Promise<CheckupRow | undefined> {
  const [checkup] = await withFiles(db, await flatById(db, { id }));
  return checkup;
}

export async function insert(db: Db, row: NewCheckup): Promise<void> {
  await db
    .insertInto('checkups')
    .values({ ...row, name_key: nameKey(row) })
    .execute();
}

/** False when there is no such checkup. */
export async function update(db: Db, id: string, changes: CheckupChanges): Promise<boolean> {
  const { first_name, last_name } = changes;
  const key = first_name === undefined ? {} : { name_key: nameKey({ first_name, last_name }) };
  const { numUpdatedRows } = await db
    .updateTable('checkups')
    .set({ id, ...changes, ...key })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The newest checkups of a patient's records. */
export async function listOfPatients(
  db: Db,
  patientIds: readonly string[],
  limit: number,
): Promise<CheckupRow[]> {
  if (patientIds.length === 0) return [];
  const rows = await db
    .selectFrom('checkups')
    .innerJoin('partners', 'partners.id', 'checkups.partner_id')
    .select(columns)
    .where('checkups.patient_id', 'in', patientIds)
    .orderBy('checkups.seq', 'desc')
    .limit(limit)
    .execute();
  return withFiles(db, rows);
}

/** Whether there is such a partner, who was not deleted. */
export async function hasPartner(db: Db, id: string): Promise<boolean> {
  const partners = db.selectFrom('partners').select('id').where('id', '=', id);
  return (await partners.where('deleted_at', 'is', null).executeTakeFirst()) !== undefined;
}

/** In a transaction: locks the checkup against other changes. False when there is no such checkup. */
export const lock = (tx: Db, id: string): Promise<boolean> => update(tx, id, {});

/** Reads the files of a page in one query. Fills the rows in place; copying them costs 20 %. */
export async function withFiles(db: Db, rows: FlatRow[]): Promise<CheckupRow[]> {
  if (rows.length === 0) return [];
  const linked = rows.flatMap((row) => row.patient_id ?? []);
  const roots = await findPatientRoots(db, linked);
  const byCheckup = new Map<string, ListedFile[]>();
  const checkups = rows.map((row) => {
    const files: ListedFile[] = [];
    byCheckup.set(row.id, files);
    // SQLite returns 0 or 1.
    return Object.assign(row, {
      partner_deleted: Boolean(row.partner_deleted),
      files,
      patient: roots.get(row.patient_id ?? ''),
    });
  });
  const list = [...byCheckup.keys()];
  const ids = readContext(db).dialect === 'sqlite' ? JSON.stringify(list) : list;
  for (const file of await listFiles(db, { ids })) byCheckup.get(file.checkup_id)?.push(file);
  return checkups;
}

const nameKey = ({ first_name, last_name }: Name): string =>
  searchKey(`${first_name} ${last_name}`);
