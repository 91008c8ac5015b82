import type { Insertable } from 'kysely';
import type { Db, Tables } from '../../platform/db/tables.ts';

/** Inserts the result unless it was ready before. */
export async function insert(tx: Db, result: Insertable<Tables['result_openings']>): Promise<void> {
  await tx
    .insertInto('result_openings')
    .values(result)
    .onConflict((conflict) => conflict.column('checkup_id').doNothing())
    .execute();
}
