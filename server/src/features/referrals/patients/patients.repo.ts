import { type Insertable, sql, type Updateable } from 'kysely';
import { compileOnce } from '../../../platform/db/lists/compiled-query.ts';
import {
  type Page,
  type PageRequest,
  pagedQuery,
  readSort,
} from '../../../platform/db/lists/list-query.ts';
import {
  searchKey,
  searchPatterns,
  toLikePattern,
} from '../../../platform/db/lists/name-search.ts';
import type { RowCondition } from '../../../platform/db/lists/row-filter.ts';
import { newestQuery } from '../../../platform/db/lists/row-queries.ts';
import type { Db, PatientRow, Tables } from '../../../platform/db/tables.ts';

type Patients = Tables['patients'];

export const isListed: RowCondition = {
  name: 'listed',
  sql: sql<boolean>`(patients.merged_into is null and patients.erased_at is null)`,
  exceptions: sql<boolean>`(patients.merged_into is not null or patients.erased_at is not null)`,
  tables: [],
};

const isOpen = (row: PatientRow): boolean => row.merged_into === null && row.erased_at === null;

const patientsPage = pagedQuery<PatientRow>(
  { table: 'patients', names: 'patient_names' },
  (db, page) =>
    db
      .selectFrom(page)
      .innerJoin('patients', 'patients.seq', 'page.seq')
      .selectAll('patients')
      .orderBy('page.seq', 'desc'),
  { name: sql.ref('patients.name_key') },
);

const newestPatients = newestQuery<PatientRow>({ table: 'patients' }, (db, page) =>
  db
    .selectFrom(page)
    .innerJoin('patients', 'patients.seq', 'page.seq')
    .selectAll('patients')
    .orderBy('page.seq', 'desc'),
);

/** Patients whose name matches, newest first, without merged and erased ones. */
export const list = (
  db: Db,
  { name, ...page }: PageRequest & { readonly name: string },
  created: Created = {},
): Promise<Page<PatientRow>> =>
  patientsPage(db, page, { search: name, ...created, conditions: [isListed] });

/** Instants: only records made at or after `from` and before `before`. */
export interface Created {
  readonly from?: string | undefined;
  readonly before?: string | undefined;
}

/** Columns that few patients have in common. */
export interface Exact {
  readonly birth_date?: string | undefined;
  readonly phone_key?: string | undefined;
  readonly national_id_hash?: string | undefined;
}

export const matches = (
  row: PatientRow,
  exact: Exact,
  { from = '', before }: Created = {},
): boolean =>
  row.created_at >= from &&
  (before === undefined || row.created_at < before) &&
  (['birth_date', 'phone_key', 'national_id_hash'] as const).every(
    (column) => (exact[column] ?? row[column]) === row[column],
  );

export const selectExact = (db: Db, name: string, exact: Exact, { from, before }: Created = {}) => {
  let query = db
    .selectFrom('patients')
    // As one expression: SQLite would else read all patients in the index of these columns.
    .where(sql<boolean>`coalesce(merged_into, erased_at) is null`);
  for (const column of ['birth_date', 'phone_key', 'national_id_hash'] as const) {
    const value = exact[column];
    if (value !== undefined) query = query.where(column, '=', value);
  }
  // As expressions, for the same reason.
  if (from) query = query.where(sql<boolean>`coalesce(created_at, '') >= ${from}`);
  if (before) query = query.where(sql<boolean>`coalesce(created_at, '') < ${before}`);
  for (const pattern of searchPatterns(name))
    query = query.where(sql<boolean>`name_key like ${toLikePattern(pattern)} escape '\\'`);
  return query;
};

/** The same, of those with exact values. */
export async function listExact(
  db: Db,
  { name, page, limit, sort }: PageRequest & { readonly name: string },
  exact: Exact,
  created: Created = {},
): Promise<Page<PatientRow>> {
  const found = selectExact(db, name, exact, created).selectAll();
  const { sortName, isReversed } = readSort(sort);
  const direction = isReversed ? 'asc' : 'desc';
  const sorted = sortName === 'name' ? found.orderBy('name_key', direction) : found;
  const rows = sorted.orderBy('seq', direction);
  const counted = await selectExact(db, name, exact, created)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirst();
  return {
    rows: await rows
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    total: Number(counted?.count ?? 0),
  };
}

/** Merged and erased rows among the newest ones are left out: a few more are read. */
const SPARE_ROWS = 20;

