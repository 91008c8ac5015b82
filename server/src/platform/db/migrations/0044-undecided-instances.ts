import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** Conflicting instances that a job still compares with the one that came first. Older programs show them as conflicts. */
export async function undecidedInstances(db: Kysely<Tables>): Promise<void> {
  const column = 'is_undecided integer not null default 0';
  await sql.raw(`alter table intake_instances add column ${column}`).execute(db);
}
