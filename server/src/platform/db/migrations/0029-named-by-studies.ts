import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** Whether the assignment of a study has named the patient of its examination, so that undoing it takes the name back. */
export async function namedByStudies(db: Kysely<Tables>): Promise<void> {
  await sql
    .raw('alter table intake_studies add column has_named integer not null default 0')
    .execute(db);
}
