import { type Expression, sql } from 'kysely';
import type { Db } from './tables.ts';

/** Instances of reports are in the index of files, under an id that no file has. */
const PREFIX = 'report-';

export const toIndexId = (reportId: string): string => PREFIX + reportId;

/** The report whose instances are in the index under this id; undefined where it is that of a file. */
export const findReportId = (indexId: string): string | undefined =>
  indexId.startsWith(PREFIX) ? indexId.slice(PREFIX.length) : undefined;

/** `findReportId` of a column; some text that is no id where it is that of a file. */
export const selectReportId = (indexId: Expression<unknown>) =>
  sql<string>`substr(${indexId}, ${sql.lit(PREFIX.length + 1)})`;

/** `toIndexId` of a column. */
export const selectIndexId = (reportId: Expression<unknown>) =>
  sql<string>`${sql.lit(PREFIX)} || ${reportId}`;

/** In the transaction that removes reports, or changes what their instances contain. */
export async function removeReportIndex(tx: Db, reportIds: readonly string[]): Promise<void> {
  if (reportIds.length === 0) return;
  await tx.deleteFrom('file_imaging').where('file_id', 'in', reportIds.map(toIndexId)).execute();
}
