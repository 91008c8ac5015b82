import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** The figures of a month read only the rows of that month. */
export async function month(db: Kysely<Tables>): Promise<void> {
  const statements = [
    'create index result_openings_ready_at on result_openings (ready_at)',
    'create index patients_created_at on patients (created_at)',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
