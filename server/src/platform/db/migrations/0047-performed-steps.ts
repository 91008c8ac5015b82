import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';
import { columnTypes } from './parts.ts';

/** Modality Performed Procedure Steps. */
export async function performedSteps(db: Kysely<Tables>, dialect: DialectName): Promise<void> {
  const { text, end } = columnTypes[dialect];
  const statements = [
    `create table performed_steps (
      sop_uid ${text} primary key,
      status text not null,
      ae_title text not null,
      checkup_id ${text},
      created_at ${text} not null,
      ended_at ${text}
    )${end}`,
    'create index performed_steps_created_at on performed_steps (created_at)',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
