import { sql } from 'kysely';
import type { Db } from '../../../../platform/db/tables.ts';

/** The number of deletions of a person since an instant (ISO text), and the first of them. */
export async function countByPerson(db: Db, personId: string, since: string) {
  const row = await db
    .selectFrom('checkup_deletions')
    .select(({ fn }) => [
      fn.count<number>('checkup_id').distinct().as('count'),
      fn.min<string | null>('deleted_at').as('first'),
    ])
    .where('deleted_by', '=', personId)
    .where('deleted_at', '>', since)
    .executeTakeFirst();
  return { count: Number(row?.count ?? 0), first: row?.first ?? since };
}

/** The number of all deletions, and of those since an instant (ISO text). */
export async function countAll(db: Db, since: string): Promise<{ all: number; recent: number }> {
  const { rows } = await sql<{ everything: number; recent: number | null }>`
    select count(*) as everything, sum(case when deleted_at > ${since} then 1 else 0 end) as recent
    from checkup_deletions`.execute(db);
  return { all: Number(rows[0]?.everything ?? 0), recent: Number(rows[0]?.recent ?? 0) };
}
