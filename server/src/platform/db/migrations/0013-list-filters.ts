import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';
import { ownerIndex } from './parts.ts';

const filteredByStatus = ['checkups', 'payments', 'labs'];
const filteredByDay = ['checkups', 'payments'];

/** Indexes of the lists' filters: by state in the order of pages, and by the day a row was made. */
export async function listFilters(db: Kysely<Tables>, dialect: DialectName): Promise<void> {
  const statements = [
    ...filteredByStatus.flatMap((table) => ownerIndex(dialect, table, 'status')),
    ...filteredByDay.map((table) => `create index ${table}_created_at on ${table} (created_at)`),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
