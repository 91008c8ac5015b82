import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';
import { columnTypes } from './parts.ts';

/** Files whose decoding has begun, and those that ended their decoder. A file that decodes has no row. */
export async function decoderAttempts(db: Kysely<Tables>, dialect: DialectName): Promise<void> {
  const { text, end } = columnTypes[dialect];
  await sql
    .raw(
      `create table decoder_attempts (
        subject ${text} primary key,
        attempts integer not null,
        started_at ${text} not null,
        failure text
      )${end}`,
    )
    .execute(db);
}
