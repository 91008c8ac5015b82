import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';
import { nameCounts } from './parts.ts';

/**
 * How many checkups each name has. PostgreSQL must look at every row it counts; among a million checkups
 * the same names come again and again, so that adding these up costs a tenth.
 */
export async function checkupNames(db: Kysely<Tables>, dialect: DialectName): Promise<void> {
  const statements = nameCounts(dialect, {
    table: 'checkups',
    names: 'checkup_names',
    functions: { count: 'count_names', clear: 'forget_names' },
  });
  for (const statement of statements) await sql.raw(statement).execute(db);
}
