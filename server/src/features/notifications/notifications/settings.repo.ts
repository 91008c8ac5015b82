import type { Db } from '../../../platform/db/tables.ts';

/** The channels that a partner wants; both without a row. */
export async function find(db: Db, partnerId: string): Promise<{ email: boolean; push: boolean }> {
  const row = await db
    .selectFrom('notification_settings')
    .select(['email', 'push'])
    .where('partner_id', '=', partnerId)
    .executeTakeFirst();
  return { email: row?.email !== 0, push: row?.push !== 0 };
}

/** Changes one or both; the other keeps its value. */
export async function set(
  tx: Db,
  partnerId: string,
  wanted: { readonly email?: boolean | undefined; readonly push?: boolean | undefined },
): Promise<void> {
  const changes = {
    ...(wanted.email !== undefined && { email: toBit(wanted.email) }),
    ...(wanted.push !== undefined && { push: toBit(wanted.push) }),
  };
  await tx
    .insertInto('notification_settings')
    .values({ partner_id: partnerId, email: 1, push: 1, ...changes })
    .onConflict((conflict) => conflict.column('partner_id').doUpdateSet(changes))
    .execute();
}

const toBit = (value: boolean): 0 | 1 => (value ? 1 : 0);
