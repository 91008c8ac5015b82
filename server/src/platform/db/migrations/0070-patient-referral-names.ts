import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';
import { nameCounts } from './parts.ts';

/** How many patients and referrals each name has, as checkups since 0005. */
export async function patientReferralNames(
  db: Kysely<Tables>,
  dialect: DialectName,
): Promise<void> {
  // A server of the release before writes referrals before patients: neither waits for the other.
  if (dialect === 'postgres')
    await sql`lock table referrals, patients in share row exclusive mode`.execute(db);
  const statements = ['patient', 'referral'].flatMap((row) =>
    nameCounts(dialect, {
      table: `${row}s`,
      names: `${row}_names`,
      functions: { count: `count_${row}_names`, clear: `clear_${row}_names` },
    }),
  );
  for (const statement of statements) await sql.raw(statement).execute(db);
}
