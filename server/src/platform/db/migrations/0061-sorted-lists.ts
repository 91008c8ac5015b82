import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';

/**
 * Indexes for large lists sorted by name. SQLite takes the one of patients only with the columns of their condition
 * before the name; PostgreSQL only where they are its condition.
 */
export async function sortedLists(db: Kysely<Tables>, dialect: DialectName): Promise<void> {
  const statements =
    dialect === 'sqlite'
      ? [
          'create index checkups_by_name on checkups (name_key)',
          'create index patients_by_name on patients (merged_into, erased_at, name_key)',
        ]
      : [
          'create index checkups_by_name on checkups (name_key, seq)',
          `create index patients_by_name on patients (name_key, seq)
            where merged_into is null and erased_at is null`,
        ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
