import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';
import { columnTypes } from './parts.ts';

const schema = ({ seq, text, end }: (typeof columnTypes)[DialectName]): string[] => [
  `create table deposits (
    seq ${seq},
    id ${text} not null unique,
    appointment_id ${text} not null references appointments (id),
    order_number ${text} not null,
    provider ${text} not null,
    amount integer not null check (amount > 0),
    status ${text} not null,
    transaction_id ${text},
    created_at ${text} not null,
    paid_at ${text},
    unique (provider, transaction_id)
  )${end}`,
  `create table deposit_ledger (
    seq ${seq},
    deposit_id ${text} not null references deposits (id),
    at ${text} not null,
    reason ${text} not null,
    account ${text} not null,
    amount integer not null,
    unique (deposit_id, reason, account)
  )${end}`,
  'create index deposits_appointment on deposits (appointment_id)',
  'create index deposits_order_number on deposits (order_number)',
  'alter table examination_kinds add column deposit integer',
  'alter table appointments add column deposit integer',
];

const sqlite = [
  `create trigger deposit_ledger_no_replace before insert on deposit_ledger
    when exists (select 1 from deposit_ledger where seq = new.seq)
      or exists (select 1 from deposit_ledger
        where deposit_id = new.deposit_id and reason = new.reason and account = new.account)
    begin select raise(abort, 'deposit entries are never changed'); end`,
  `create trigger deposit_ledger_no_update before update on deposit_ledger
    begin select raise(abort, 'deposit entries are never changed'); end`,
  `create trigger deposit_ledger_no_delete before delete on deposit_ledger
    begin select raise(abort, 'deposit entries are never changed'); end`,
];

const postgres = [
  `create trigger deposit_ledger_no_change before update or delete or truncate on deposit_ledger
    for each statement execute function refuse_ledger_change()`,
];

/** Deposits of appointments, and their ledger, which is none of the partners' points. */
export async function deposits(db: Kysely<Tables>, dialect: DialectName): Promise<void> {
  const triggers = dialect === 'sqlite' ? sqlite : postgres;
  for (const statement of [...schema(columnTypes[dialect]), ...triggers])
    await sql.raw(statement).execute(db);
}
