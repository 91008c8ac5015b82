import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';
import { columnTypes, notifyTrigger, orderIndex, searchIndex } from './parts.ts';

const schema = ({ seq, text, big, end }: (typeof columnTypes)[DialectName]): string[] => [
  // One row: the id that the data folder must bear too.
  `create table database_identity (
    id ${text} primary key,
    kind text not null unique check (kind = 'database'),
    created_at ${text} not null
  )${end}`,
  // Files whose rows are gone for good, and whose bytes may be removed.
  `create table removed_files (
    id ${text} primary key,
    removed_at ${text} not null
  )${end}`,
  // A deleted checkup, or a single file deleted from one, until it is restored or removed for good.
  `create table checkup_deletions (
    seq ${seq},
    id ${text} not null unique,
    kind text not null check (kind in ('checkup', 'file')),
    checkup_id ${text} not null,
    checkup_seq ${big} not null,
    partner_id ${text} not null references partners (id),
    first_name text not null,
    last_name text not null,
    name text not null,
    description text not null,
    start_date text,
    end_date text,
    status text not null check (status in ('pending', 'completed', 'cancelled')),
    created_at ${text} not null,
    name_key ${text} not null,
    deleted_at ${text} not null,
    deleted_by ${text} not null
  )${end}`,
  `create table deleted_files (
    id ${text} primary key,
    deletion_id ${text} not null references checkup_deletions (id) on delete cascade,
    checkup_id ${text} not null,
    kind text not null check (kind in ('file', 'xray')),
    position integer not null,
    name ${text} not null,
    size ${big} not null,
    content_type text not null,
    crc32 ${big} not null,
    created_at ${text} not null
  )${end}`,
  'create index deleted_files_deletion on deleted_files (deletion_id)',
  'create index deleted_files_checkup on deleted_files (checkup_id)',
  'create index checkup_deletions_checkup on checkup_deletions (checkup_id)',
  'create index checkup_deletions_partner on checkup_deletions (partner_id)',
  'create index checkup_deletions_age on checkup_deletions (deleted_at)',
  'create index checkup_deletions_person on checkup_deletions (deleted_by, deleted_at)',
];

export async function deletions(db: Kysely<Tables>, dialect: DialectName): Promise<void> {
  const statements = [
    ...schema(columnTypes[dialect]),
    ...orderIndex(dialect, 'checkup_deletions'),
    ...searchIndex(dialect, 'checkup_deletions'),
    ...notifyTrigger(dialect, 'checkup_deletions'),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
