import type { Db } from '../../../../platform/db/tables.ts';
import { lockCheckup } from './deletions.repo.ts';

/** In a transaction: locks a shipment of the partner; false unless it is still pending without X-rays. */
export async function lockWaitingShipment(tx: Db, partnerId: string, id: string): Promise<boolean> {
  // After waiting for a lock PostgreSQL reads the row again, but not the files.
  await lockCheckup(tx, id);
  const { numUpdatedRows } = await tx
    .updateTable('checkups')
    .set({ id })
    .where('id', '=', id)
    .where('partner_id', '=', partnerId)
    .where('status', '=', 'pending')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('checkup_files')
            .select('checkup_files.id')
            .whereRef('checkup_files.checkup_id', '=', 'checkups.id')
            .where('kind', '=', 'xray'),
        ),
      ),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function belongsToPartner(db: Db, partnerId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('checkups')
    .select('id')
    .where('id', '=', id)
    .where('partner_id', '=', partnerId)
    .executeTakeFirst();
  return row !== undefined;
}
