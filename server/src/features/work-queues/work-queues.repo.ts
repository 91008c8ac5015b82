import type { WorkQueue } from '@deqiq/contract/work-queues.ts';
import type { Selectable } from 'kysely';
import type { Db, Tables, WorkQueueTable } from '../../platform/db/tables.ts';

/** The table of each queue. */
export const queueTables: Readonly<Record<WorkQueue, WorkQueueTable>> = {
  reservations: 'reservation_applications',
  partners: 'partner_applications',
  contacts: 'contact_messages',
  reports: 'reports',
};

const columns = ['status', 'note', 'handled_by', 'handled_at', 'version'] as const;

export type ProgressRow = Pick<Selectable<Tables['reports']>, (typeof columns)[number]>;

export function find(db: Db, queue: WorkQueue, id: string): Promise<ProgressRow | undefined> {
  return db.selectFrom(queueTables[queue]).select(columns).where('id', '=', id).executeTakeFirst();
}

/** False if the entry has another version, or is gone. */
export async function advance(
  tx: Db,
  queue: WorkQueue,
  { id, version }: { readonly id: string; readonly version: number },
  row: ProgressRow,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable(queueTables[queue])
    .set(row)
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function findUsername(db: Db, adminId: string): Promise<string> {
  const admin = db.selectFrom('admins').select('username').where('id', '=', adminId);
  return (await admin.executeTakeFirst())?.username ?? '';
}
