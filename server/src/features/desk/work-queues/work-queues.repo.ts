import type { Counters, WorkQueue } from '@deqiq/contract/desk/work-queues.ts';
import { type Selectable, sql } from 'kysely';
import { waitsForReport } from '../../../platform/db/tables/reports.ts';
import type { Db, Tables, WorkQueueTable } from '../../../platform/db/tables.ts';

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

/** False if the entry has another version or was deleted. */
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

/** The tables that countWaiting reads; who signs or withdraws a report locks its row of `checkups`. */
export const countedTables = [
  ...Object.values(queueTables),
  'payments',
  'checkups',
  'checkup_files',
  'intake_studies',
  'referrals',
  'checkup_questions',
] as const;

/** Counts the entries that wait for staff, in one statement; each part reads an index by status. */
export async function countWaiting(db: Db): Promise<Counters> {
  const { rows } = await sql<Counters>`select
    (select count(*) from reservation_applications where status = 'new') as reservations,
    (select count(*) from partner_applications where status = 'new') as partners,
    (select count(*) from contact_messages where status = 'new') as contacts,
    (select count(*) from reports where status = 'new') as reports,
    (select count(*) from payments where status = 'pending') as payments,
    (select count(*) from checkups where status = 'pending' and (not exists (
        select 1 from checkup_files where checkup_id = checkups.id and kind = 'xray')
      or exists (
        select 1 from checkup_files where checkup_id = checkups.id and patient_check = 'different')
    )) as checkups,
    (select count(*) from intake_studies where state = 'waiting') as intake,
    (select count(*) from referrals where status = 'sent') as referrals,
    (select count(*) from checkup_questions
      join checkups on checkups.id = checkup_questions.checkup_id
      where author_role = 'partner' and read_at is null) as questions,
    (select count(*) from referrals
      join checkups on checkups.id = referrals.checkup_id
      where ${waitsForReport}) as reading
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a query of counts returned no row');
  return row;
}
