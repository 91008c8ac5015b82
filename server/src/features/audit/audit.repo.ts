import type { Insertable } from 'kysely';
import type { Db, Tables } from '../../platform/db/tables.ts';

export type AuditRow = Insertable<Tables['audit']>;

export async function insert(db: Db, rows: readonly AuditRow[]): Promise<void> {
  await db.insertInto('audit').values(rows).execute();
}
