import type { Db, ReportKeyRow } from '../../../../platform/db/tables.ts';

export const findCurrent = (db: Db): Promise<ReportKeyRow | undefined> =>
  db.selectFrom('report_keys').selectAll().where('retired_at', 'is', null).executeTakeFirst();

/** Newest first. */
export const list = (db: Db) =>
  db
    .selectFrom('report_keys')
    .select(['id', 'algorithm', 'public_key', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** Does nothing where another node has inserted its key. */
export async function insert(db: Db, row: ReportKeyRow): Promise<void> {
  await db
    .insertInto('report_keys')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function retire(db: Db, id: string, at: string): Promise<void> {
  await db.updateTable('report_keys').set({ retired_at: at }).where('id', '=', id).execute();
}
