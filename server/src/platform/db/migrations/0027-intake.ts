import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';
import { columnTypes, notifyTrigger } from './parts.ts';

/**
 * Machines that send studies, and what arrived from them. The bytes of an instance are an object of its own until the
 * study is packed into files; an instance then names its file. Rows of intake_files become rows of checkup_files when
 * staff assign the study.
 */
export async function intake(db: Kysely<Tables>, dialect: DialectName): Promise<void> {
  const { seq, text, big, end } = columnTypes[dialect];
  const statements = [
    `create table devices (
      seq ${seq},
      id ${text} not null unique,
      name text not null,
      kind text not null,
      ae_title ${text} not null,
      active_ae_title ${text} unique,
      addresses text not null,
      host text not null,
      port integer,
      token_hash ${text} unique,
      token_end text,
      created_at ${text} not null,
      created_by ${text} not null,
      revoked_at ${text},
      last_seen_at ${text},
      instances integer not null default 0,
      refused integer not null default 0,
      last_error text not null default '',
      last_error_at ${text}
    )${end}`,
    `create table intake_reports (
      id ${text} primary key,
      report text not null,
      reported_at ${text} not null
    )${end}`,
    `create table intake_studies (
      seq ${seq},
      id ${text} not null unique,
      study_uid ${text} not null unique,
      state text not null check (state in ('arriving', 'waiting', 'assigned', 'aside')),
      device_id ${text},
      ae_title text not null,
      patient_name text not null,
      patient_id text not null,
      birth_date text not null,
      sex text not null,
      accession_number ${text} not null,
      description text not null,
      modalities text not null,
      acquired_on text not null,
      acquired_at text not null,
      name_key ${text} not null,
      first_arrival_at ${text} not null,
      last_arrival_at ${text} not null,
      announced integer,
      failed_at ${text},
      checkup_id ${text},
      assigned_at ${text},
      assigned_by ${text},
      has_created integer not null default 0,
      has_completed integer not null default 0
    )${end}`,
    'create index intake_studies_state on intake_studies (state, seq)',
    'create index intake_studies_checkup on intake_studies (checkup_id)',
    `create table intake_files (
      id ${text} primary key,
      study_id ${text} not null references intake_studies (id) on delete cascade,
      name text not null,
      size ${big} not null,
      content_type text not null,
      crc32 ${big} not null,
      created_at ${text} not null
    )${end}`,
    'create index intake_files_study on intake_files (study_id)',
    `create table intake_instances (
      id ${text} primary key,
      study_id ${text} not null references intake_studies (id) on delete cascade,
      sop_uid ${text} not null,
      series_uid ${text} not null,
      sop_class_uid ${text} not null,
      transfer_syntax ${text} not null,
      sha256 ${text} not null,
      size ${big} not null,
      crc32 ${big} not null,
      number integer not null,
      modality text not null,
      device_id ${text},
      arrived_at ${text} not null,
      file_id ${text},
      file_offset ${big} not null default 0,
      is_conflict integer not null default 0
    )${end}`,
    'create index intake_instances_study on intake_instances (study_id, series_uid)',
    'create unique index intake_instances_sop_uid_key on intake_instances (sop_uid) where is_conflict = 0',
    'create index intake_instances_conflicts on intake_instances (sop_uid) where is_conflict = 1',
    'create index intake_instances_file on intake_instances (file_id)',
    ...['devices', 'intake_reports', 'intake_studies', 'intake_files', 'intake_instances'].flatMap(
      (table) => notifyTrigger(dialect, table),
    ),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
