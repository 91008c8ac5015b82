import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';
import { columnTypes } from './parts.ts';

/** The durable job queue. One row per kind and subject, also for a job that failed for good. */
export async function jobs(db: Kysely<Tables>, dialect: DialectName): Promise<void> {
  const { text, end } = columnTypes[dialect];
  const statements = [
    `create table jobs (
      id ${text} primary key,
      kind ${text} not null,
      subject ${text} not null,
      payload text not null,
      priority integer not null,
      due_at ${text} not null,
      run_at ${text} not null,
      again_at ${text},
      attempts integer not null check (attempts >= 0),
      lease_token ${text},
      last_error text,
      failed_at ${text},
      created_at ${text} not null,
      unique (kind, subject)
    )${end}`,
    // The jobs that a worker claims next, in its order.
    'create index jobs_next on jobs (kind, priority, run_at) where failed_at is null',
    // New work wakes the workers of other processes. Claims and heartbeats wake none.
    ...(dialect === 'sqlite'
      ? []
      : [
          `create trigger jobs_written after insert on jobs
            for each statement execute function tell_written()`,
        ]),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
