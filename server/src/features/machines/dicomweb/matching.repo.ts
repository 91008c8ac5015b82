import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { readContext } from '../../../platform/db/database-context.ts';
import { selectIndexId, selectReportId } from '../../../platform/db/report-index.ts';
import type { Db, Tables } from '../../../platform/db/tables.ts';
import type { Reader } from './reader.ts';
import type { Condition } from './search/search-query.ts';

/**
 * Whether a reader may open a file; staff also those of studies that belong to no examination yet. Of reports it is the
 * newest signed one. The only place that decides it. A partner's files are listed, those of staff looked up: there are few of the former and many of the latter.
 */
export function isVisible(
  db: Db,
  { partnerId, checkupId }: Reader,
  fileId: ReturnType<typeof sql.ref>,
) {
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
    const reports = selectNewestReports(db)
      .$if(partnerId !== undefined, (query) =>
        query.where('checkups.partner_id', '=', partnerId ?? ''),
      )
      .$if(checkupId !== undefined, (query) => query.where('checkups.id', '=', checkupId ?? ''))
      .select(selectIndexId(REPORT).as('id'));
    return sql<SqlBool>`${fileId} in ${files.unionAll(reports)}`;
  }
  const [assigned, arrived] = (['checkup_files', 'intake_files'] as const).map(
    (table) => sql`exists (select 1 from ${sql.table(table)} as f where f.id = ${fileId})`,
  );
  const reports = selectNewestReports(db)
    .where(REPORT, '=', selectReportId(fileId))
    .select('report.id');
  return sql<SqlBool>`(${assigned} or ${arrived} or exists ${reports})`;
}

const REPORT = sql.ref<string>('report.id');

/** The newest signed report of each examination that was not deleted. */
const selectNewestReports = (db: Db) =>
  db
    .selectFrom('diagnostic_reports as report')
    .innerJoin('checkups', 'checkups.id', 'report.checkup_id')
    .where('report.status', '=', 'signed')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('diagnostic_reports as newer')
            .select('newer.id')
            .whereRef('newer.checkup_id', '=', 'report.checkup_id')
            .where('newer.status', '=', 'signed')
            .where(sql<SqlBool>`(newer.signed_at, newer.id) > (report.signed_at, report.id)`),
        ),
      ),
    );

export const SERIES_FILE = sql.ref('dicom_series.file_id');
const INSTANCE_FILE = sql.ref('dicom_instances.file_id');

type Joined = Pick<Tables, 'dicom_series' | 'dicom_instances'>;

const INSTANCE_COLUMNS: readonly string[] = ['sop_uid', 'sop_class_uid', 'instance_number'];

const needsInstances = (conditions: readonly Condition[]) =>
  conditions.some(({ column }) => INSTANCE_COLUMNS.includes(column));

/** Series rows that a reader may see and that match. */
export function selectSeries(db: Db, reader: Reader, conditions: readonly Condition[]) {
  const { dialect } = readContext(db);
  let query = db.selectFrom('dicom_series').where(isVisible(db, reader, SERIES_FILE));
  for (const condition of conditions)
    if (!needsInstances([condition]))
      query = query.where((eb) => matches(eb as never, condition, dialect));
  return query;
}

/** Instances that a reader may see and that match, with their series. */
export function selectInstances(db: Db, reader: Reader, conditions: readonly Condition[]) {
  const { dialect } = readContext(db);
  let query = db
    .selectFrom('dicom_instances')
    .innerJoin('dicom_series', (join) =>
      join
        .onRef('dicom_series.file_id', '=', 'dicom_instances.file_id')
        .onRef('dicom_series.number', '=', 'dicom_instances.series'),
    )
    .where(isVisible(db, reader, INSTANCE_FILE));
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

/** Whether the reader may see the examination to which it is limited. */
export async function hasCheckup(db: Db, { partnerId, checkupId }: Reader): Promise<boolean> {
  const row = await db
    .selectFrom('checkups')
    .select('id')
    .where('id', '=', checkupId ?? '')
    .$if(partnerId !== undefined, (query) => query.where('partner_id', '=', partnerId ?? ''))
    .executeTakeFirst();
  return row !== undefined;
}
