import { MAX_BALANCE, MAX_PATIENTS } from '@deqiq/contract/shared/limits.ts';
import { toQepik } from '@deqiq/contract/shared/money.ts';
import { type RawBuilder, sql } from 'kysely';
import type { LedgerReason } from '../../../platform/db/tables/partners.ts';
import type { Db } from '../../../platform/db/tables.ts';

/** Sets a figure to a number, or adds a number to it. */
export type Adjustment = { readonly set: number } | { readonly add: number };

/** A partner's figures: balance in qəpik, and referred patients. */
export interface Figures {
  readonly balance_qepik: number;
  readonly sended_patients_count: number;
}

export interface Change {
  readonly balance_qepik?: Adjustment;
  readonly sended_patients_count?: Adjustment;
  /** The lowest allowed balance; a gift must not make it negative. */
  readonly minBalance?: number;
  /** Also changes a deleted partner. */
  readonly includeDeleted?: boolean;
}

export interface Entry {
  readonly partner_id: string;
  readonly at: string;
  readonly role: 'admin' | 'partner';
  readonly person_id: string;
  readonly reason: LedgerReason;
  readonly payment_id: string | null;
}

type Column = keyof Figures;

const bounds = {
  balance_qepik: [-toQepik(MAX_BALANCE), toQepik(MAX_BALANCE)],
  sended_patients_count: [0, MAX_PATIENTS],
} as const;

/**
 * Checks and writes in one statement, so that concurrent calls are all counted. Returns the new figures; undefined if
 * the partner does not exist or a figure would leave its bounds. The row stays locked until the commit.
 */
export async function change(db: Db, id: string, requested: Change): Promise<Figures | undefined> {
  const columns = Object.keys(bounds) as Column[];
  const adjusted = columns.flatMap((column) => {
    const adjustment = requested[column];
    return adjustment ? [{ column, adjustment, value: valueAfter(column, adjustment) }] : [];
  });
  const within = adjusted.flatMap(({ column, adjustment, value }) => {
    const [min, max] = bounds[column];
    const floor = column === 'balance_qepik' ? (requested.minBalance ?? min) : min;
    return 'add' in adjustment ? [sql<boolean>`${value} between ${floor} and ${max}`] : [];
  });
  let query = db
    .updateTable('partners')
    .set(Object.fromEntries(adjusted.map(({ column, value }) => [column, value])))
    .where('id', '=', id);
  for (const condition of within) query = query.where(condition);
  if (!requested.includeDeleted) query = query.where('deleted_at', 'is', null);
  return query.returning(['balance_qepik', 'sended_patients_count']).executeTakeFirst();
}

const valueAfter = (column: Column, adjustment: Adjustment): RawBuilder<number> =>
  'set' in adjustment
    ? sql<number>`${adjustment.set}`
    : sql<number>`${sql.ref(column)} + ${adjustment.add}`;

/** Appends the figures after `change`, in its transaction. Amounts are differences to the last row, so they add up. */
export async function appendEntry(tx: Db, entry: Entry): Promise<void> {
  const { partner_id, at, role, person_id, reason, payment_id } = entry;
  const last = (figure: 'balance_qepik' | 'patients_count') =>
    sql`coalesce((select ${sql.ref(figure)} from ledger
      where partner_id = partners.id order by seq desc limit 1), 0)`;
  await sql`insert into ledger (partner_id, at, role, person_id, reason, payment_id,
      amount_qepik, balance_qepik, patients_amount, patients_count)
    select id, ${at}, ${role}, ${person_id}, ${reason}, ${payment_id},
      balance_qepik - ${last('balance_qepik')}, balance_qepik,
      sended_patients_count - ${last('patients_count')}, sended_patients_count
    from partners where id = ${partner_id}`.execute(tx);
}

/** A live partner's figures. */
export function findFigures(db: Db, id: string): Promise<Figures | undefined> {
  return db
    .selectFrom('partners')
    .select(['balance_qepik', 'sended_patients_count'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** The sum of changes of live partners since an instant. */
export async function sumChangesSince(db: Db, at: string): Promise<Figures> {
  const { rows } = await sql<Figures>`
    select coalesce(sum(ledger.amount_qepik), 0) as balance_qepik,
      coalesce(sum(ledger.patients_amount), 0) as sended_patients_count
    from ledger join partners on partners.id = ledger.partner_id
    where ledger.at >= ${at} and partners.deleted_at is null`.execute(db);
  return rows[0] ?? { balance_qepik: 0, sended_patients_count: 0 };
}
