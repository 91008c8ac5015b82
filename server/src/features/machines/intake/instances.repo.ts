import { type Insertable, sql } from 'kysely';
import { isUniqueViolation } from '../../../platform/db/errors.ts';
import { selectObjectId } from '../../../platform/db/file-objects.ts';
import type { Db, IntakeFileRow, IntakeInstanceRow, Tables } from '../../../platform/db/tables.ts';
import { sharedStudyUid } from './arrivals.repo.ts';

/** Rows per statement. */
const BATCH_SIZE = 500;

/** Whether the bytes of an instance exist: as an object, or in a file that was not deleted. */
export const isStored = sql<boolean>`(file_id is null
  or exists (select 1 from intake_files where intake_files.id = file_id)
  or exists (select 1 from checkup_files where checkup_files.id = file_id))`;

/** The id of the object that has the bytes of an instance: one of its own, or that of its file. */
export const objectOfInstance = selectObjectId('intake_instances.file_id', 'intake_instances.id');

const isRestorable = sql<boolean>`exists (
  select 1 from deleted_files where deleted_files.id = file_id)`;

/** Instances of this SOP Instance UID, with whether their bytes still exist. */
export async function listOfSop(db: Db, sopUid: string) {
  const rows = await db
    .selectFrom('intake_instances')
    .innerJoin('intake_studies', 'intake_studies.id', 'intake_instances.study_id')
    .select(['intake_instances.id', 'study_id', 'sha256', 'is_conflict', 'file_id', 'file_offset'])
    .select('transfer_syntax')
    .select([sharedStudyUid.as('study_uid')])
    .select([isStored.as('is_stored'), isRestorable.as('is_restorable')])
    .where('sop_uid', '=', sopUid)
    .execute();
  // SQLite returns 0 or 1.
  return rows.map((row) => ({
    ...row,
    is_stored: Boolean(row.is_stored),
    is_restorable: Boolean(row.is_restorable),
  }));
}

/** An instance that has arrived under a SOP Instance UID. */
export type InstanceOfSop = Awaited<ReturnType<typeof listOfSop>>[number];

export async function remove(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('intake_instances').where('id', 'in', ids).execute();
}

/** Throws an error that isSopTaken recognises. */
export async function insert(tx: Db, row: Insertable<Tables['intake_instances']>): Promise<void> {
  await tx.insertInto('intake_instances').values(row).execute();
}

export const isSopTaken = (error: unknown): boolean =>
  isUniqueViolation(error, 'intake_instances', 'study_id', 'sop_uid');

/** The number of instances of a study, without conflicts. */
export async function countOfStudy(db: Db, studyId: string): Promise<number> {
  const row = await db
    .selectFrom('intake_instances')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('study_id', '=', studyId)
    .where('is_conflict', '=', 0)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

export interface LocatedInstance extends IntakeInstanceRow {
  /** An object of its own, a file of its study, or one of an examination. */
  readonly location: 'object' | 'study' | 'checkup';
  readonly object_id: string;
}

/** Instances of a study in the order of their numbers, without those of deleted files. */
export async function listLocated(db: Db, studyId: string): Promise<LocatedInstance[]> {
  const rows = await db
    .selectFrom('intake_instances')
    .leftJoin('intake_files', 'intake_files.id', 'intake_instances.file_id')
    .leftJoin('checkup_files', 'checkup_files.id', 'intake_instances.file_id')
    .selectAll('intake_instances')
    .select([
      'intake_files.id as study_file',
      'checkup_files.id as checkup_file',
      objectOfInstance.as('object_id'),
    ])
    .where('intake_instances.study_id', '=', studyId)
    .where('is_conflict', '=', 0)
    .orderBy('series_uid')
    .orderBy('number')
    .orderBy('sop_uid')
    .execute();
  return rows.flatMap(({ study_file, checkup_file, ...row }): LocatedInstance[] => {
    if (row.file_id === null) return [{ ...row, location: 'object' }];
    if (checkup_file !== null) return [{ ...row, location: 'checkup' }];
    return study_file === null ? [] : [{ ...row, location: 'study' }];
  });
}

export interface Location {
  readonly id: string;
  readonly fileId: string;
  readonly offset: number;
}

/** Records where the bytes of instances are from now on. */
export async function locate(tx: Db, locations: readonly Location[]): Promise<void> {
  for (const { id, fileId, offset } of locations)
    await tx
      .updateTable('intake_instances')
      .set({ file_id: fileId, file_offset: offset })
      .where('id', '=', id)
      .execute();
}

/** Instances that these files had before they were deleted, which arrived again and are in no examination. */
export async function listReclaimable(db: Db, fileIds: readonly string[]) {
  if (fileIds.length === 0) return [];
  return db
    .selectFrom('intake_instances')
    .leftJoin('checkup_files', 'checkup_files.id', 'intake_instances.file_id')
    .select(['intake_instances.id', 'study_id', 'file_id', 'former_file_id', 'former_offset'])
    .where('former_file_id', 'in', [...fileIds])
    .where('checkup_files.id', 'is', null)
    .execute();
}

/** Instances are in the restored files again. */
export async function forgetFormer(tx: Db, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return;
  await tx
    .updateTable('intake_instances')
    .set({ former_file_id: null, former_offset: null })
    .where('former_file_id', 'in', [...fileIds])
    .execute();
}

/** Files of these studies in which no instance is any more. */
export async function listEmptyFiles(db: Db, studyIds: readonly string[]): Promise<string[]> {
  if (studyIds.length === 0) return [];
  const rows = await db
    .selectFrom('intake_files')
    .leftJoin('intake_instances', 'intake_instances.file_id', 'intake_files.id')
    .select('intake_files.id')
    .where('intake_files.study_id', 'in', [...studyIds])
    .where('intake_instances.id', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

export async function replaceFiles(
  tx: Db,
  { removed, added }: { removed: readonly string[]; added: readonly IntakeFileRow[] },
): Promise<void> {
  for (let from = 0; from < removed.length; from += BATCH_SIZE)
    await tx
      .deleteFrom('intake_files')
      .where('id', 'in', removed.slice(from, from + BATCH_SIZE))
      .execute();
  if (added.length > 0)
    await tx
      .insertInto('intake_files')
      .values([...added])
      .execute();
}

/** The current state of a file that instances may join. */
export type StoredFile = Pick<IntakeFileRow, 'name' | 'crc32' | 'content_type'> & {
  readonly object_id: string;
};

/** A file of a study or of an examination. */
export async function findFile(db: Db, id: string): Promise<StoredFile | undefined> {
  const columns = ['name', 'crc32', 'content_type', selectObjectId('id').as('object_id')] as const;
  return (
    (await db
      .selectFrom('checkup_files')
      .select(columns)
      .where('id', '=', id)
      .executeTakeFirst()) ??
    (await db.selectFrom('intake_files').select(columns).where('id', '=', id).executeTakeFirst())
  );
}

/** The columns of a file that its bytes determine. */
export type Bytes = Pick<IntakeFileRow, 'size' | 'crc32' | 'content_type'>;

/** A file of a study has other bytes. False where it is in no study, or no longer has the former bytes. */
export async function changeFile(
  tx: Db,
  id: string,
  {
    former,
    bytes,
    name,
  }: { readonly former: number; readonly bytes: Bytes; readonly name: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('intake_files')
    .set({ ...bytes, name })
    .where('id', '=', id)
    .where('crc32', '=', former)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function exists(db: Db, id: string): Promise<boolean> {
  const row = db.selectFrom('intake_instances').select('id').where('id', '=', id);
  return (await row.executeTakeFirst()) !== undefined;
}
