import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';
import { columnTypes, ownerIndex } from './parts.ts';

/** The person responsible for a referral; one whose account is removed leaves it to the others. */
export async function assignees(db: Kysely<Tables>, dialect: DialectName): Promise<void> {
  const { text } = columnTypes[dialect];
  const statements = [
    `alter table referrals add column assignee_id ${text} references admins (id) on delete set null`,
    ...ownerIndex(dialect, 'referrals', 'assignee_id'),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
