import { type Insertable, sql } from 'kysely';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import { searchKey } from '../../platform/db/lists/name-search.ts';
import type {
  Db,
  IntakeFileRow,
  IntakeInstanceRow,
  IntakeStudyRow,
  Tables,
} from '../../platform/db/tables.ts';

/** Rows per statement. */
const BATCH_SIZE = 500;

/** Whether the bytes of an instance exist: as an object, or in a file that was not deleted. */
const isStored = sql<boolean>`(file_id is null
  or exists (select 1 from intake_files where intake_files.id = file_id)
  or exists (select 1 from checkup_files where checkup_files.id = file_id))`;

/** Instances of this SOP Instance UID, with whether their bytes still exist. */
export async function listOfSop(db: Db, sopUid: string) {
  const rows = await db
    .selectFrom('intake_instances')
    .select(['id', 'study_id', 'sha256', 'is_conflict', isStored.as('is_stored')])
    .where('sop_uid', '=', sopUid)
    .execute();
  // SQLite returns 0 or 1.
  return rows.map((row) => ({ ...row, is_stored: Boolean(row.is_stored) }));
}

export async function remove(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('intake_instances').where('id', 'in', ids).execute();
}

/** Throws an error that isSopTaken recognises. */
export async function insert(tx: Db, row: Insertable<Tables['intake_instances']>): Promise<void> {
  await tx.insertInto('intake_instances').values(row).execute();
}

export const isSopTaken = (error: unknown): boolean =>
  isUniqueViolation(error, 'intake_instances', 'sop_uid');

/** What an instance says about its study. */
export type StudyDetails = Pick<
  IntakeStudyRow,
  | 'study_uid'
  | 'device_id'
  | 'ae_title'
  | 'patient_name'
  | 'patient_id'
  | 'birth_date'
  | 'sex'
  | 'accession_number'
  | 'description'
  | 'acquired_on'
  | 'acquired_at'
>;

interface Arrival {
  /** Of the study, if this is its first instance. */
  readonly id: string;
  readonly modality: string;
  /** How many instances the study has; null: not announced. */
  readonly announced: number | null;
  /** ISO text. */
  readonly at: string;
}

/** Finds or creates the study of an instance that arrives now, and locks it. A study set aside is open again. */
export async function arrive(
  tx: Db,
  details: StudyDetails,
  { id, modality, announced, at }: Arrival,
): Promise<Pick<IntakeStudyRow, 'id' | 'announced'>> {
  const arrival = { last_arrival_at: at, state: 'arriving', failed_at: null } as const;
  const row = await tx
    .insertInto('intake_studies')
    .values({
      ...{ ...details, ...arrival, id, announced, modalities: modality, first_arrival_at: at },
      name_key: searchKey(details.patient_name),
      ...{ checkup_id: null, assigned_at: null, assigned_by: null },
    })
    .onConflict((conflict) =>
      conflict.column('study_uid').doUpdateSet((is) => ({
        ...arrival,
        // The sender of the last instance knows the number; one that does not announce any leaves it.
        announced: announced ?? is.ref('intake_studies.announced'),
      })),
    )
    .returning(['id', 'announced', 'modalities'])
    .executeTakeFirstOrThrow();
  await addModality(tx, row, modality);
  return row;
}

async function addModality(
  tx: Db,
  { id, modalities }: Pick<IntakeStudyRow, 'id' | 'modalities'>,
  modality: string,
): Promise<void> {
  const present = modalities.split(' ').filter(Boolean);
  if (modality === '' || present.includes(modality)) return;
  await tx
    .updateTable('intake_studies')
    .set({ modalities: [...present, modality].join(' ') })
    .where('id', '=', id)
    .execute();
}

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

/** Instances of a study that are in no examination, in the order of their numbers. */
export async function listUnassigned(db: Db, studyId: string): Promise<IntakeInstanceRow[]> {
  return db
    .selectFrom('intake_instances')
    .selectAll()
    .where('study_id', '=', studyId)
    .where('is_conflict', '=', 0)
    .where((is) =>
      is.or([
        is('file_id', 'is', null),
        is.exists(
          is
            .selectFrom('intake_files')
            .select('intake_files.id')
            .whereRef('intake_files.id', '=', 'intake_instances.file_id'),
        ),
      ]),
    )
    .orderBy('series_uid')
    .orderBy('number')
    .orderBy('sop_uid')
    .execute();
}

/** An instance, and where its bytes are from now on. */
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

/** Whether an instance has a row. */
export async function exists(db: Db, id: string): Promise<boolean> {
  const row = db.selectFrom('intake_instances').select('id').where('id', '=', id);
  return (await row.executeTakeFirst()) !== undefined;
}
