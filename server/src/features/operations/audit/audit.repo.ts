import type { Insertable } from 'kysely';
import { readContext } from '../../../platform/db/database-context.ts';
import type { Db, Tables } from '../../../platform/db/tables.ts';

export type NewAuditRow = Insertable<Tables['audit']>;

/** Inserts rows and queues them for the sealer, in one transaction. */
export async function insert(db: Db, rows: readonly NewAuditRow[]): Promise<void> {
  if (readContext(db).dialect === 'sqlite') await insertSqlite(db, rows);
  // One round trip.
  else
    await db
      .with('written', (cte) => cte.insertInto('audit').values(rows).returning('id'))
      .insertInto('audit_unsealed')
      .columns(['row_id'])
      .expression((query) => query.selectFrom('written').select('id'))
      .execute();
}

async function insertSqlite(db: Db, rows: readonly NewAuditRow[]): Promise<void> {
  if (!db.isTransaction) return db.transaction().execute((tx) => insertSqlite(tx, rows));
  await db.insertInto('audit').values(rows).execute();
  const queued = rows.map(({ id }) => ({ row_id: id }));
  await db.insertInto('audit_unsealed').values(queued).execute();
}
