import { selectObjectId } from '../../../platform/db/file-objects.ts';
import type { Db, DicomHeaderRow, FileImagingRow } from '../../../platform/db/tables.ts';
import type { DicomDescription } from '../../../platform/media/derivation.ts';

/** Columns of `file_imaging` that lists show. */
export type ListedImaging = Pick<
  FileImagingRow,
  'state' | 'generation' | 'summary' | 'failure' | 'patient_name' | 'birth_date' | 'sex'
> & {
  readonly imaging_kind: FileImagingRow['kind'];
};

export interface StoredFile {
  readonly id: string;
  readonly size: number;
  readonly content_type: string;
}

/** The patient of a file, in the columns of `file_imaging`. */
export type PatientColumns = Pick<
  FileImagingRow,
  'patient_name' | 'birth_date' | 'sex' | 'patient_id'
>;

type NewImaging = Pick<FileImagingRow, 'file_id' | 'state' | 'kind' | 'updated_at'> &
  Partial<PatientColumns>;

export async function insert(tx: Db, rows: readonly NewImaging[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('file_imaging')
    .values(rows.map((row) => ({ ...row, generation: null, summary: '{}', failure: null })))
    .execute();
}

/** A row for something whose instances are listed, but whose bytes are not stored. */
export async function insertDocument(tx: Db, fileId: string, at: string): Promise<void> {
  await tx
    .insertInto('file_imaging')
    .values({
      file_id: fileId,
      state: 'ready',
      kind: 'document',
      generation: null,
      summary: '{}',
      failure: null,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.column('file_id').doNothing())
    .execute();
}

export function find(db: Db, fileId: string): Promise<FileImagingRow | undefined> {
  return db.selectFrom('file_imaging').selectAll().where('file_id', '=', fileId).executeTakeFirst();
}

/** Changes the row of a file. Returns false where there is none: the file has been removed permanently. */
export async function update(
  tx: Db,
  fileId: string,
  changes: Partial<FileImagingRow>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('file_imaging')
    .set(changes)
    .where('file_id', '=', fileId)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Notes whom files name, unless that was read already. */
export async function describePatient(
  tx: Db,
  fileIds: readonly string[],
  columns: PatientColumns,
): Promise<void> {
  if (fileIds.length > 0)
    await tx
      .updateTable('file_imaging')
      .set(columns)
      .where('file_id', 'in', fileIds)
      .where('patient_name', '=', '')
      .where('birth_date', '=', '')
      .execute();
}

/** A stored file, its checksum, and the id of the object with its bytes. */
export interface LocatedFile extends StoredFile {
  readonly crc32: number;
  readonly object_id: string;
}

/** In a transaction: locks the row of a file against new bytes. Returns false if the file was removed permanently. */
export const lock = (tx: Db, fileId: string): Promise<boolean> =>
  update(tx, fileId, { file_id: fileId });

/** A file of a checkup, deleted or not, of a referral or of a study; undefined once it has been removed permanently. */
export async function findFile(db: Db, id: string): Promise<LocatedFile | undefined> {
  const columns = [
    'id',
    'size',
    'content_type',
    'crc32',
    selectObjectId('id').as('object_id'),
  ] as const;
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
    (await db
      .selectFrom('referral_files')
      .select(columns)
      .where('id', '=', id)
      .executeTakeFirst()) ??
    (await db
      .selectFrom('question_files')
      .select(columns)
      .where('id', '=', id)
      .executeTakeFirst()) ??
    (await db.selectFrom('intake_files').select(columns).where('id', '=', id).executeTakeFirst())
  );
}

/** Whose work it is to derive a file: its machine, the partner of a shipment or a referral, its checkup or that of its question, or without one the file. */
export async function findSender(tx: Db, id: string): Promise<string> {
  const file = await tx
    .selectFrom('checkup_files as file')
    .innerJoin('checkups as checkup', 'checkup.id', 'file.checkup_id')
    .select(['file.kind', 'file.checkup_id', 'checkup.partner_id'])
    .where('file.id', '=', id)
    .executeTakeFirst();
  if (file) return file.kind === 'file' ? file.partner_id : file.checkup_id;
  const attached = await tx
    .selectFrom('referral_files as file')
    .innerJoin('referrals as referral', 'referral.id', 'file.referral_id')
    .select('referral.partner_id')
    .where('file.id', '=', id)
    .executeTakeFirst();
  if (attached) return attached.partner_id;
  const shown = await tx
    .selectFrom('question_files as file')
    .innerJoin('checkup_questions as question', 'question.id', 'file.question_id')
    .select('question.checkup_id')
    .where('file.id', '=', id)
    .executeTakeFirst();
  if (shown) return shown.checkup_id;
  const study = await tx
    .selectFrom('intake_files as file')
    .innerJoin('intake_studies as study', 'study.id', 'file.study_id')
    .select(['study.id', 'study.device_id'])
    .where('file.id', '=', id)
    .executeTakeFirst();
  return study?.device_id ?? study?.id ?? id;
}

export async function replaceHeader(
  tx: Db,
  fileId: string,
  description: DicomDescription,
): Promise<void> {
  await tx.deleteFrom('dicom_headers').where('file_id', '=', fileId).execute();
  await tx.insertInto('dicom_headers').values(toHeaderRow(fileId, description)).execute();
}

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
