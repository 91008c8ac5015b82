import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';

/** Every column of the audit but the address. */
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

// SQLite runs no delete trigger for `insert or replace`: the new row is refused before it takes the old one's
// place. A rowid that the statement does not name is -1 here.
const sqlite = [
  `create trigger audit_no_replace before insert on audit
    when exists (select 1 from audit where id = new.id)
      or exists (select 1 from audit where rowid = new.rowid)
    begin select raise(abort, 'audit rows are never changed'); end`,
  `create trigger ledger_no_replace before insert on ledger
    when exists (select 1 from ledger where seq = new.seq)
      or exists (select 1 from ledger where payment_id = new.payment_id and reason = new.reason)
    begin select raise(abort, 'ledger rows are never changed'); end`,
  'drop trigger audit_no_update',
  `create trigger audit_no_update before update on audit
    when not (new.address is null and ${unchanged} and new.rowid = old.rowid)
    begin select raise(abort, 'audit rows are never changed'); end`,
];

const postgres = [
  'drop trigger audit_no_change on audit',
  `create trigger audit_no_change before delete or truncate on audit
    for each statement execute function refuse_change()`,
  `create trigger audit_no_update before update on audit for each row
    when (not (new.address is null and (${columns.map((column) => `new.${column}`).join()})
      is not distinct from (${columns.map((column) => `old.${column}`).join()})))
    execute function refuse_change()`,
];

/**
 * Nothing writes over a row of the audit or the ledger. One change of the audit is allowed: an address may
 * be forgotten, so that a person can be erased.
 */
export async function appendOnly(db: Kysely<Tables>, dialect: DialectName): Promise<void> {
  const statements = dialect === 'sqlite' ? sqlite : postgres;
  for (const statement of statements) await sql.raw(statement).execute(db);
}
