import type { Insertable, Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';

export type AuditRow = Insertable<Tables['audit']>;

export async function insert(db: Kysely<Tables>, rows: readonly AuditRow[]): Promise<void> {
  await db.insertInto('audit').values(rows).execute();
}
