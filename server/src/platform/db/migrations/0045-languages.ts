import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';
import { columnTypes } from './parts.ts';

/** The language that a person has chosen: az, ru or en. Null for those who have not, and in rows of older programs. */
export async function languages(db: Kysely<Tables>, dialect: DialectName): Promise<void> {
  for (const table of ['admins', 'partners'])
    await sql
      .raw(`alter table ${table} add column language ${columnTypes[dialect].text}`)
      .execute(db);
}
