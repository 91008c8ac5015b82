import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';
import { columnTypes } from './parts.ts';

/** Senders take turns in the queue of jobs. */
export async function sharedJobs(db: Kysely<Tables>, dialect: DialectName): Promise<void> {
  const { text } = columnTypes[dialect];
  const statements = [
    `alter table jobs add column sender ${text} not null default ''`,
    'alter table jobs add column position integer not null default 0',
    'drop index jobs_next',
    `create index jobs_next on jobs (kind, priority, position, run_at) where failed_at is null`,
    `create index jobs_of_sender on jobs (kind, sender, position) where sender <> ''`,
    `create index jobs_claimed on jobs (kind, sender) where lease_token is not null`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
