import { type Insertable, sql } from 'kysely';
import type { RowCondition } from '../../../platform/db/lists/row-filter.ts';
import type { Db, Tables } from '../../../platform/db/tables.ts';

/** Inserts the result unless it was ready before. */
export async function insert(tx: Db, result: Insertable<Tables['result_openings']>): Promise<void> {
  await tx
    .insertInto('result_openings')
    .values(result)
    .onConflict((conflict) => conflict.column('checkup_id').doNothing())
    .execute();
}

export async function remove(tx: Db, checkupId: string): Promise<void> {
  await tx.deleteFrom('result_openings').where('checkup_id', '=', checkupId).execute();
}

/** Condition on `checkups`: a result that its partner has not opened. */
export const isUnseen = {
  name: 'unseen',
  sql: sql<boolean>`(checkups.status = 'completed' and exists (
    select 1 from result_openings
    where result_openings.checkup_id = checkups.id
      and result_openings.partner_id = checkups.partner_id
      and result_openings.opened_at is null))`,
  tables: ['result_openings'],
} satisfies RowCondition;

interface Span {
  readonly from?: string | undefined;
  readonly before?: string | undefined;
}

/** Condition on `checkups`: a result that became ready in one of these spans. */
export function becameReady(spans: readonly Span[], isUnopened: boolean): RowCondition {
  const values = spans.flatMap(({ from = '', before = '' }, index) => [
    [`from${index}`, from] as const,
    [`before${index}`, before] as const,
  ]);
  const opened = isUnopened ? sql` and opened_at is null` : sql``;
  return {
    name: `ready ${spans.length}${isUnopened ? ' unopened' : ''}`,
    values: Object.fromEntries(values),
    sql: (placeholder) => {
      const times = spans.map(
        (_, index) =>
          sql`(ready_at >= ${placeholder(`from${index}`)} and ready_at < ${placeholder(`before${index}`)})`,
      );
      return sql<boolean>`(coalesce(checkups.status, '') = 'completed' and checkups.id in (
        select checkup_id from result_openings where (${sql.join(times, sql` or `)})${opened}))`;
    },
    tables: ['result_openings'],
  };
}

const selectUnseen = (db: Db, partnerId: string) =>
  db
    .selectFrom('result_openings')
    .innerJoin('checkups', 'checkups.id', 'result_openings.checkup_id')
    .where('result_openings.partner_id', '=', partnerId)
    .where('result_openings.opened_at', 'is', null)
    .where(isUnseen.sql);

/** Ids of checkups, newest result first. */
export async function listUnseen(db: Db, partnerId: string, limit: number): Promise<string[]> {
  const rows = await selectUnseen(db, partnerId)
    .select('checkups.id')
    .orderBy('result_openings.ready_at', 'desc')
    .orderBy('checkups.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function countUnseen(db: Db, partnerId: string): Promise<number> {
  const row = await selectUnseen(db, partnerId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** Results of any partner that were ready before `before` and that it has not opened, newest first. */
export const listUnopened = (db: Db, before: string, limit: number) =>
  db
    .selectFrom('result_openings')
    .innerJoin('checkups', 'checkups.id', 'result_openings.checkup_id')
    .innerJoin('partners', 'partners.id', 'result_openings.partner_id')
    .select([
      'checkups.id',
      'checkups.first_name',
      'checkups.last_name',
      'checkups.name',
      'checkups.partner_id',
      'partners.first_name as partner_first_name',
      'partners.last_name as partner_last_name',
      'result_openings.ready_at',
    ])
    .where('result_openings.opened_at', 'is', null)
    .where('result_openings.ready_at', '<', before)
    .where('partners.deleted_at', 'is', null)
    .where(isUnseen.sql)
    .orderBy('result_openings.ready_at', 'desc')
    .orderBy('checkups.id', 'desc')
    .limit(limit)
    .execute();

export async function hasCheckup(db: Db, id: string, partnerId?: string): Promise<boolean> {
  const row = await db
    .selectFrom('checkups')
    .select('id')
    .where('id', '=', id)
    .$if(partnerId !== undefined, (query) => query.where('partner_id', '=', partnerId ?? ''))
    .executeTakeFirst();
  return row !== undefined;
}

/** False if it was opened before, or is no result. */
export async function open(tx: Db, id: string, at: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('result_openings')
    .set({ opened_at: at })
    .where('checkup_id', '=', id)
    .where('opened_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export function find(db: Db, checkupId: string) {
  return db
    .selectFrom('result_openings')
    .select(['partner_id', 'ready_at', 'opened_at'])
    .where('checkup_id', '=', checkupId)
    .executeTakeFirst();
}
