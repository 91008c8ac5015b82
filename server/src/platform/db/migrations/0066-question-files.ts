import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';
import { columnTypes, notifyTrigger } from './parts.ts';

/** Photos of questions, at most one each. */
export async function questionFiles(db: Kysely<Tables>, dialect: DialectName): Promise<void> {
  const { text, big, end } = columnTypes[dialect];
  const statements = [
    `create table question_files (
      id ${text} primary key,
      question_id ${text} not null unique references checkup_questions (id),
      name text not null,
      size ${big} not null,
      content_type text not null,
      crc32 ${big} not null,
      created_at ${text} not null
    )${end}`,
    ...notifyTrigger(dialect, 'question_files'),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
