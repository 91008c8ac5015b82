import type { Db } from '../../platform/db/tables.ts';

/** SQLite returns 0 or 1. */
export async function wantsEmail(db: Db, partnerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('notification_settings')
    .select('email')
    .where('partner_id', '=', partnerId)
    .executeTakeFirst();
  return row?.email !== 0;
}

export async function setEmail(tx: Db, partnerId: string, isOn: boolean): Promise<void> {
  const email = isOn ? 1 : 0;
  await tx
    .insertInto('notification_settings')
    .values({ partner_id: partnerId, email, push: 1 })
    .onConflict((conflict) => conflict.column('partner_id').doUpdateSet({ email }))
    .execute();
}
