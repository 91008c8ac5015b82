import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** Examinations without a patient, by folded name: what a patient's record is compared with. */
export async function unlinkedCheckups(db: Kysely<Tables>): Promise<void> {
  await sql
    .raw('create index checkups_unlinked on checkups (name_key) where patient_id is null')
    .execute(db);
}
