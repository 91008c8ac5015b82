import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';

/** Column types by dialect. Ids and keys compare byte by byte on both. */
const words = {
  sqlite: { seq: 'integer primary key', text: 'text', big: 'integer', end: ' strict' },
  postgres: {
    seq: 'bigint generated always as identity primary key',
    text: 'text collate "C"',
    big: 'bigint',
    end: '',
  },
} as const;

const schema = ({ seq, text, big, end }: (typeof words)[DialectName]): string[] => [
  `create table admins (
    id ${text} primary key,
    username text not null,
    username_key ${text} not null unique,
    password_hash text not null,
    created_at ${text} not null
  )${end}`,
  `create table partners (
    seq ${seq},
    id ${text} not null unique,
    first_name text not null,
    last_name text not null,
    birth_date text,
    phone text not null,
    email text not null,
    email_key ${text} unique,
    instagram text not null,
    clinic_name text not null,
    balance_qepik ${big} not null default 0,
    sended_patients_count ${big} not null default 0,
    password_hash text not null,
    created_at ${text} not null,
    deleted_at ${text},
    name_key ${text} not null,
    sort_key ${text} not null
  )${end}`,
  `create table sessions (
    id ${text} primary key,
    role text not null check (role in ('admin', 'partner')),
    person_id ${text} not null,
    refresh_hash ${text} not null unique,
    remembered integer not null check (remembered in (0, 1)),
    created_at ${text} not null,
    expires_at ${text} not null
  )${end}`,
  'create index sessions_person on sessions (person_id)',
  'create index sessions_expiry on sessions (expires_at)',
  `create table checkups (
    seq ${seq},
    id ${text} not null unique,
    partner_id ${text} not null references partners (id),
    first_name text not null,
    last_name text not null,
    name text not null,
    description text not null,
    start_date text,
    end_date text,
    status text not null check (status in ('pending', 'completed', 'cancelled')),
    created_at ${text} not null,
    name_key ${text} not null
  )${end}`,
  `create table checkup_files (
    id ${text} primary key,
    checkup_id ${text} not null references checkups (id) on delete cascade,
    kind text not null check (kind in ('file', 'xray')),
    position integer not null,
    name ${text} not null,
    size ${big} not null,
    content_type text not null,
    crc32 ${big} not null,
    created_at ${text} not null,
    unique (checkup_id, name)
  )${end}`,
  `create table upload_claims (
    admin_id ${text} not null,
    file_id ${text} not null,
    request_hash text not null,
    checkup_id ${text} not null,
    stored_id ${text} not null,
    created_at ${text} not null,
    constraint upload_claims_admin_id_file_id_key primary key (admin_id, file_id)
  )${end}`,
  `create table audit (
    id ${text} primary key,
    at ${text} not null,
    role text,
    person_id ${text},
    action text not null,
    object text not null,
    object_id ${text},
    address text,
    result text not null check (result in ('ok', 'refused', 'failed')),
    detail text
  )${end}`,
  'create index audit_at on audit (at)',
  'create index audit_object on audit (object_id, at)',
];

// Narrow indexes a page's seqs are counted off in; SQLite's end with the seq of themselves.
const sqlite = [
  // The second column makes it covering: SQLite would fetch each row to look at it.
  'create index partners_live on partners (seq, deleted_at) where deleted_at is null',
  'create index partners_alphabet on partners (sort_key) where deleted_at is null',
  'create index checkups_order on checkups (seq)',
  'create index checkups_partner on checkups (partner_id)',
  ...trigramIndex('partners', 'deleted_at is null'),
  ...trigramIndex('checkups', 'true'),
  ...['update', 'delete'].map(
    (verb) => `create trigger audit_no_${verb} before ${verb} on audit begin
      select raise(abort, 'audit rows are never changed'); end`,
  ),
];

/** A contentless FTS5 index over name_key by seq, kept in step by triggers; it holds the rows `shown`. */
function trigramIndex(table: 'partners' | 'checkups', shown: string): string[] {
  const index = `${table}_search`;
  const inWords = (row: 'old' | 'new') => shown.replace('deleted_at', `${row}.deleted_at`);
  const add = `insert into ${index} (rowid, name_key)
    select new.seq, new.name_key where ${inWords('new')};`;
  const drop = `insert into ${index} (${index}, rowid, name_key)
    select 'delete', old.seq, old.name_key where ${inWords('old')};`;
  const changed = shown === 'true' ? 'name_key' : 'name_key, deleted_at';
  return [
    `create virtual table ${index} using fts5 (
      name_key, content = '', detail = none, columnsize = 0, tokenize = 'trigram case_sensitive 1')`,
    `create trigger ${index}_insert after insert on ${table} begin ${add} end`,
    `create trigger ${index}_update after update of ${changed} on ${table} begin ${drop} ${add} end`,
    `create trigger ${index}_delete after delete on ${table} begin ${drop} end`,
  ];
}

const postgres = [
  'create extension if not exists pg_trgm',
  'create index partners_live on partners (seq) where deleted_at is null',
  'create index partners_alphabet on partners (sort_key) where deleted_at is null',
  'create index partners_search on partners using gin (name_key gin_trgm_ops) where deleted_at is null',
  'create index checkups_partner on checkups (partner_id, seq)',
  'create index checkups_search on checkups using gin (name_key gin_trgm_ops)',
  'alter table partners alter column name_key set statistics 1000',
  'alter table checkups alter column name_key set statistics 1000',
  `create function refuse_change() returns trigger language plpgsql as
    $$ begin raise exception 'audit rows are never changed'; end $$`,
  `create trigger audit_no_change before update or delete or truncate on audit
    for each statement execute function refuse_change()`,
  // Every process learns of a committed write, by whatever program, in the order of commits.
  `create function tell_written() returns trigger language plpgsql as
    $$ begin perform pg_notify('deqiq_written', tg_table_name); return null; end $$`,
  ...['admins', 'partners', 'sessions', 'checkups', 'checkup_files', 'upload_claims'].map(
    (
      table,
    ) => `create trigger ${table}_written after insert or update or delete or truncate on ${table}
      for each statement execute function tell_written()`,
  ),
];

export async function start(db: Kysely<Tables>, dialect: DialectName): Promise<void> {
  const own = dialect === 'sqlite' ? sqlite : postgres;
  for (const statement of [...schema(words[dialect]), ...own]) await sql.raw(statement).execute(db);
}
