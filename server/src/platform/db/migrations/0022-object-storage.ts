import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';
import { columnTypes } from './parts.ts';

/**
 * The contents of an object store. The bytes of an object are blobs: one for each chunk, or a single one after it was
 * sealed. A blob is listed in discarded_blobs before it is written and as soon as nothing needs it any more.
 */
export async function objectStorage(db: Kysely<Tables>, dialect: DialectName): Promise<void> {
  const { text, big, end } = columnTypes[dialect];
  const statements = [
    `create table stored_objects (
      id ${text} primary key,
      key ${text} not null unique,
      state ${text} not null check (state in ('open', 'complete', 'sealed')),
      size ${big} not null,
      crc32 ${big},
      blob ${text},
      touched_at ${big} not null
    )${end}`,
    `create table stored_chunks (
      object_id ${text} not null references stored_objects (id) on delete cascade,
      number integer not null,
      length integer not null,
      crc32 ${big} not null,
      sha256 ${text} not null,
      blob ${text} not null,
      primary key (object_id, number)
    )${end}`,
    `create table discarded_blobs (
      blob ${text} primary key,
      upload_id ${text},
      remove_after ${text} not null
    )${end}`,
    'create index discarded_blobs_due on discarded_blobs (remove_after)',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
