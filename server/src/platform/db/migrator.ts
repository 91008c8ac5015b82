import { type Kysely, sql } from 'kysely';
import { isoNow } from '../time.ts';
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
import { jobs } from './migrations/0014-jobs.ts';
import { imaging } from './migrations/0015-imaging.ts';
import { birthDates } from './migrations/0016-birth-dates.ts';
import { annotations } from './migrations/0017-annotations.ts';
import { messages } from './migrations/0018-messages.ts';
import { shares } from './migrations/0019-shares.ts';
import { workQueues } from './migrations/0020-work-queues.ts';
import { auditChain } from './migrations/0021-audit-chain.ts';
import { objectStorage } from './migrations/0022-object-storage.ts';
import { push } from './migrations/0024-push.ts';
import { schedules } from './migrations/0025-schedules.ts';
import { rateLimits } from './migrations/0026-rate-limits.ts';
import { intake } from './migrations/0027-intake.ts';
import { dicomIndex } from './migrations/0028-dicom-index.ts';
import { namedByStudies } from './migrations/0029-named-by-studies.ts';
import { boundedDicomIndex } from './migrations/0030-bounded-dicom-index.ts';
import { programTokens } from './migrations/0031-program-tokens.ts';
import { patientChecks } from './migrations/0032-patient-checks.ts';
import { joinedFiles } from './migrations/0033-joined-files.ts';
import { storedTotals } from './migrations/0038-stored-totals.ts';
import { sharedJobs } from './migrations/0039-shared-jobs.ts';
import { picturesAgain } from './migrations/0040-pictures-again.ts';
import { sharedStudies } from './migrations/0041-shared-studies.ts';
import { fileLocation } from './migrations/0042-file-location.ts';
import { renamedByStudies } from './migrations/0043-renamed-by-studies.ts';
import { undecidedInstances } from './migrations/0044-undecided-instances.ts';
import { languages } from './migrations/0045-languages.ts';
import { patientsAndReferrals } from './migrations/0046-patients-referrals.ts';
import { performedSteps } from './migrations/0047-performed-steps.ts';
import { unlinkedCheckups } from './migrations/0048-unlinked-checkups.ts';
import { unopenedResults } from './migrations/0049-unopened-results.ts';
import { largeLists } from './migrations/0050-large-lists.ts';
import { appointments } from './migrations/0051-appointments.ts';
import { heldTimes } from './migrations/0052-held-times.ts';
import { diagnosticReports } from './migrations/0053-diagnostic-reports.ts';
import { questions } from './migrations/0054-questions.ts';
import { month } from './migrations/0057-month.ts';
import { reading } from './migrations/0058-reading.ts';
import { deposits } from './migrations/0059-deposits.ts';
import { reportMacros } from './migrations/0060-report-macros.ts';
import { sortedLists } from './migrations/0061-sorted-lists.ts';
import { clinicSettings } from './migrations/0062-clinic-settings.ts';
import { passwordResets } from './migrations/0063-password-resets.ts';
import { questionFiles } from './migrations/0066-question-files.ts';
import { localTimes } from './migrations/0068-local-times.ts';
import { assignees } from './migrations/0069-assignees.ts';
import { patientReferralNames } from './migrations/0070-patient-referral-names.ts';
import type { Tables } from './tables.ts';

type Migration = (db: Kysely<Tables>, dialect: DialectName) => Promise<void>;

/** In the order in which they run. A released migration never changes; a correction is a new one. */
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
  ['0014-jobs', jobs],
  ['0015-imaging', imaging],
  ['0016-birth-dates', birthDates],
  ['0017-annotations', annotations],
  ['0018-messages', messages],
  ['0019-shares', shares],
  ['0020-work-queues', workQueues],
  ['0021-audit-chain', auditChain],
  ['0022-object-storage', objectStorage],
  ['0024-push', push],
  ['0025-schedules', schedules],
  ['0026-rate-limits', rateLimits],
  ['0027-intake', intake],
  ['0028-dicom-index', dicomIndex],
  ['0029-named-by-studies', namedByStudies],
  ['0030-bounded-dicom-index', boundedDicomIndex],
  ['0031-program-tokens', programTokens],
  ['0032-patient-checks', patientChecks],
  ['0033-joined-files', joinedFiles],
  ['0038-stored-totals', storedTotals],
  ['0039-shared-jobs', sharedJobs],
  ['0040-pictures-again', picturesAgain],
  ['0041-shared-studies', sharedStudies],
  ['0042-file-location', fileLocation],
  ['0043-renamed-by-studies', renamedByStudies],
  ['0044-undecided-instances', undecidedInstances],
  ['0045-languages', languages],
  ['0046-patients-referrals', patientsAndReferrals],
  ['0047-performed-steps', performedSteps],
  ['0048-unlinked-checkups', unlinkedCheckups],
  ['0049-unopened-results', unopenedResults],
  ['0050-large-lists', largeLists],
  ['0051-appointments', appointments],
  ['0052-held-times', heldTimes],
  ['0053-diagnostic-reports', diagnosticReports],
  ['0054-questions', questions],
  ['0057-month', month],
  ['0058-reading', reading],
  ['0059-deposits', deposits],
  ['0060-report-macros', reportMacros],
  ['0061-sorted-lists', sortedLists],
  ['0062-clinic-settings', clinicSettings],
  ['0063-password-resets', passwordResets],
  ['0066-question-files', questionFiles],
  ['0068-local-times', localTimes],
  ['0069-assignees', assignees],
  ['0070-patient-referral-names', patientReferralNames],
];

