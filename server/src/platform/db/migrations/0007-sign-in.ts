import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';
import { columnTypes } from './parts.ts';

const schema = ({ text, end }: (typeof columnTypes)[DialectName]): string[] => [
  'alter table sessions add column device text',
  'alter table sessions add column address text',
  // Derived from the secret; null in sessions opened before this migration.
  'alter table sessions add column epoch text',
  // A table of its own, which no cache watches: a use that is noted must not empty the cached sessions.
  `create table session_activity (
    session_id ${text} primary key references sessions (id) on delete cascade,
    used_at text not null,
    refresh_generation integer not null default 0,
    refresh_issued_at text,
    refresh_used_at text,
    refresh_previous integer,
    refresh_retired integer,
    refresh_retired_at text
  )${end}`,
  'insert into session_activity (session_id, used_at) select id, created_at from sessions',
  `create table known_devices (
    id ${text} primary key,
    role text not null check (role in ('admin', 'partner')),
    person_id ${text} not null,
    token_hash ${text} not null,
    created_at ${text} not null,
    expires_at ${text} not null,
    unique (token_hash, role, person_id)
  )${end}`,
  'create index known_devices_person on known_devices (person_id)',
];

/** Devices, uses and rotated refresh tokens of sessions; devices a person has signed in from. */
export async function signIn(db: Kysely<Tables>, dialect: DialectName): Promise<void> {
  for (const statement of schema(columnTypes[dialect])) await sql.raw(statement).execute(db);
}
