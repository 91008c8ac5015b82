import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { readContext } from '../../../platform/db/database-context.ts';
import { isUniqueViolation } from '../../../platform/db/errors.ts';
import { compileOnce } from '../../../platform/db/lists/compiled-query.ts';
import { type Page, type PageRequest, pagedQuery } from '../../../platform/db/lists/list-query.ts';
import { searchKey } from '../../../platform/db/lists/name-search.ts';
import type { Filter, RowCondition } from '../../../platform/db/lists/row-filter.ts';
import type { CheckupsTable } from '../../../platform/db/tables/checkups.ts';
import type {
  CheckupFileRow,
  Db,
  FileImagingRow,
  NewCheckupFile,
  UploadClaimRow,
} from '../../../platform/db/tables.ts';

type Own = 'seq' | 'name_key';

/** A checkup with its partner, deleted or not, and its files, ordered by kind and position. */
export interface CheckupRow extends Omit<Selectable<CheckupsTable>, 'name_key'> {
  partner_first_name: string;
  partner_last_name: string;
  partner_deleted: boolean;
  files: ListedFile[];
}

/** Columns of a file in lists; each further column makes every list slower. */
export type ListedFile = Pick<
  CheckupFileRow,
  | 'id'
  | 'checkup_id'
  | 'kind'
  | 'name'
  | 'size'
  | 'content_type'
  | 'patient_check'
  | 'completes_checkup'
> &
  Pick<
    FileImagingRow,
    'state' | 'generation' | 'summary' | 'failure' | 'patient_name' | 'birth_date' | 'sex'
  > & {
    imaging_kind: FileImagingRow['kind'];
  };

export type NewCheckup = Omit<Insertable<CheckupsTable>, Own>;

type Name = { first_name: string; last_name: string };

/** Both names or none: the search key is made of both. */
export type CheckupChanges = Omit<
  Updateable<CheckupsTable>,
  Own | 'id' | 'partner_id' | 'created_at' | keyof Name
> &
  (Name | { first_name?: never; last_name?: never });

const columns = [
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
  'partners.first_name as partner_first_name',
  'partners.last_name as partner_last_name',
  sql<boolean>`partners.deleted_at is not null`.as('partner_deleted'),
] as const;

const listedColumns = [
  'checkup_files.id',
  'checkup_files.checkup_id',
  'checkup_files.kind',
  'checkup_files.name',
  'checkup_files.size',
  'checkup_files.content_type',
  'checkup_files.patient_check',
  'checkup_files.completes_checkup',
  sql<FileImagingRow['state']>`coalesce(file_imaging.state, 'unsupported')`.as('state'),
  'file_imaging.kind as imaging_kind',
  'file_imaging.generation',
  sql<string>`coalesce(file_imaging.summary, '{}')`.as('summary'),
  'file_imaging.failure',
  sql<string>`coalesce(file_imaging.patient_name, '')`.as('patient_name'),
  sql<string>`coalesce(file_imaging.birth_date, '')`.as('birth_date'),
  sql<string>`coalesce(file_imaging.sex, '')`.as('sex'),
] as const;

const fileColumns = [
  'id',
  'checkup_id',
  'kind',
  'position',
  'name',
  'size',
  'content_type',
  'crc32',
  'created_at',
  'patient_check',
  'completes_checkup',
] as const;

type FlatRow = Omit<CheckupRow, 'files'>;

const source = { table: 'checkups', owner: 'partner_id', names: 'checkup_names' } as const;

const flatPage = pagedQuery<FlatRow>(source, (db, page) =>
  db
    .selectFrom(page)
    .innerJoin('checkups', 'checkups.seq', 'page.seq')
    .innerJoin('partners', 'partners.id', 'checkups.partner_id')
    .select(columns)
    .orderBy('page.seq', 'desc'),
);