/** Key of the advisory lock that starting processes wait for. The number is arbitrary but must never change. */
export const POSTGRES_LOCK = 3_141_592_653;

export interface MigrateOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Runs these migrations only; all of them without it. */
  readonly schema?: readonly string[] | undefined;
  /** Whether this process has the lock already, in another session. */
  readonly isLocked?: boolean | undefined;
}

/**
 * Programs that know this migration may work beside this one: every later migration only adds, with defaults. One that
 * changes or removes what an older program uses must set its own name here, and comes a release later.
 */
const OLDEST_COMPATIBLE = '0026-rate-limits';

/**
 * Updates the schema in one transaction. Processes that start concurrently wait for each other. A database of a newer
 * program is used unchanged, if that program allows it; otherwise throws.
 */
export async function migrate(
  db: Kysely<Tables>,
  dialect: DialectName,
  { now, schema, isLocked = false }: MigrateOptions,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // SQLite needs no lock: its transaction begins as the only writer.
    if (dialect === 'postgres') {
      await sql`set local statement_timeout = 0`.execute(tx);
      if (!isLocked) await sql`select pg_advisory_xact_lock(${sql.lit(POSTGRES_LOCK)})`.execute(tx);
    }
    const columns = 'name text primary key, applied_at text not null';
    await createTable(tx, dialect, { name: 'migrations', columns });
    const done = await sql<{ name: string }>`select name from migrations`.execute(tx);
    const applied = new Set(done.rows.map((row) => row.name));
    const [unknown] = applied.difference(new Set(knownMigrations));
    if (unknown) return assertCompatible(tx, unknown);
    for (const [name, migration] of migrations) {
      if (applied.has(name) || (schema && !schema.includes(name))) continue;
      await migration(tx, dialect);
      const appliedAt = isoNow(now);
      await sql`insert into migrations (name, applied_at) values (${name}, ${appliedAt})`.execute(
        tx,
      );
    }
    await recordCompatibility(tx, dialect);
  });
}

/** Tells older programs whether they may use this database. */
async function recordCompatibility(tx: Kysely<Tables>, dialect: DialectName): Promise<void> {
  await createTable(tx, dialect, { name: 'compatibility', columns: 'oldest text not null' });
  const { rows } = await sql<{ oldest: string }>`select oldest from compatibility`.execute(tx);
  if (rows[0]?.oldest === OLDEST_COMPATIBLE) return;
  await sql`delete from compatibility`.execute(tx);
  await sql`insert into compatibility (oldest) values (${OLDEST_COMPATIBLE})`.execute(tx);
}

async function assertCompatible(tx: Kysely<Tables>, unknown: string): Promise<void> {
  const tables = await tx.introspection.getTables();
  const { rows } = tables.some(({ name }) => name === 'compatibility')
    ? await sql<{ oldest: string }>`select oldest from compatibility`.execute(tx)
    : { rows: [] };
  const oldest = rows[0]?.oldest;
  if (oldest === undefined || !knownMigrations.includes(oldest))
    throw new Error(`the database is of a newer version of this program (${unknown})`);
}

interface OwnTable {
  readonly name: string;
  readonly columns: string;
}

/** Does nothing where the table exists: a database user of its own for the server may not create tables. */
async function createTable(
  tx: Kysely<Tables>,
  dialect: DialectName,
  { name, columns }: OwnTable,
): Promise<void> {
  if (dialect === 'postgres') {
    const { rows } = await sql<{ found: boolean }>`
      select to_regclass(${name}) is not null as found`.execute(tx);
    if (rows[0]?.found) return;
  }
  await sql`create table if not exists ${sql.table(name)} (${sql.raw(columns)})`.execute(tx);
}

/** Names of all migrations of this version, in their order. */
export const knownMigrations: readonly string[] = migrations.map(([name]) => name);
