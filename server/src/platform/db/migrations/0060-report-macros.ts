import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';
import { columnTypes, notifyTrigger } from './parts.ts';

/** Texts that an author inserts into reports. The instances of signed reports are listed in the background. */
export async function reportMacros(db: Kysely<Tables>, dialect: DialectName): Promise<void> {
  const { text, end } = columnTypes[dialect];
  const statements = [
    `create table report_macros (
      id ${text} primary key,
      author_id ${text} not null references admins (id) on delete cascade,
      name text not null,
      name_key ${text} not null,
      text text not null,
      unique (author_id, name_key)
    )${end}`,
    ...notifyTrigger(dialect, 'report_macros'),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
  await indexReports(db);
}

export async function indexReports(db: Kysely<Tables>): Promise<void> {
  await sql`insert into jobs
      (id, kind, subject, payload, priority, due_at, run_at, attempts, created_at)
    select 'report-' || id, 'index-report', id, '{}', 1, updated_at, updated_at, 0, updated_at
    from diagnostic_reports where status = 'signed'`.execute(db);
}