/**
 * Condition on `checkups`: without our X-ray files, or with one whose patient has to be confirmed. A shipment contains
 * pictures of the partner only.
 */
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

/**
 * Other checkups with files of the same partner and the same folded name, in either order, newest first. A checkup is
 * left out where the files of both say when the patient was born, and no date is common to them.
 */
export async function listOfSamePatient(
  db: Db,
  { id, partner_id, first_name, last_name }: FlatRow,
  limit: number,
): Promise<CheckupRow[]> {
  const keys = [`${first_name} ${last_name}`, `${last_name} ${first_name}`].map(searchKey);
  // A shipment may have no name.
  if (keys[0] === '') return [];
  const births = await listBirthDates(db, id);
  const rows = await db
    .selectFrom('checkups')
    .innerJoin('partners', 'partners.id', 'checkups.partner_id')
    .select(columns)
    .where('checkups.partner_id', '=', partner_id)
    .where('checkups.name_key', 'in', keys)
    .where('checkups.id', '!=', id)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('checkup_files')
          .select('checkup_files.id')
          .whereRef('checkup_files.checkup_id', '=', 'checkups.id')
          .where('patient_check', '!=', 'different'),
      ),
    )
    .$if(births.length > 0, (query) =>
      query.where(({ exists, not, or, selectFrom }) => {
        const files = selectFrom('checkup_files')
          .innerJoin('file_imaging', 'file_imaging.file_id', 'checkup_files.id')
          .select('checkup_files.id')
          .where('patient_check', '!=', 'different')
          .whereRef('checkup_files.checkup_id', '=', 'checkups.id');
        return or([
          not(exists(files.where('birth_date', '!=', ''))),
          exists(files.where('birth_date', 'in', births)),
        ]);
      }),
    )
    // An expression: SQLite would otherwise read all checkups of the partner to spare the sorting of a few.
    .orderBy(sql`+checkups.seq`, 'desc')
    .limit(limit)
    .execute();
  return withFiles(db, rows);
}

