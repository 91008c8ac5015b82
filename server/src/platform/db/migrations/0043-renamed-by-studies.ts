import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** Whether the assignment of a study has renamed a shipment, so that undoing it gives the old name back. */
export async function renamedByStudies(db: Kysely<Tables>): Promise<void> {
  await sql
    .raw('alter table intake_studies add column has_renamed integer not null default 0')
    .execute(db);
}
