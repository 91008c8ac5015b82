import { type Insertable, sql } from 'kysely';
import type {
  DepositLedgerTable,
  DepositStatus,
  DepositsTable,
} from '../../../platform/db/tables/deposits.ts';
import type { Db, DepositRow } from '../../../platform/db/tables.ts';

export type NewDeposit = Omit<Insertable<DepositsTable>, 'seq'>;

export async function insert(db: Db, row: NewDeposit): Promise<void> {
  await db.insertInto('deposits').values(row).execute();
}

export const findByOrder = (db: Db, order: string): Promise<DepositRow | undefined> =>
  db.selectFrom('deposits').selectAll().where('order_number', '=', order).executeTakeFirst();

/** Those of an appointment that were paid and not refunded. */
export const listPaid = (db: Db, appointmentId: string): Promise<DepositRow[]> =>
  db
    .selectFrom('deposits')
    .selectAll()
    .where('appointment_id', '=', appointmentId)
    .where('status', '=', 'paid')
    .execute();

/** Compare-and-set: false where the deposit is in none of the states, or another payment has the transaction. */
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
  /** Qəpik: of all entries, and of what is owed to patients. */
  readonly all: number;
  readonly owed: number;
}

export async function sumLedger(db: Db): Promise<Totals> {
  const { rows } = await sql<Totals>`
    select cast(coalesce(sum(amount), 0) as real) as "all",
      cast(coalesce(sum(case when account = 'deposits' then amount else 0 end), 0) as real) as owed
    from deposit_ledger`.execute(db);
  return rows[0] ?? { all: 0, owed: 0 };
}

/** Orders whose entries do not say what their state says. */
export async function listDifferences(db: Db): Promise<string[]> {
  const { rows } = await sql<{ order_number: string }>`
    select order_number from deposits left join (
      select deposit_id, sum(case when account = 'deposits' then amount else 0 end) as owed,
        sum(amount) as total from deposit_ledger group by deposit_id
    ) entries on entries.deposit_id = deposits.id
    where coalesce(owed, 0) <> case when status = 'paid' then deposits.amount else 0 end
      or coalesce(total, 0) <> 0
    order by seq`.execute(db);
  return rows.map(({ order_number }) => order_number);
}
