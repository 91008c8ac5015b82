import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';
import { columnTypes } from './parts.ts';

/** Characters of one text, and of the texts of a file, that this version reads. */
const MAX_TEXT = 262_144;
const MAX_FILE = 8_388_608;

const isDicom = "content_type in ('application/dicom', 'application/zip')";

/**
 * Further keys of searches, the number of instances of a series, and the attributes that searches return apart from the
 * others. Every file gets a job that fills them, also where an earlier one failed;
 * until then `brief` is null. Indexes that are too large are removed.
 */
export async function boundedDicomIndex(db: Kysely<Tables>, dialect: DialectName): Promise<void> {
  const { text } = columnTypes[dialect];
  const statements = [
    ...['birth_date', 'sex', 'description_key', 'series_description_key'].map(
      (column) => `alter table dicom_series add column ${column} ${text} not null default ''`,
    ),
    'alter table dicom_series add column instances integer not null default 0',
    'alter table dicom_series add column brief text',
    'alter table dicom_instances add column brief text',
    'create table large_indexes (file_id text primary key)',
    `insert into large_indexes (file_id)
      select file_id from (
        select file_id, length(attributes) as size from dicom_series
        union all
        select file_id, length(attributes) as size from dicom_instances
      ) as texts
      group by file_id having sum(size) > ${MAX_FILE} or max(size) > ${MAX_TEXT}`,
    'delete from dicom_instances where file_id in (select file_id from large_indexes)',
    'delete from dicom_series where file_id in (select file_id from large_indexes)',
    'drop table large_indexes',
    `update dicom_series set instances = (
      select count(distinct sop_uid) from dicom_instances
      where dicom_instances.file_id = dicom_series.file_id
        and dicom_instances.series = dicom_series.number)`,
    ...['checkup_files', 'deleted_files', 'intake_files'].map(
      (table) => `insert into jobs
        (id, kind, subject, payload, priority, due_at, run_at, attempts, created_at)
        select 'bounded-' || id, 'index-dicom', id, '{}', 1, created_at, created_at, 0, created_at
        from ${table} where ${isDicom}
        on conflict (kind, subject) do update set
          attempts = 0, run_at = excluded.run_at, failed_at = null, last_error = null
          where jobs.failed_at is not null`,
    ),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
