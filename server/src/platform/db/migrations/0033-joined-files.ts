import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';
import { columnTypes, notifyTrigger } from './parts.ts';

/**
 * Files that later instances of their series have joined: the object with the bytes has another id than the file. A study
 * knows why it is not complete yet, and when it was packed last. An instance knows the deleted file that has it, too.
 */
export async function joinedFiles(db: Kysely<Tables>, dialect: DialectName): Promise<void> {
  const { text, big, end } = columnTypes[dialect];
  const statements = [
    `create table file_objects (
      object_id ${text} primary key,
      file_id ${text} not null,
      added integer not null,
      created_at ${text} not null,
      obsolete_at ${text},
      removed_at ${text}
    )${end}`,
    'create unique index file_objects_current on file_objects (file_id) where obsolete_at is null',
    'create index file_objects_file on file_objects (file_id)',
    `create index file_objects_obsolete on file_objects (obsolete_at)
      where obsolete_at is not null and removed_at is null`,
    ...notifyTrigger(dialect, 'file_objects'),
    `alter table intake_studies add column incomplete text`,
    `alter table intake_studies add column packed_at ${text}`,
    `alter table intake_instances add column former_file_id ${text}`,
    `alter table intake_instances add column former_offset ${big}`,
    `create index intake_instances_former on intake_instances (former_file_id)
      where former_file_id is not null`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
