import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';

/**
 * SQLite reads the columns of a condition from the table even where the index has the same condition: a list of a
 * million patients read all of them. The index now contains both columns. The few others have an index of their own,
 * so that they can be subtracted from the number of all patients.
 *
 * The worklist read every pending examination, however old. It now finds the recent ones by each of their days.
 */
export async function largeLists(db: Kysely<Tables>, dialect: DialectName): Promise<void> {
  const statements = [
    ...(dialect === 'sqlite'
      ? [
          'drop index patients_listed',
          'create index patients_listed on patients (merged_into, erased_at)',
        ]
      : []),
    `create index patients_unlisted on patients (merged_into, erased_at)
      where merged_into is not null or erased_at is not null`,
    ...['created_at', 'start_date', 'end_date'].map(
      (column) =>
        `create index checkups_pending_${column} on checkups (status, ${column}) where status = 'pending'`,
    ),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
