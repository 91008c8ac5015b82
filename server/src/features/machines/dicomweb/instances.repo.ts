import { sql } from 'kysely';
import { selectObjectId } from '../../../platform/db/file-objects.ts';
import { findReportId } from '../../../platform/db/report-index.ts';
import type { Db, DicomInstanceRow, DicomSeriesRow } from '../../../platform/db/tables.ts';
import { selectInstances } from './matching.repo.ts';
import type { Reader } from './reader.ts';
import type { Condition } from './search/search-query.ts';

/** Columns of an instance that are short. */
const LOCATION = [
  'dicom_instances.file_id',
  'dicom_instances.number',
  'series',
  'sop_uid',
  'sop_class_uid',
  'transfer_syntax',
  'instance_number',
  'frames',
  'byte_offset',
  'byte_length',
  'size',
  'is_deflated',
  'data_offset',
] as const;

/** An instance and its place, without its attributes. */
export type FoundInstance = Omit<DicomInstanceRow, 'frame_parts' | 'attributes' | 'brief'> &
  Pick<DicomSeriesRow, 'study_uid' | 'series_uid'> & {
    /** Read together with the offsets in it: bytes that replace it later have others. */
    readonly object_id: string;
  };

/** Matching instances in the order of their series and numbers, each once: that of the file that arrived last. */
export async function listInstances(
  db: Db,
  reader: Reader,
  conditions: readonly Condition[],
): Promise<FoundInstance[]> {
  const rows = await selectInstances(db, reader, conditions)
    .select(LOCATION)
    .select(['study_uid', 'series_uid'])
    .select(selectObjectId('dicom_instances.file_id').as('object_id'))
    .orderBy('series_number')
    .orderBy('series_uid')
    .orderBy('instance_number')
    .orderBy('dicom_instances.file_id', 'desc')
    .orderBy('dicom_instances.number')
    .execute();
  const seen = new Set<string>();
  return rows.filter(({ sop_uid: uid }) => !seen.has(uid) && seen.add(uid));
}

/** `all`: every attribute; `brief`: those that searches return. */
export type Extent = 'all' | 'brief';

const textColumn = (extent: Extent) =>
  extent === 'all' ? sql<string>`attributes` : sql<string>`coalesce(brief, attributes)`;

/** The attributes of a series of a file; undefined where its index has been replaced since. */
export async function findSeriesText(
  db: Db,
  extent: Extent,
  { file_id, series }: Pick<FoundInstance, 'file_id' | 'series'>,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('dicom_series')
    .select(textColumn(extent).as('text'))
    .where('file_id', '=', file_id)
    .where('number', '=', series)
    .executeTakeFirst();
  return row?.text;
}

export async function listInstanceTexts(
  db: Db,
  extent: Extent,
  fileId: string,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('dicom_instances')
    .select(['number', textColumn(extent).as('text')])
    .where('file_id', '=', fileId)
    .where('number', 'in', [...numbers])
    .execute();
  return new Map(rows.map(({ number, text }) => [number, text]));
}

/** JSON of the places of the frames of an instance; null where they have to be decoded. */
export async function findFrameParts(
  db: Db,
  { file_id, number }: Pick<FoundInstance, 'file_id' | 'number'>,
): Promise<string | null> {
  const row = await db
    .selectFrom('dicom_instances')
    .select('frame_parts')
    .where('file_id', '=', file_id)
    .where('number', '=', number)
    .executeTakeFirst();
  return row?.frame_parts ?? null;
}

/** The examination of a file or report. */
export async function findCheckupId(db: Db, fileId: string): Promise<string | undefined> {
  const report = findReportId(fileId);
  const row = await db
    .selectFrom(report === undefined ? 'checkup_files' : 'diagnostic_reports')
    .select('checkup_id')
    .where('id', '=', report ?? fileId)
    .executeTakeFirst();
  return row?.checkup_id;
}
