import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** Where the files of a database are. Null: not recorded yet. */
export async function fileLocation(db: Kysely<Tables>): Promise<void> {
  await sql.raw('alter table database_identity add column location text').execute(db);
}
