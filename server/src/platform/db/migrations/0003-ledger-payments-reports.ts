import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';
import { columnTypes, notifyTrigger, ownerIndex } from './parts.ts';

const schema = ({ seq, text, big, end }: (typeof columnTypes)[DialectName]): string[] => [
  `create table payments (
    seq ${seq},
    id ${text} not null unique,
    partner_id ${text} not null references partners (id),
    amount_qepik ${big} not null check (amount_qepik > 0),
    gift text,
    status text not null check (status in ('pending', 'completed', 'rejected')),
    created_at ${text} not null
  )${end}`,
  `create table reports (
    seq ${seq},
    id ${text} not null unique,
    partner_id ${text} not null references partners (id),
    message text not null,
    created_at ${text} not null
  )${end}`,
  // Null roles are the opening rows below: nobody did those.
  `create table ledger (
    seq ${seq},
    partner_id ${text} not null references partners (id),
    at ${text} not null,
    role text check (role in ('admin', 'partner')),
    person_id ${text},
    reason text not null check (reason in ('opening', 'balance-set', 'balance-add',
      'balance-subtract', 'patients-set', 'patients-add', 'patients-subtract', 'reset', 'gift',
      'gift-rejected')),
    payment_id ${text} references payments (id),
    amount_qepik ${big} not null,
    balance_qepik ${big} not null,
    patients_amount ${big} not null,
    patients_count ${big} not null check (patients_count >= 0),
    unique (payment_id, reason)
  )${end}`,
  'create index ledger_at on ledger (at)',
  // The first row is the balance before there was a ledger.
  `insert into ledger (partner_id, at, reason, amount_qepik, balance_qepik, patients_amount, patients_count)
    select id, created_at, 'opening', balance_qepik, balance_qepik, sended_patients_count, sended_patients_count
    from partners where balance_qepik <> 0 or sended_patients_count <> 0 order by seq`,
];

// Pages are counted off, and filtered by partner, in indexes that hold all they need.
const sqlite = [
  ...['payments', 'reports'].map(
    (table) => `create index ${table}_order on ${table} (seq, partner_id)`,
  ),
  'create index partners_named on partners (name_key, id)',
  ...['update', 'delete'].map(
    (verb) => `create trigger ledger_no_${verb} before ${verb} on ledger begin
      select raise(abort, 'ledger rows are never changed'); end`,
  ),
];

const postgres = [
  // Unlike partners_search it knows deleted partners: their payments and reports stay findable.
  'create index partners_named on partners using gin (name_key gin_trgm_ops)',
  `create function refuse_ledger_change() returns trigger language plpgsql as
    $$ begin raise exception 'ledger rows are never changed'; end $$`,
  `create trigger ledger_no_change before update or delete or truncate on ledger
    for each statement execute function refuse_ledger_change()`,
];

export async function ledgerPaymentsReports(
  db: Kysely<Tables>,
  dialect: DialectName,
): Promise<void> {
  const statements = [
    ...schema(columnTypes[dialect]),
    ...['payments', 'reports', 'ledger'].flatMap((table) =>
      ownerIndex(dialect, table, 'partner_id'),
    ),
    // Not the ledger: every row of it comes with a change of its partner, which is told.
    ...['payments', 'reports'].flatMap((table) => notifyTrigger(dialect, table)),
    ...(dialect === 'sqlite' ? sqlite : postgres),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