/** When the patient was born, as the files of a checkup say. */
async function listBirthDates(db: Db, checkupId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('checkup_files')
    .innerJoin('file_imaging', 'file_imaging.file_id', 'checkup_files.id')
    .select('birth_date')
    .distinct()
    .where('checkup_id', '=', checkupId)
    .where('patient_check', '!=', 'different')
    .where('birth_date', '!=', '')
    .execute();
  return rows.map((row) => row.birth_date);
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

/** Whether there is such a partner, who was not deleted. */
export async function hasPartner(db: Db, id: string): Promise<boolean> {
  const partners = db.selectFrom('partners').select('id').where('id', '=', id);
  return (await partners.where('deleted_at', 'is', null).executeTakeFirst()) !== undefined;
}

/** In a transaction: locks the checkup against other changes. False when there is no such checkup. */
export const lock = (tx: Db, id: string): Promise<boolean> => update(tx, id, {});

/** The file names of a checkup, and the position after its last file. */
export async function findFilePositions(db: Db, checkupId: string) {
  const files = await db
    .selectFrom('checkup_files')
    .select(['name', 'position'])
    .where('checkup_id', '=', checkupId)
    .execute();
  const last = files.reduce((highest, { position }) => Math.max(highest, position), -1);
  return { names: files.map(({ name }) => name), next: last + 1 };
}

/** The X-ray files of a checkup, or those of these ids. */
export function listXrays(
  db: Db,
  checkupId: string,
  ids?: readonly string[],
): Promise<CheckupFileRow[]> {
  return db
    .selectFrom('checkup_files')
    .select(fileColumns)
    .where('checkup_id', '=', checkupId)
    .where('kind', '=', 'xray')
    .$if(ids !== undefined, (query) => query.where('id', 'in', ['', ...(ids ?? [])]))
    .execute();
}

/** The checkup of a file; undefined where it is in none. */
export async function findCheckupOfFile(db: Db, fileId: string): Promise<string | undefined> {
  const file = db.selectFrom('checkup_files').select('checkup_id').where('id', '=', fileId);
  return (await file.executeTakeFirst())?.checkup_id;
}

/** False where the file does not have the bytes of this CRC-32. */
export async function changeFile(
  tx: Db,
  id: string,
  former: number,
  changes: Pick<CheckupFileRow, 'size' | 'crc32' | 'content_type' | 'name'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('checkup_files')
    .set(changes)
    .where('id', '=', id)
    .where('crc32', '=', former)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function removeFiles(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('checkup_files').where('id', 'in', ids).execute();
}

/** Rejects duplicate names; callers read findFilePositions while the checkup is locked. */
export async function insertFiles(db: Db, rows: readonly NewCheckupFile[]): Promise<void> {
  if (rows.length > 0) await db.insertInto('checkup_files').values(rows).execute();
}

export function findFileByName(
  db: Db,
  checkupId: string,
  name: string,
): Promise<CheckupFileRow | undefined> {
  return db
    .selectFrom('checkup_files')
    .select(fileColumns)
    .where('checkup_id', '=', checkupId)
    .where('name', '=', name)
    .executeTakeFirst();
}

/** Whether one of these files exists, in a checkup or deleted. */
export async function hasFile(db: Db, ids: readonly string[]): Promise<boolean> {
  const rows = db.selectFrom('file_imaging').select('file_id').where('file_id', 'in', ids);
  return (await rows.executeTakeFirst()) !== undefined;
}

/** The claims of these uploads of an admin. */
export async function findClaims(
  db: Db,
  adminId: string,
  fileIds: readonly string[],
): Promise<UploadClaimRow[]> {
  if (fileIds.length === 0) return [];
  return db
    .selectFrom('upload_claims')
    .selectAll()
    .where('admin_id', '=', adminId)
    .where('file_id', 'in', fileIds)
    .execute();
}

/** Throws an error that isClaimTaken recognises if an upload is already claimed. */
export async function insertClaims(db: Db, rows: readonly UploadClaimRow[]): Promise<void> {
  if (rows.length > 0) await db.insertInto('upload_claims').values(rows).execute();
}

export const isClaimTaken = (error: unknown): boolean =>
  isUniqueViolation(error, 'upload_claims', 'admin_id', 'file_id');

const listFiles = compileOnce<{ ids: string | string[] }, ListedFile>((db, slot) => {
  const ids = slot('ids');
  const isWanted =
    readContext(db).dialect === 'sqlite'
      ? sql<boolean>`checkup_id in (select value from json_each(${ids}))`
      : sql<boolean>`checkup_id = any(${ids}::text[])`;
  return db
    .selectFrom('checkup_files')
    .leftJoin('file_imaging', 'file_imaging.file_id', 'checkup_files.id')
    .select(listedColumns)
    .where(isWanted)
    .orderBy('checkup_files.kind')
    .orderBy('position')
    .orderBy('checkup_files.id');
});

/** Reads the files of a page in one query. Fills the rows in place; copying them costs 20 %. */
async function withFiles(db: Db, rows: FlatRow[]): Promise<CheckupRow[]> {
  if (rows.length === 0) return [];
  const byCheckup = new Map<string, ListedFile[]>();
  const checkups = rows.map((row) => {
    const files: ListedFile[] = [];
    byCheckup.set(row.id, files);
    // SQLite returns 0 or 1.
    return Object.assign(row, { partner_deleted: Boolean(row.partner_deleted), files });
  });
  const list = [...byCheckup.keys()];
  const ids = readContext(db).dialect === 'sqlite' ? JSON.stringify(list) : list;
  for (const file of await listFiles(db, { ids })) byCheckup.get(file.checkup_id)?.push(file);
  return checkups;
}

const nameKey = ({ first_name, last_name }: Name): string =>
  searchKey(`${first_name} ${last_name}`);
