import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';
import { columnTypes, notifyTrigger } from './parts.ts';

/** Text types are shown as they are; every other type may have pictures. */
const isDocument = "content_type like 'text/%' or content_type like 'application/xml%'";

const isVolume = 'size > 33554432';

/**
 * The pictures of each file, and what DICOM says about it. Rows outlive a deletion that can be undone, so they do not
 * refer to checkup_files. Every existing file gets its row and, where it may have pictures, its job.
 */
export async function imaging(db: Kysely<Tables>, dialect: DialectName): Promise<void> {
  const { text, end } = columnTypes[dialect];
  const statements = [
    `create table file_imaging (
      file_id ${text} primary key,
      state text not null check (state in ('pending', 'ready', 'unsupported', 'failed')),
      kind text check (kind in ('image', 'volume', 'stack', 'document')),
      generation ${text},
      summary text not null,
      patient_name text not null default '',
      failure text,
      updated_at ${text} not null
    )${end}`,
    `create table dicom_headers (
      file_id ${text} primary key,
      patient_name text not null,
      patient_id text not null,
      birth_date text not null,
      sex text not null,
      modality text not null,
      manufacturer text not null,
      device text not null,
      body_part text not null,
      study_description text not null,
      series_description text not null,
      accession_number ${text} not null,
      acquired_on text not null,
      acquired_at text not null,
      has_burned_in_text integer,
      study_uid ${text} not null,
      series_uid ${text} not null,
      sop_uid ${text} not null,
      sop_class_uid ${text} not null
    )${end}`,
    'create index dicom_headers_study on dicom_headers (study_uid)',
    ...notifyTrigger(dialect, 'file_imaging'),
    ...['checkup_files', 'deleted_files'].flatMap((table) => [
      `insert into file_imaging (file_id, state, kind, summary, updated_at)
        select id, case when ${isDocument} then 'ready' else 'pending' end,
          case when ${isDocument} then 'document' end, '{}', created_at from ${table}`,
      `insert into jobs
          (id, kind, subject, payload, priority, due_at, run_at, attempts, created_at)
        select id, case when ${isVolume} then 'derive-volume' else 'derive-image' end, id, '{}', 1,
          created_at, created_at, 0, created_at from ${table} where not (${isDocument})`,
    ]),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
