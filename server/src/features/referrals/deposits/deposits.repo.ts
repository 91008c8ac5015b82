import { type Insertable, sql } from 'kysely';
import { readContext } from '../../../platform/db/database-context.ts';
import type {
  DepositLedgerTable,
  DepositStatus,
  DepositsTable,
} from '../../../platform/db/tables/referrals/deposits.ts';
import type { Db, DepositRow } from '../../../platform/db/tables.ts';

export type NewDeposit = Omit<Insertable<DepositsTable>, 'seq'>;

/** Returns its number. */
export async function insert(tx: Db, row: NewDeposit): Promise<number> {
  const { seq } = await tx
    .insertInto('deposits')
    .values(row)
    .returning('seq')
    .executeTakeFirstOrThrow();
  return Number(seq);
}

export async function update(
  tx: Db,
  id: string,
  changes: Partial<Pick<DepositRow, 'order_number' | 'transaction_id'>>,
): Promise<void> {
  await tx.updateTable('deposits').set(changes).where('id', '=', id).execute();
}

export const find = (db: Db, id: string): Promise<DepositRow | undefined> =>
  db.selectFrom('deposits').selectAll().where('id', '=', id).executeTakeFirst();

/** Those of an order, the first one first; in a transaction they stay as they are until the commit. */
export function listOfOrder(db: Db, provider: string, order: string): Promise<DepositRow[]> {
  const rows = db
    .selectFrom('deposits')
    .selectAll()
    .where('provider', '=', provider)
    .where('order_number', '=', order)
    .orderBy('seq');
  const isLocked = db.isTransaction && readContext(db).dialect === 'postgres';
  return (isLocked ? rows.forNoKeyUpdate() : rows).execute();
}

export const listOfAppointments = (db: Db, ids: readonly string[]): Promise<DepositRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('deposits')
        .selectAll()
        .where('appointment_id', 'in', ids)
        .orderBy('seq')
        .execute();

/** Compare-and-set: false where the deposit is in none of the states. */
export async function advance(
  tx: Db,
  id: string,
  from: readonly DepositStatus[],
  to: Partial<Pick<DepositRow, 'status' | 'transaction_id' | 'paid_at'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('deposits')
    .set(to)
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Both sides of an event, in the transaction of `advance`. */
export async function appendEntries(
  tx: Db,
  entry: Pick<DepositLedgerTable, 'deposit_id' | 'at' | 'reason'>,
  toDeposits: number,
): Promise<void> {
  await tx
    .insertInto('deposit_ledger')
    .values([
      { ...entry, account: 'card', amount: -toDeposits },
      { ...entry, account: 'deposits', amount: toDeposits },
    ])
    .execute();
}

export interface Totals {
  /** Qəpik: of all entries, and of what is with the provider. */
  readonly all: number;
  readonly paid: number;
}

export async function sumLedger(db: Db): Promise<Totals> {
  // PostgreSQL returns a bigint as text.
  const { rows } = await sql<{ all: number | string; paid: number | string }>`
    select cast(coalesce(sum(amount), 0) as bigint) as "all",
      cast(coalesce(sum(case when account = 'deposits' then amount else 0 end), 0) as bigint) as paid
    from deposit_ledger`.execute(db);
  return { all: Number(rows[0]?.all ?? 0), paid: Number(rows[0]?.paid ?? 0) };
}

/** Orders whose entries do not say what their state says. */
export async function listDifferences(db: Db): Promise<string[]> {
  const { rows } = await sql<{ order_number: string }>`
    select order_number from deposits left join (
      select deposit_id, sum(case when account = 'deposits' then amount else 0 end) as paid,
        sum(amount) as total from deposit_ledger group by deposit_id
    ) entries on entries.deposit_id = deposits.id
    where coalesce(paid, 0) <> case
        when status in ('paid', 'retained', 'refunding', 'refund-failed') then deposits.amount
        else 0 end
      or coalesce(total, 0) <> 0
    order by seq`.execute(db);
  return rows.map(({ order_number }) => order_number);
}
