import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';
import { columnTypes } from './parts.ts';

/** Every column of the audit but the address and its salt. */
const columns = [
  'id',
  'at',
  'role',
  'person_id',
  'action',
  'object',
  'object_id',
  'result',
  'detail',
];

const unchanged = columns.map((column) => `new.${column} is old.${column}`).join(' and ');

const refuse = (message: string) => `begin select raise(abort, '${message}'); end`;

const NEVER_CHANGED = 'audit rows are never changed';
const NOT_SEALED = 'an audit row leaves the queue with its seal';

const sqlite = [
  `alter table audit add column address_salt text`,
  'drop trigger audit_no_update',
  `update audit set address_salt = lower(hex(randomblob(16))) where address is not null`,
  `create trigger audit_no_update before update on audit
    when not (new.address is null and new.address_salt is null and ${unchanged}
      and new.rowid = old.rowid) ${refuse(NEVER_CHANGED)}`,
  ...['update', 'delete'].map(
    (verb) =>
      `create trigger audit_seals_no_${verb} before ${verb} on audit_seals ${refuse(NEVER_CHANGED)}`,
  ),
  // For `insert or replace`, which runs no delete trigger; see 0011.
  `create trigger audit_seals_no_replace before insert on audit_seals
    when exists (select 1 from audit_seals where seq = new.seq or row_id = new.row_id)
    ${refuse(NEVER_CHANGED)}`,
  `create trigger audit_unsealed_no_update before update on audit_unsealed ${refuse(NEVER_CHANGED)}`,
  `create trigger audit_unsealed_no_delete before delete on audit_unsealed
    when not exists (select 1 from audit_seals where row_id = old.row_id) ${refuse(NOT_SEALED)}`,
];

const postgres = [
  // Fills the rows that exist, and those that a server of the version before writes during an upgrade.
  `alter table audit add column address_salt text collate "C"
    default replace(gen_random_uuid()::text, '-', '')`,
  'drop trigger audit_no_update on audit',
  `create trigger audit_no_update before update on audit for each row
    when (not (new.address is null and new.address_salt is null
      and (${columns.map((column) => `new.${column}`).join()})
      is not distinct from (${columns.map((column) => `old.${column}`).join()})))
    execute function refuse_change()`,
  `create trigger audit_seals_no_change before update or delete or truncate on audit_seals
    for each statement execute function refuse_change()`,
  `create trigger audit_unsealed_no_change before update or truncate on audit_unsealed
    for each statement execute function refuse_change()`,
  `create function refuse_unsealed() returns trigger language plpgsql as $$ begin
    if not exists (select from audit_seals where row_id = old.row_id) then
      raise exception '${NOT_SEALED}';
    end if;
    return old;
  end $$`,
  `create trigger audit_unsealed_no_delete before delete on audit_unsealed
    for each row execute function refuse_unsealed()`,
];

/**
 * The hash chain of the audit. A row waits in audit_unsealed until the sealer has added it to the chain. The salt lets an
 * address be erased together with every means to guess it from its hash.
 */
export async function auditChain(db: Kysely<Tables>, dialect: DialectName): Promise<void> {
  const { text, big, end } = columnTypes[dialect];
  const statements = [
    `create table audit_seals (
      seq ${big} not null check (seq > 0),
      row_id ${text} not null unique,
      hash ${text} not null,
      address_hash ${text},
      sealed_at ${text} not null,
      constraint audit_seals_seq_key primary key (seq)
    )${end}`,
    `create table audit_unsealed (row_id ${text} primary key)${end}`,
    'insert into audit_unsealed (row_id) select id from audit',
    ...(dialect === 'sqlite' ? sqlite : postgres),
    // The filters of the audit screen, newest first.
    'create index audit_person on audit (person_id, at)',
    'create index audit_action on audit (action, at)',
    'create index audit_kind on audit (object, at)',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
