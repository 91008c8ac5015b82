import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** Results that no partner has opened, by the time since when they are ready: staff look after the old ones. */
export async function unopenedResults(db: Kysely<Tables>): Promise<void> {
  await sql
    .raw(
      'create index result_openings_unopened on result_openings (ready_at) where opened_at is null',
    )
    .execute(db);
}
