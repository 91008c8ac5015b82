import { sql } from 'kysely';
import type { Db } from '../../../platform/db/tables.ts';

/** Unread questions of staff in the partner's checkups. */
export async function countUnread(db: Db, partnerId: string): Promise<number> {
  const row = await db
    .selectFrom('checkup_questions')
    .innerJoin('checkups', 'checkups.id', 'checkup_questions.checkup_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('checkup_questions.partner_id', '=', partnerId)
    .where('author_role', '=', 'staff')
    .where('read_at', 'is', null)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** The partner's checkups with unread answers or a question that waits for one, those with the newest first. */
export const listConversations = (db: Db, partnerId: string, limit: number) =>
  db
    .selectFrom('checkup_questions as question')
    .innerJoin('checkups', 'checkups.id', 'question.checkup_id')
    .select([
      'question.checkup_id',
      sql<number>`sum(case when question.author_role = 'staff' then 1 else 0 end)`.as('unread'),
      sql<number>`sum(case when question.author_role = 'partner' then 1 else 0 end)`.as('open'),
    ])
    .where('question.partner_id', '=', partnerId)
    // Literals, so that the partial indexes serve the query.
    .where(
      sql<boolean>`((question.author_role = 'staff' and question.read_at is null)
        or (question.author_role = 'partner' and question.answered_at is null))`,
    )
    .groupBy('question.checkup_id')
    .orderBy(sql`max(question.id)`, 'desc')
    .limit(limit)
    .execute();
