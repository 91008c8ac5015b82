import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';
import { columnTypes, notifyTrigger } from './parts.ts';

/** Questions and remarks of partners and staff about checkups; the indexes count unread ones of either side. */
export async function questions(db: Kysely<Tables>, dialect: DialectName): Promise<void> {
  const { text, end } = columnTypes[dialect];
  const statements = [
    `create table checkup_questions (
      id ${text} primary key,
      checkup_id ${text} not null,
      partner_id ${text} not null references partners (id),
      author_role text not null check (author_role in ('staff', 'partner')),
      author_id ${text} not null,
      author_name text not null,
      text text not null,
      report_id ${text},
      file_id ${text},
      point text,
      created_at ${text} not null,
      read_at ${text},
      answered_at ${text}
    )${end}`,
    'create index checkup_questions_checkup on checkup_questions (checkup_id, id)',
    `create index checkup_questions_unread on checkup_questions (author_role, partner_id)
      where read_at is null`,
    ...notifyTrigger(dialect, 'checkup_questions'),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
