import { sql } from 'kysely';
import { readContext } from '../../../platform/db/database-context.ts';
import type { Db } from '../../../platform/db/tables.ts';
import { DAY, iso } from '../../../platform/time.ts';

/** Rows that have no seal and wait for none. */
const selectForeign = (db: Db) =>
  db
    .selectFrom('audit')
    .select('id')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('audit_seals').select('seq').whereRef('row_id', '=', 'audit.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('audit_unsealed').select('row_id').whereRef('row_id', '=', 'audit.id')),
      ),
    );

/** Ids of rows that this program did not write, except those of the days of an upgrade after `since`. */
export async function listForeign(
  db: Db,
  { limit, upgrade, since }: { limit: number; upgrade: UpgradeTime | undefined; since: string },
): Promise<string[]> {
  let query = selectForeign(db).limit(limit);
  if (upgrade)
    query = query.where((is) =>
      is.or([is('at', '<', upgrade.from), is('at', '>=', upgrade.to), is('at', '<', since)]),
    );
  return (await query.execute()).map(({ id }) => id);
}

/** Milliseconds for which a server of the version before the chain may work beside this one. */
const UPGRADE_DURATION = DAY;

/** The time in which a server of the version before the chain may have written rows. */
export interface UpgradeTime {
  readonly from: string;
  readonly to: string;
}

/** undefined on SQLite, where one process writes. */
export async function findUpgradeTime(db: Db): Promise<UpgradeTime | undefined> {
  if (readContext(db).dialect === 'sqlite') return undefined;
  const { rows } = await sql<{ from: string }>`select applied_at as "from" from migrations
    where name = '0021-audit-chain'`.execute(db);
  const [applied] = rows;
  const to = applied && iso(Date.parse(applied.from) + UPGRADE_DURATION);
  return applied && to ? { from: applied.from, to } : undefined;
}

/** Queues the rows of servers of the version before the chain. */
export async function queueForeign(db: Db, { from, to }: UpgradeTime): Promise<void> {
  await db
    .insertInto('audit_unsealed')
    .columns(['row_id'])
    .expression(selectForeign(db).where('at', '>=', from).where('at', '<', to))
    .onConflict((conflict) => conflict.column('row_id').doNothing())
    .execute();
}
