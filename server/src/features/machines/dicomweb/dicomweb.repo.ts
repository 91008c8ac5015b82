import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { readContext } from '../../../platform/db/database-context.ts';
import { selectObjectId } from '../../../platform/db/file-objects.ts';
import type { Db, DicomInstanceRow, DicomSeriesRow, Tables } from '../../../platform/db/tables.ts';
import type { Condition } from './search/search-query.ts';

/** Whose files are searched. */
export interface Viewer {
  /** undefined: all files. */
  readonly partnerId: string | undefined;
  /** undefined: those of all examinations. */
  readonly checkupId: string | undefined;
}

/**
 * Whether a viewer may open a file; staff also those of studies that belong to no examination yet. The only place that
 * decides it. A partner's files are listed, those of staff looked up: there are few of the former and many of the latter.
 */
function isVisible(db: Db, { partnerId, checkupId }: Viewer, fileId: ReturnType<typeof sql.ref>) {
  if (partnerId !== undefined || checkupId !== undefined) {
    const files = db
      .selectFrom('checkup_files')
      .innerJoin('checkups', 'checkups.id', 'checkup_files.checkup_id')
      .$if(partnerId !== undefined, (query) =>
        query
          .where('checkups.partner_id', '=', partnerId ?? '')
          .where('checkup_files.patient_check', '!=', 'different'),
      )
      .$if(checkupId !== undefined, (query) => query.where('checkups.id', '=', checkupId ?? ''))
      .select('checkup_files.id');
    return sql<SqlBool>`${fileId} in ${files}`;
  }
  const [assigned, arrived] = (['checkup_files', 'intake_files'] as const).map(
    (table) => sql`exists (select 1 from ${sql.table(table)} as f where f.id = ${fileId})`,
  );
  return sql<SqlBool>`(${assigned} or ${arrived})`;
}

const OF_SERIES = sql.ref('dicom_series.file_id');
const OF_INSTANCE = sql.ref('dicom_instances.file_id');

type Joined = Pick<Tables, 'dicom_series' | 'dicom_instances'>;

const INSTANCE_COLUMNS: readonly string[] = ['sop_uid', 'sop_class_uid', 'instance_number'];

const needsInstances = (conditions: readonly Condition[]) =>
  conditions.some(({ column }) => INSTANCE_COLUMNS.includes(column));

/** Series rows that a viewer may see and that match. */
function matchingSeries(db: Db, viewer: Viewer, conditions: readonly Condition[]) {
  const { dialect } = readContext(db);
  let query = db.selectFrom('dicom_series').where(isVisible(db, viewer, OF_SERIES));
  for (const condition of conditions)
    if (!needsInstances([condition]))
      query = query.where((eb) => matches(eb as never, condition, dialect));
  return query;
}

/** Instances that a viewer may see and that match, with their series. */
function matchingInstances(db: Db, viewer: Viewer, conditions: readonly Condition[]) {
  const { dialect } = readContext(db);
  let query = db
    .selectFrom('dicom_instances')
    .innerJoin('dicom_series', (join) =>
      join
        .onRef('dicom_series.file_id', '=', 'dicom_instances.file_id')
        .onRef('dicom_series.number', '=', 'dicom_instances.series'),
    )
    .where(isVisible(db, viewer, OF_INSTANCE));
  for (const condition of conditions)
    query = query.where((eb) => matches(eb as never, condition, dialect));
  return query;
}

function matches(
  eb: ExpressionBuilder<Joined, 'dicom_series' | 'dicom_instances'>,
  condition: Condition,
  dialect: 'sqlite' | 'postgres',
): Expression<SqlBool> {
  const column = eb.ref(condition.column);
  switch (condition.kind) {
    case 'in':
      return eb(column, 'in', [...condition.values] as never);
    case 'range': {
      const { from, to } = condition;
      const ends = [
        eb(column, '!=', '' as never),
        ...(from ? [eb(column, '>=', from as never)] : []),
        ...(to ? [eb(column, '<=', to as never)] : []),
      ];
      return eb.and(ends);
    }
    case 'wildcard':
      return dialect === 'sqlite'
        ? sql<SqlBool>`${column} glob ${condition.pattern.replaceAll('[', '[[]')}`
        : sql<SqlBool>`${column} like ${toLike(condition.pattern)}`;
  }
}

