import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';
import { columnTypes } from './parts.ts';

/** Tokens with which programs of a person read DICOMweb. */
export async function programTokens(db: Kysely<Tables>, dialect: DialectName): Promise<void> {
  const { text, end } = columnTypes[dialect];
  const statements = [
    `create table program_tokens (
      id ${text} primary key,
      role ${text} not null,
      person_id ${text} not null,
      name text not null,
      token_hash ${text} not null unique,
      token_end ${text} not null,
      created_at ${text} not null,
      expires_at ${text} not null,
      last_used_at ${text}
    )${end}`,
    'create index program_tokens_person on program_tokens (role, person_id)',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
