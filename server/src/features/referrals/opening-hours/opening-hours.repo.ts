import type { Db } from '../../../platform/db/tables.ts';

/** Of the only row. */
export const ID = 'hours';

export async function find(db: Db): Promise<string | undefined> {
  const row = db.selectFrom('opening_hours').select('hours').where('id', '=', ID);
  return (await row.executeTakeFirst())?.hours;
}

export async function replace(tx: Db, hours: string): Promise<void> {
  await tx
    .insertInto('opening_hours')
    .values({ id: ID, hours })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ hours }))
    .execute();
}