const toLike = (pattern: string) =>
  pattern
    .replaceAll(/[\\%_]/g, '\\$&')
    .replaceAll('*', '%')
    .replaceAll('?', '_');

interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** UIDs of matching studies, the latest first; one more than the limit where there are more. */
export async function listStudies(
  db: Db,
  viewer: Viewer,
  conditions: readonly Condition[],
  { limit, offset }: Page,
): Promise<string[]> {
  const rows = await matchingSeries(db, viewer, conditions)
    .select(({ fn }) => ['study_uid', fn.max('study_date').as('latest')])
    .groupBy('study_uid')
    .orderBy('latest', 'desc')
    .orderBy('study_uid')
    .limit(limit + 1)
    .offset(offset)
    .execute();
  return rows.map(({ study_uid: uid }) => uid);
}

/** Study and series UIDs of matching series; one more than the limit where there are more. */
export const listSeries = (
  db: Db,
  viewer: Viewer,
  conditions: readonly Condition[],
  { limit, offset }: Page,
) =>
  matchingSeries(db, viewer, conditions)
    .select(({ fn }) => ['study_uid', 'series_uid', fn.min('series_number').as('order')])
    .groupBy(['study_uid', 'series_uid'])
    .orderBy('study_uid')
    .orderBy('order')
    .orderBy('series_uid')
    .limit(limit + 1)
    .offset(offset)
    .execute();

/** A series in a file without its attributes, except those that searches return. */
export type SeriesRow = Pick<
  DicomSeriesRow,
  'file_id' | 'number' | 'study_uid' | 'series_uid' | 'modality' | 'instances'
> & { readonly brief: string };

/** All series rows of these studies that a viewer may see. */
export function listSeriesRows(
  db: Db,
  viewer: Viewer,
  studies: readonly string[],
): Promise<SeriesRow[]> {
  return db
    .selectFrom('dicom_series')
    .select(['file_id', 'number', 'study_uid', 'series_uid', 'modality', 'instances'])
    .select(({ fn }) => fn.coalesce('brief', 'attributes').as('brief'))
    .where('study_uid', 'in', [...studies])
    .where(isVisible(db, viewer, OF_SERIES))
    .orderBy('series_number')
    .orderBy('file_id')
    .execute();
}

/** How many instances these series have; an instance that is in two files counts once. */
export async function countInstances(
  db: Db,
  viewer: Viewer,
  series: readonly string[],
): Promise<{ study_uid: string; series_uid: string; count: number }[]> {
  const rows = await matchingInstances(db, viewer, [
    { column: 'series_uid', kind: 'in', values: series },
  ])
    .select(({ fn }) => ['study_uid', 'series_uid', fn.count('sop_uid').distinct().as('count')])
    .groupBy(['study_uid', 'series_uid'])
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

/** SOP instance UIDs of matching instances; one more than the limit where there are more. */
export async function listInstanceUids(
  db: Db,
  viewer: Viewer,
  conditions: readonly Condition[],
  { limit, offset }: Page,
): Promise<string[]> {
  const rows = await matchingInstances(db, viewer, conditions)
    .select(({ fn }) => [
      'sop_uid',
      fn.min('study_uid').as('study'),
      fn.min('series_uid').as('series_uid'),
      fn.min('instance_number').as('order'),
    ])
    .groupBy('sop_uid')
    .orderBy('study')
    .orderBy('series_uid')
    .orderBy('order')
    .orderBy('sop_uid')
    .limit(limit + 1)
    .offset(offset)
    .execute();
  return rows.map(({ sop_uid: uid }) => uid);
}

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
  viewer: Viewer,
  conditions: readonly Condition[],
): Promise<FoundInstance[]> {
  const rows = await matchingInstances(db, viewer, conditions)
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

/** The attributes of instances of a file by their numbers. */
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

/** Whether the viewer may see the examination to which it is limited. */
export async function hasCheckup(db: Db, { partnerId, checkupId }: Viewer): Promise<boolean> {
  const row = await db
    .selectFrom('checkups')
    .select('id')
    .where('id', '=', checkupId ?? '')
    .$if(partnerId !== undefined, (query) => query.where('partner_id', '=', partnerId ?? ''))
    .executeTakeFirst();
  return row !== undefined;
}

/** The examination of a file; undefined where it has none. */
export async function findCheckupId(db: Db, fileId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('checkup_files')
    .select('checkup_id')
    .where('id', '=', fileId)
    .executeTakeFirst();
  return row?.checkup_id;
}
