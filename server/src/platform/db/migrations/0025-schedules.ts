import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';
import { columnTypes } from './parts.ts';

/** Recurring work, so that one process at a time does it, whatever their number. */
export async function schedules(db: Kysely<Tables>, dialect: DialectName): Promise<void> {
  const { text, end } = columnTypes[dialect];
  await sql
    .raw(
      `create table schedules (
        name ${text} primary key,
        holder ${text},
        leased_until ${text},
        done_at ${text}
      )${end}`,
    )
    .execute(db);
}
