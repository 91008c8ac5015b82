import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';
import { columnTypes } from './parts.ts';

const isDicom = "content_type in ('application/dicom', 'application/zip')";

/**
 * Series and instances in each file: what DICOMweb searches and where it finds the bytes. Rows refer to file_imaging,
 * which outlives a deletion that can be undone and is removed with the bytes. Existing files get a job.
 */
export async function dicomIndex(db: Kysely<Tables>, dialect: DialectName): Promise<void> {
  const { text, big, end } = columnTypes[dialect];
  const statements = [
    `create table dicom_series (
      file_id ${text} not null references file_imaging (file_id) on delete cascade,
      number integer not null,
      study_uid ${text} not null,
      series_uid ${text} not null,
      patient_id ${text} not null,
      patient_name text not null,
      patient_key ${text} not null,
      study_date ${text} not null,
      study_time ${text} not null,
      accession_number ${text} not null,
      study_id ${text} not null,
      referring_key ${text} not null,
      modality ${text} not null,
      series_number integer,
      performed_date ${text} not null,
      performed_time ${text} not null,
      scheduled_step_id ${text} not null,
      procedure_id ${text} not null,
      attributes text not null,
      primary key (file_id, number)
    )${end}`,
    `create table dicom_instances (
      file_id ${text} not null references file_imaging (file_id) on delete cascade,
      number integer not null,
      series integer not null,
      sop_uid ${text} not null,
      sop_class_uid ${text} not null,
      transfer_syntax ${text} not null,
      instance_number integer,
      frames integer not null,
      byte_offset ${big} not null,
      byte_length ${big} not null,
      size ${big} not null,
      is_deflated integer not null,
      data_offset integer not null,
      frame_parts text,
      attributes text not null,
      primary key (file_id, number)
    )${end}`,
    'create index dicom_series_study on dicom_series (study_uid, series_uid)',
    'create index dicom_series_date on dicom_series (study_date)',
    'create index dicom_instances_sop on dicom_instances (sop_uid)',
    ...['checkup_files', 'deleted_files'].map(
      (table) => `insert into jobs
        (id, kind, subject, payload, priority, due_at, run_at, attempts, created_at)
        select 'index-' || id, 'index-dicom', id, '{}', 1, created_at, created_at, 0, created_at
        from ${table} where ${isDicom}`,
    ),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
