import type { Db, DicomHeaderRow, FileImagingRow } from '../../platform/db/tables.ts';
import type { DicomDescription } from '../../platform/media/derivation.ts';

/** Columns of `file_imaging` that lists show. */
export type ListedImaging = Pick<
  FileImagingRow,
  'state' | 'generation' | 'summary' | 'failure' | 'patient_name' | 'birth_date'
> & {
  readonly imaging_kind: FileImagingRow['kind'];
};

export interface StoredFile {
  readonly id: string;
  readonly size: number;
  readonly content_type: string;
}

export async function insert(
  tx: Db,
  rows: readonly Pick<FileImagingRow, 'file_id' | 'state' | 'kind' | 'updated_at'>[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('file_imaging')
    .values(rows.map((row) => ({ ...row, generation: null, summary: '{}', failure: null })))
    .execute();
}

export function find(db: Db, fileId: string): Promise<FileImagingRow | undefined> {
  return db.selectFrom('file_imaging').selectAll().where('file_id', '=', fileId).executeTakeFirst();
}

/** Changes the row of a file. Returns false where there is none: the file has been removed for good. */
export async function update(
  tx: Db,
  fileId: string,
  changes: Partial<Omit<FileImagingRow, 'file_id'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('file_imaging')
    .set(changes)
    .where('file_id', '=', fileId)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** A file of a checkup, deleted or not, or of a study; undefined once it has been removed for good. */
export async function findFile(db: Db, id: string): Promise<StoredFile | undefined> {
  const columns = ['id', 'size', 'content_type'] as const;
  return (
    (await db
      .selectFrom('checkup_files')
      .select(columns)
      .where('id', '=', id)
      .executeTakeFirst()) ??
    (await db
      .selectFrom('deleted_files')
      .select(columns)
      .where('id', '=', id)
      .executeTakeFirst()) ??
    (await db.selectFrom('intake_files').select(columns).where('id', '=', id).executeTakeFirst())
  );
}

export async function replaceHeader(
  tx: Db,
  fileId: string,
  description: DicomDescription,
): Promise<void> {
  await tx.deleteFrom('dicom_headers').where('file_id', '=', fileId).execute();
  await tx.insertInto('dicom_headers').values(toHeaderRow(fileId, description)).execute();
}

/** Removes what is stored about a file. Returns the generation of its derived objects. */
export async function remove(tx: Db, fileId: string): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('file_imaging')
    .where('file_id', '=', fileId)
    .returning('generation')
    .executeTakeFirst();
  // After the other row: a job that is publishing its result writes both.
  await tx.deleteFrom('dicom_headers').where('file_id', '=', fileId).execute();
  return row?.generation ?? undefined;
}

/** Which of these `<file id>_<generation>` name the valid derived objects of a file. */
export async function findGenerations(
  db: Db,
  prefixes: readonly string[],
): Promise<ReadonlySet<string>> {
  if (prefixes.length === 0) return new Set();
  const ids = [...new Set(prefixes.map((prefix) => prefix.slice(0, prefix.indexOf('_'))))];
  const rows = await db
    .selectFrom('file_imaging')
    .select(['file_id', 'generation'])
    .where('file_id', 'in', ids)
    .where('generation', 'is not', null)
    .execute();
  const valid = new Set(rows.map((row) => `${row.file_id}_${row.generation}`));
  return new Set(prefixes.filter((prefix) => valid.has(prefix)));
}

/** Ids of the files in these states, except documents, in the order of their creation. */
export async function listIds(
  db: Db,
  states: readonly FileImagingRow['state'][],
): Promise<string[]> {
  const rows = await db
    .selectFrom('file_imaging')
    .select('file_id')
    .where('state', 'in', states)
    .where((row) =>
      row.or([row('kind', 'is', null), row('state', '!=', 'ready'), row('kind', '!=', 'document')]),
    )
    .orderBy('file_id')
    .execute();
  return rows.map((row) => row.file_id);
}

/** Makes every file one without derived objects: they are not part of a backup. */
export async function forgetGenerations(db: Db): Promise<void> {
  await db.updateTable('file_imaging').set({ generation: null }).execute();
}

/** How many files are in each state. */
export async function countByState(
  db: Db,
): Promise<{ state: FileImagingRow['state']; count: number }[]> {
  const rows = await db
    .selectFrom('file_imaging')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .groupBy('state')
    .orderBy('state')
    .execute();
  return rows.map(({ state, count }) => ({ state, count: Number(count) }));
}

const toHeaderRow = (
  fileId: string,
  { hasBurnedInText: hasText, ...description }: DicomDescription,
): DicomHeaderRow => ({
  file_id: fileId,
  patient_name: description.patientName,
  patient_id: description.patientId,
  birth_date: description.birthDate,
  sex: description.sex,
  modality: description.modality,
  manufacturer: description.manufacturer,
  device: description.device,
  body_part: description.bodyPart,
  study_description: description.studyDescription,
  series_description: description.seriesDescription,
  accession_number: description.accessionNumber,
  acquired_on: description.acquiredOn,
  acquired_at: description.acquiredAt,
  has_burned_in_text: hasText === undefined ? null : hasText ? 1 : 0,
  study_uid: description.studyUid,
  series_uid: description.seriesUid,
  sop_uid: description.sopUid,
  sop_class_uid: description.sopClassUid,
});
