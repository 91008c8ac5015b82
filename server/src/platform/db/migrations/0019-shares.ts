import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';
import { columnTypes, notifyTrigger } from './parts.ts';

/**
 * Links that open an examination without an account. The database itself ends them: a deleted checkup is taken out of
 * its shares and a deleted file out of the files of a share, and a restored one is not put back.
 */
export async function shares(db: Kysely<Tables>, dialect: DialectName): Promise<void> {
  const { seq, text, end } = columnTypes[dialect];
  const statements = [
    `create table shares (
      seq ${seq},
      id ${text} not null unique,
      partner_id ${text} not null references partners (id),
      checkup_id ${text} not null,
      live_checkup_id ${text} references checkups (id) on delete set null,
      token_hash ${text} not null unique,
      pin_hash ${text},
      label text not null,
      created_by text not null check (created_by in ('partner', 'staff')),
      creator_id ${text} not null,
      created_at ${text} not null,
      expires_at ${text} not null,
      ended_at ${text},
      end_reason text check (end_reason in ('revoked', 'pin', 'restored')),
      failed_pins text not null default '[]',
      locked_until ${text},
      openings integer not null default 0,
      downloads integer not null default 0,
      last_opened_at ${text},
      check ((ended_at is null) = (end_reason is null))
    )${end}`,
    'create index shares_partner on shares (partner_id, seq)',
    'create index shares_checkup on shares (checkup_id)',
    'create index shares_live_checkup on shares (live_checkup_id)',
    `create table share_files (
      share_id ${text} not null references shares (id) on delete cascade,
      file_id ${text} not null references checkup_files (id) on delete cascade,
      primary key (share_id, file_id)
    )${end}`,
    'create index share_files_file on share_files (file_id)',
    `create table share_visits (
      id ${text} primary key,
      share_id ${text} not null references shares (id) on delete cascade,
      secret_hash ${text} not null unique,
      device text,
      opened_at ${text} not null,
      expires_at ${text} not null,
      downloads integer not null default 0
    )${end}`,
    'create index share_visits_share on share_visits (share_id, id)',
    ...['shares', 'share_files', 'share_visits'].flatMap((table) => notifyTrigger(dialect, table)),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
