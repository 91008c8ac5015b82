import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';
import { columnTypes } from './parts.ts';

/** Counts of limits that several nodes share. Unlogged: after a crash of PostgreSQL they begin at zero. */
export async function rateLimits(db: Kysely<Tables>, dialect: DialectName): Promise<void> {
  const { text, big, end } = columnTypes[dialect];
  await sql
    .raw(
      `create ${dialect === 'postgres' ? 'unlogged ' : ''}table rate_limits (
        limit_name ${text} not null,
        key_hash ${text} not null,
        until ${big} not null,
        count integer not null,
        primary key (limit_name, key_hash)
      )${end}`,
    )
    .execute(db);
}
