import type { Db, DicomSeriesRow } from '../../../platform/db/tables.ts';
import { isVisible, SERIES_FILE, selectInstances, selectSeries } from './matching.repo.ts';
import type { Reader } from './reader.ts';
import type { Condition } from './search/search-query.ts';

interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** UIDs of matching studies, the latest first; one more than the limit where there are more. */
export async function listStudies(
  db: Db,
  reader: Reader,
  conditions: readonly Condition[],
  { limit, offset }: Page,
): Promise<string[]> {
  const rows = await selectSeries(db, reader, conditions)
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
  reader: Reader,
  conditions: readonly Condition[],
  { limit, offset }: Page,
) =>
  selectSeries(db, reader, conditions)
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

/** All series rows of these studies that a reader may see. */
export function listSeriesRows(
  db: Db,
  reader: Reader,
  studies: readonly string[],
): Promise<SeriesRow[]> {
  return db
    .selectFrom('dicom_series')
    .select(['file_id', 'number', 'study_uid', 'series_uid', 'modality', 'instances'])
    .select(({ fn }) => fn.coalesce('brief', 'attributes').as('brief'))
    .where('study_uid', 'in', [...studies])
    .where(isVisible(db, reader, SERIES_FILE))
    .orderBy('series_number')
    .orderBy('file_id')
    .execute();
}

/** How many instances these series have; an instance that is in two files counts once. */
export async function countInstances(
  db: Db,
  reader: Reader,
  series: readonly string[],
): Promise<{ study_uid: string; series_uid: string; count: number }[]> {
  const rows = await selectInstances(db, reader, [
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
  reader: Reader,
  conditions: readonly Condition[],
  { limit, offset }: Page,
): Promise<string[]> {
  const rows = await selectInstances(db, reader, conditions)
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
