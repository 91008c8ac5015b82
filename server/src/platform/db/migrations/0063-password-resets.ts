import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';
import { columnTypes } from './parts.ts';

/** Codes with which partners who forgot their password set a new one. The code follows from the id. */
export async function passwordResets(db: Kysely<Tables>, dialect: DialectName): Promise<void> {
  const { text, end } = columnTypes[dialect];
  await sql
    .raw(
      `create table password_resets (
        partner_id ${text} primary key references partners (id) on delete cascade,
        id ${text} not null,
        attempts integer not null,
        expires_at ${text} not null
      )${end}`,
    )
    .execute(db);
}
