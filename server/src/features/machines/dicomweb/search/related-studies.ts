import type { Db } from '../../../../platform/db/tables.ts';
import type { Reader } from '../reader.ts';
import * as repo from '../studies.repo.ts';
import type { ResourcePath } from './found-instances.ts';
import type { SearchQuery } from './search-query.ts';

export interface Studies {
  readonly listRows: (study: string) => readonly repo.SeriesRow[];
  readonly count: (study: string, series?: string) => number;
}

export async function readStudies(
  { db, reader }: Pick<Scope, 'db' | 'reader'>,
  uids: readonly string[],
): Promise<Studies> {
  const rows = uids.length > 0 ? await repo.listSeriesRows(db, reader, uids) : [];
  const byStudy = Map.groupBy(rows, (row) => row.study_uid);
  const counts = await countInstances({ db, reader }, rows);
  return {
    listRows: (study) => byStudy.get(study) ?? [],
    count: (study, series) =>
      [...(counts.get(study) ?? [])]
        .filter(([uid]) => series === undefined || series === uid)
        .reduce((sum, [, count]) => sum + count, 0),
  };
}

/** Instances by study and series. Only a series that is in several files is counted by its instances. */
async function countInstances(
  { db, reader }: Pick<Scope, 'db' | 'reader'>,
  rows: readonly repo.SeriesRow[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> {
  const counts = new Map<string, Map<string, number>>();
  const repeated = new Set<string>();
  const set = (study: string, series: string, count: number) =>
    counts.set(study, (counts.get(study) ?? new Map<string, number>()).set(series, count));
  for (const { study_uid: study, series_uid: series, instances } of rows) {
    if (counts.get(study)?.has(series)) repeated.add(series);
    set(study, series, instances);
  }
  if (repeated.size > 0)
    for (const row of await repo.countInstances(db, reader, [...repeated]))
      set(row.study_uid, row.series_uid, row.count);
  return counts;
}

export interface Scope {
  readonly db: Db;
  readonly reader: Reader;
  /** Address of `/dicom-web`. */
  readonly base: string;
  readonly included: SearchQuery['included'];
  readonly path: Partial<ResourcePath>;
}
