import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';
import { columnTypes } from './parts.ts';

/** Requests of a partner in the current window of a quota. */
export async function partnerQuotas(db: Kysely<Tables>, dialect: DialectName): Promise<void> {
  const { text, big, end } = columnTypes[dialect];
  await sql
    .raw(`create table partner_quotas (
      partner_id ${text} not null references partners (id),
      kind text not null,
      window_at ${text} not null,
      used ${big} not null check (used >= 0),
      primary key (partner_id, kind)
    )${end}`)
    .execute(db);
}