/** The newest patients whose name matches, or who have exact values. */
export async function listNewest(
  db: Db,
  { name, limit }: { readonly name: string; readonly limit: number },
  exact: Exact,
): Promise<PatientRow[]> {
  if (Object.keys(exact).length > 0)
    return selectExact(db, name, exact).selectAll().orderBy('seq', 'desc').limit(limit).execute();
  if (searchKey(name) === '') return [];
  return (await newestPatients(db, name, limit + SPARE_ROWS)).filter(isOpen).slice(0, limit);
}

/** Max candidates of one kind that are compared. */
const MAX_CANDIDATES = 200;

/** The same of a name: with a birth date or a number as well, they are among the others too. */
const MAX_NAMESAKES = 50;

/** The newest patients who have a value in this column. */
const listHolders = (column: keyof Exact) =>
  compileOnce<{ value: string }, PatientRow>((db, slot) =>
    selectExact(db, '', {})
      .selectAll()
      .where(column, '=', slot('value'))
      .orderBy('seq', 'desc')
      .limit(MAX_CANDIDATES),
  );

const holders = {
  birth_date: listHolders('birth_date'),
  phone_key: listHolders('phone_key'),
  national_id_hash: listHolders('national_id_hash'),
} as const;

/** Patients who have one of these values, or whose name contains all words. */
export async function listCandidates(db: Db, name: string, exact: Exact): Promise<PatientRow[]> {
  const rows: PatientRow[] = searchKey(name) ? await newestPatients(db, name, MAX_NAMESAKES) : [];
  for (const column of ['birth_date', 'phone_key', 'national_id_hash'] as const) {
    const value = exact[column];
    if (value !== undefined) rows.push(...(await holders[column](db, { value })));
  }
  return [...new Map(rows.filter(isOpen).map((row) => [row.id, row])).values()];
}

export const find = (db: Db, id: string): Promise<PatientRow | undefined> =>
  db.selectFrom('patients').selectAll().where('id', '=', id).executeTakeFirst();

export const findBySeq = (db: Db, seq: number): Promise<PatientRow | undefined> =>
  db.selectFrom('patients').selectAll().where('seq', '=', seq).executeTakeFirst();

export async function listByIds(db: Db, ids: readonly string[]): Promise<PatientRow[]> {
  if (ids.length === 0) return [];
  return db.selectFrom('patients').selectAll().where('id', 'in', ids).orderBy('seq').execute();
}

export async function insert(tx: Db, row: Omit<Insertable<Patients>, 'seq' | 'name_key'>) {
  await tx
    .insertInto('patients')
    .values({ ...row, name_key: nameKey(row) })
    .execute();
}

type Names = { first_name: string; last_name: string; father_name: string };

/** False where the record was merged or erased. */
export async function update(
  tx: Db,
  id: string,
  changes: Omit<Updateable<Patients>, 'id' | 'seq' | 'name_key' | keyof Names> & Partial<Names>,
): Promise<boolean> {
  const { first_name, last_name, father_name } = changes;
  const isNamed = first_name !== undefined && last_name !== undefined && father_name !== undefined;
  const key = isNamed ? { name_key: nameKey({ first_name, last_name, father_name }) } : {};
  const { numUpdatedRows } = await tx
    .updateTable('patients')
    .set({ id, ...changes, ...key })
    .where('id', '=', id)
    .where('merged_into', 'is', null)
    .where('erased_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** In a transaction: locks a record that is neither merged nor erased. */
export const lock = (tx: Db, id: string): Promise<boolean> => update(tx, id, {});

/** False where it is not merged. */
export async function unmerge(tx: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('patients')
    .set({ merged_into: null, merge_link: null })
    .where('id', '=', id)
    .where('merged_into', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Examinations and referrals that a record itself got after a link, the oldest first. */
export async function listLater(db: Db, patientId: string, after: string) {
  const { rows } = await sql<{ kind: 'checkup' | 'referral'; id: string; link: string }>`
    select 'checkup' as kind, id, patient_link as link from checkups
      where patient_id = ${patientId} and patient_link > ${after}
    union all select 'referral', id, patient_link from referrals
      where patient_id = ${patientId} and patient_link > ${after}
    order by link`.execute(db);
  return rows;
}

const nameKey = ({ first_name, last_name, father_name }: Names): string =>
  searchKey(`${first_name} ${last_name} ${father_name}`);
