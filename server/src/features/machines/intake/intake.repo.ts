import { type ExpressionBuilder, sql } from 'kysely';
import type { PageRequest } from '../../../platform/db/lists/list-query.ts';
import { searchPatterns, toLikePattern } from '../../../platform/db/lists/name-search.ts';
import type {
  Db,
  FileImagingRow,
  IntakeFileRow,
  IntakeStudyRow,
  Tables,
} from '../../../platform/db/tables.ts';

export type StudyState = IntakeStudyRow['state'];

/** A study with its counts, its device and who assigned it. */
export interface ListedStudy extends IntakeStudyRow {
  readonly device_name: string | null;
  readonly assigned_by_name: string | null;
  /** Whether later images of the study name another patient. SQLite returns 0 or 1. */
  readonly is_shared: boolean | 0 | 1;
  /** The first patient of the Study Instance UID, if another one; named as in the examination if DICOM has no name. */
  readonly first_patient_name: string | null;
  readonly first_birth_date: string | null;
  readonly series: number;
  readonly instances: number;
  readonly bytes: number;
}

const countContents = (db: Db) =>
  db
    .selectFrom('intake_instances')
    .select(({ fn }) => [
      'study_id',
      fn.count<number>('series_uid').distinct().as('series'),
      fn.countAll<number>().as('instances'),
      fn.sum<number>('size').as('bytes'),
    ])
    .where('is_conflict', '=', 0)
    .groupBy('study_id');

const selectListed = (db: Db) =>
  db
    .selectFrom('intake_studies')
    .leftJoin('devices', 'devices.id', 'intake_studies.device_id')
    .leftJoin('admins', 'admins.id', 'intake_studies.assigned_by')
    .leftJoin('intake_studies as first', 'first.study_uid', 'intake_studies.shared_study_uid')
    .leftJoin('checkups', 'checkups.id', 'first.checkup_id')
    .selectAll('intake_studies')
    .select(['devices.name as device_name', 'admins.username as assigned_by_name'])
    .select('first.birth_date as first_birth_date')
    .select(
      sql<string | null>`coalesce(nullif(first.patient_name, ''),
        trim(checkups.first_name || ' ' || checkups.last_name))`.as('first_patient_name'),
    )
    .select(
      sql<boolean>`exists (select 1 from intake_studies as other
        where other.shared_study_uid = intake_studies.study_uid)`.as('is_shared'),
    );

interface Filter {
  readonly states: readonly StudyState[];
  /** A part of the patient's name. */
  readonly name: string;
}

const isListed =
  ({ states, name }: Filter) =>
  (is: ExpressionBuilder<Tables, 'intake_studies'>) =>
    is.and([
      is('intake_studies.state', 'in', [...states]),
      ...searchPatterns(name).map((text) => {
        const pattern = toLikePattern(text);
        return sql<boolean>`intake_studies.name_key like ${pattern} escape '\\'`;
      }),
    ]);

