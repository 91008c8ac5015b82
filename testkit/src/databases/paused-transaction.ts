import { sql } from 'kysely';
import type { Db } from '../../../server/src/platform/db/tables.ts';
import { untilTrue } from '../jobs/queues.ts';

/** A transaction that has done its work. `commit` ends it. */
export async function pauseTransaction(
  db: Db,
  work: (tx: Db) => Promise<unknown>,
): Promise<{ commit: () => Promise<void> }> {
  const worked = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const transaction = db.transaction().execute(async (tx) => {
    await work(tx);
    worked.resolve();
    await end.promise;
  });
  await Promise.race([worked.promise, transaction]);
  return {
    commit: async () => {
      end.resolve();
      await transaction;
    },
  };
}

/** Resolves when this many connections wait for locks. On SQLite, whose transactions run one after another, at once. */
export async function untilBlocked(db: Db, count = 1): Promise<void> {
  if (process.env.TEST_DATABASE !== 'postgres') return;
  await untilTrue(async () => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows.length >= count;
  });
}
