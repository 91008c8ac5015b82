import { type Kysely, sql } from 'kysely';
import type { DialectName } from './database-context.ts';
import { start } from './migrations/0001-start.ts';
import { picturesClinicsCards } from './migrations/0002-pictures-clinics-cards.ts';
import { ledgerPaymentsReports } from './migrations/0003-ledger-payments-reports.ts';
import { applicationsAndLabs } from './migrations/0004-applications-labs.ts';
import { checkupNames } from './migrations/0005-checkup-names.ts';
import { deletions } from './migrations/0006-deletions.ts';
import { signIn } from './migrations/0007-sign-in.ts';
import { staffRolesSecondFactors } from './migrations/0008-staff-roles-second-factors.ts';
import { decoderAttempts } from './migrations/0009-decoder-attempts.ts';
import { partnerQuotas } from './migrations/0010-partner-quotas.ts';
import { appendOnly } from './migrations/0011-append-only.ts';
import { listFilters } from './migrations/0013-list-filters.ts';
import type { Tables } from './tables.ts';

type Migration = (db: Kysely<Tables>, dialect: DialectName) => Promise<void>;

/** In the order in which they run. A released one never changes; a change is a new one. */
const migrations: readonly (readonly [name: string, migrate: Migration])[] = [
  ['0001-start', start],
  ['0002-pictures-clinics-cards', picturesClinicsCards],
  ['0003-ledger-payments-reports', ledgerPaymentsReports],
  ['0004-applications-labs', applicationsAndLabs],
  ['0005-checkup-names', checkupNames],
  ['0006-deletions', deletions],
  ['0007-sign-in', signIn],
  ['0008-staff-roles-second-factors', staffRolesSecondFactors],
  ['0009-decoder-attempts', decoderAttempts],
  ['0010-partner-quotas', partnerQuotas],
  ['0011-append-only', appendOnly],
  ['0013-list-filters', listFilters],
];

/** Any number, as long as it is always this one: what processes that start at once queue up for. */
const POSTGRES_LOCK = 3_141_592_653;

/**
 * Brings the schema up to date, all of it or nothing, one process at a time. `wanted`: only to what these
 * migrations make of it.
 */
export async function migrate(
  db: Kysely<Tables>,
  dialect: DialectName,
  wanted?: readonly string[],
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // SQLite needs no more than its transaction, which begins as the only writer.
    if (dialect === 'postgres') {
      await sql`set local statement_timeout = 0`.execute(tx);
      await sql`select pg_advisory_xact_lock(${sql.lit(POSTGRES_LOCK)})`.execute(tx);
    }
    await sql`create table if not exists migrations (
      name text primary key, applied_at text not null)`.execute(tx);
    const done = await sql<{ name: string }>`select name from migrations`.execute(tx);
    const applied = new Set(done.rows.map((row) => row.name));
    for (const [name, migration] of migrations) {
      if (applied.delete(name) || (wanted && !wanted.includes(name))) continue;
      await migration(tx, dialect);
      const now = new Date().toISOString();
      await sql`insert into migrations (name, applied_at) values (${name}, ${now})`.execute(tx);
    }
    const [unknown] = applied;
    if (unknown) throw new Error(`the database is of a newer version of this program (${unknown})`);
  });
}

/** The migrations this program knows, in their order. */
export const knownMigrations: readonly string[] = migrations.map(([name]) => name);
