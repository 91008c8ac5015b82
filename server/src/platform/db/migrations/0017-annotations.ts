import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';
import { columnTypes, notifyTrigger } from './parts.ts';

/**
 * Annotations refer to file_imaging and not to checkup_files: its row outlives a deletion that can be undone, and is
 * removed with the bytes. The index finds the other examinations of a patient.
 */
export async function annotations(db: Kysely<Tables>, dialect: DialectName): Promise<void> {
  const { text, end } = columnTypes[dialect];
  const statements = [
    `create table annotations (
      id ${text} primary key,
      client_id ${text} not null,
      file_id ${text} not null references file_imaging (file_id) on delete cascade,
      version integer not null check (version >= 1),
      label text not null,
      content text not null,
      author_role text not null check (author_role in ('staff', 'partner')),
      author_id ${text} not null,
      author_name text not null,
      created_at ${text} not null,
      updated_at ${text} not null,
      unique (file_id, client_id)
    )${end}`,
    ...notifyTrigger(dialect, 'annotations'),
    'create index checkups_patient on checkups (partner_id, name_key)',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
