import { type Kysely, sql } from 'kysely';
import { iso, toLocalTime } from '../../time.ts';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';
import { columnTypes } from './parts.ts';

/** Coming appointments know their hour on the clock, which stays where the rules of the time zone change. */
export async function localTimes(db: Kysely<Tables>, dialect: DialectName): Promise<void> {
  const { text } = columnTypes[dialect];
  await sql.raw(`alter table appointments add column local_start ${text}`).execute(db);
  // Those that have begun stay where they are.
  const rows = await db
    .selectFrom('appointments')
    .select(['id', 'starts_at'])
    .where('starts_at', '>', iso(Date.now()))
    .execute();
  for (const { id, starts_at } of rows)
    await db
      .updateTable('appointments')
      .set({ local_start: toLocalTime(starts_at) })
      .where('id', '=', id)
      .execute();
}