/** The study that arrived last first. */
export async function list(db: Db, { page, limit }: PageRequest, filter: Filter) {
  const rows = await selectListed(db)
    .where((is) => isListed(filter)(is as unknown as ExpressionBuilder<Tables, 'intake_studies'>))
    .orderBy('intake_studies.seq', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const count = await db
    .selectFrom('intake_studies')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(isListed(filter))
    .executeTakeFirst();
  return { rows: await withCounts(db, rows), total: Number(count?.count ?? 0) };
}

export async function find(db: Db, id: string): Promise<ListedStudy | undefined> {
  const row = await selectListed(db).where('intake_studies.id', '=', id).executeTakeFirst();
  return row && (await withCounts(db, [row]))[0];
}

async function withCounts<Row extends IntakeStudyRow>(db: Db, rows: readonly Row[]) {
  if (rows.length === 0) return [];
  const counts = await countContents(db)
    .where(
      'study_id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
  const byStudy = new Map(counts.map((count) => [count.study_id, count]));
  return rows.map((row) => {
    const { series = 0, instances = 0, bytes = 0 } = byStudy.get(row.id) ?? {};
    return { ...row, series: Number(series), instances: Number(instances), bytes: Number(bytes) };
  });
}

/** A file of a study, in the columns of a link. */
export interface ListedFile extends IntakeFileRow {
  readonly state: FileImagingRow['state'];
  readonly imaging_kind: FileImagingRow['kind'];
  readonly generation: string | null;
  readonly summary: string;
  readonly failure: string | null;
  readonly patient_name: string;
  readonly birth_date: string;
  readonly sex: string;
}

/** Files that are in no examination yet. */
export async function listFiles(db: Db, studyIds: readonly string[]): Promise<ListedFile[]> {
  if (studyIds.length === 0) return [];
  return db
    .selectFrom('intake_files')
    .leftJoin('file_imaging', 'file_imaging.file_id', 'intake_files.id')
    .selectAll('intake_files')
    .select([
      sql<FileImagingRow['state']>`coalesce(file_imaging.state, 'unsupported')`.as('state'),
      'file_imaging.kind as imaging_kind',
      'file_imaging.generation',
      sql<string>`coalesce(file_imaging.summary, '{}')`.as('summary'),
      'file_imaging.failure',
      // The name is that of the study: staff compare it with the examination before they assign.
      sql<string>`''`.as('patient_name'),
      sql<string>`''`.as('birth_date'),
      sql<string>`''`.as('sex'),
    ])
    .where('study_id', 'in', [...studyIds])
    .orderBy('intake_files.name')
    .orderBy('intake_files.id')
    .execute();
}

/** Instances of studies whose SOP Instance UID another one had before. */
export async function listConflicts(db: Db, studyIds: readonly string[]) {
  if (studyIds.length === 0) return [];
  return db
    .selectFrom('intake_instances')
    .select(['id', 'study_id', 'sop_uid', 'arrived_at', 'size'])
    .where('study_id', 'in', [...studyIds])
    .where('is_conflict', '=', 1)
    .where('is_undecided', '=', 0)
    .orderBy('arrived_at')
    .orderBy('id')
    .execute();
}

/** In a transaction: locks a study against arrivals and other changes. */
export async function lock(tx: Db, id: string): Promise<void> {
  await tx
    .updateTable('intake_studies')
    .set(({ ref }) => ({ state: ref('state') }))
    .where('id', '=', id)
    .execute();
}

/** False if the study is in none of these states. */
export async function advance(
  tx: Db,
  id: string,
  from: readonly StudyState[],
  changes: Partial<IntakeStudyRow> & { readonly state: StudyState },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('intake_studies')
    .set(changes)
    .where('id', '=', id)
    .where('state', 'in', [...from])
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function removeFiles(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('intake_files').where('id', 'in', ids).execute();
}

export async function insertFiles(tx: Db, rows: readonly IntakeFileRow[]): Promise<void> {
  if (rows.length > 0)
    await tx
      .insertInto('intake_files')
      .values([...rows])
      .execute();
}

/** Ids of the files that contain the instances of a study and are in this examination. */
export async function listAssignedFiles(
  db: Db,
  studyId: string,
  checkupId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('intake_instances')
    .innerJoin('checkup_files', 'checkup_files.id', 'intake_instances.file_id')
    .select('file_id')
    .distinct()
    .where('study_id', '=', studyId)
    .where('checkup_id', '=', checkupId)
    .execute();
  return rows.flatMap(({ file_id }) => file_id ?? []);
}

/** Whether files of a study were deleted from their examination and can be restored. */
export async function hasDeletedFiles(db: Db, studyId: string): Promise<boolean> {
  const row = await db
    .selectFrom('intake_instances')
    .innerJoin('deleted_files', 'deleted_files.id', 'intake_instances.file_id')
    .select('file_id')
    .where('study_id', '=', studyId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether instances of a study are in no file yet, or are still compared. */
export async function hasUnpacked(db: Db, studyId: string): Promise<boolean> {
  const row = await db
    .selectFrom('intake_instances')
    .select('id')
    .where('study_id', '=', studyId)
    .where((is) =>
      is.or([is('is_undecided', '=', 1), is.and({ is_conflict: 0 }).and('file_id', 'is', null)]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Studies that still arrive although their last instance came before an instant (ISO text). */
export async function listStuck(db: Db, before: string): Promise<string[]> {
  const rows = await db
    .selectFrom('intake_studies')
    .select('id')
    .where('state', '=', 'arriving')
    .where('last_arrival_at', '<', before)
    .execute();
  return rows.map(({ id }) => id);
}

/** Removes a conflicting instance. Its bytes are removed by the caller, or by a sweep. */
export async function removeConflict(
  tx: Db,
  studyId: string,
  id: string,
  at: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('intake_instances')
    .where('id', '=', id)
    .where('study_id', '=', studyId)
    .where('is_conflict', '=', 1)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  await markRemoved(tx, [id], at);
  return true;
}

/** A study that was assigned except for conflicts is assigned again once they are resolved. */
export async function finishWithoutFiles(tx: Db, id: string): Promise<void> {
  if ((await listFiles(tx, [id])).length + (await listConflicts(tx, [id])).length > 0) return;
  await tx
    .updateTable('intake_studies')
    .set({ state: 'assigned' })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('checkup_id', 'is not', null)
    .execute();
}

/** Marks objects whose rows this transaction removes, so that their bytes are removed even after a crash. */
export async function markRemoved(tx: Db, ids: readonly string[], at: string): Promise<void> {
  if (ids.length > 0)
    await tx
      .insertInto('removed_files')
      .values(ids.map((id) => ({ id, removed_at: at })))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
}
