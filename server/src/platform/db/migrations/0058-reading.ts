import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';
import { columnTypes, notifyTrigger } from './parts.ts';

/** Examinations to be read: who has taken one, and an index of those that wait; an index of open questions. */
export async function reading(db: Kysely<Tables>, dialect: DialectName): Promise<void> {
  const { text, end } = columnTypes[dialect];
  const statements = [
    `create table readings (
      checkup_id ${text} primary key references checkups (id) on delete cascade,
      reader_id ${text} not null references admins (id) on delete cascade,
      taken_at ${text} not null
    )${end}`,
    `create index referrals_to_read on referrals (checkup_id)
      where status = 'examined' and report_wanted = 1`,
    `create index checkup_questions_open on checkup_questions (partner_id)
      where author_role = 'partner' and answered_at is null`,
    ...notifyTrigger(dialect, 'readings'),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
