import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import type { NamesTable } from '../../platform/db/lists/row-filter.ts';
import type { Db, TableName } from '../../platform/db/tables.ts';
import { isUnavailable } from '../../platform/errors.ts';

const personalTables: readonly TableName[] = [
  'partners',
  'sessions',
  'session_activity',
  'known_devices',
  'checkups',
  'checkup_files',
  'checkup_deletions',
  'deleted_files',
  'removed_files',
  'file_objects',
  'labs',
  'reports',
  'reservation_applications',
  'partner_applications',
  'contact_messages',
  'clinics',
  'partner_cards',
  'upload_claims',
  'audit',
  'jobs',
  'file_imaging',
  'dicom_headers',
  'dicom_series',
  'dicom_instances',
  'annotations',
  'push_subscriptions',
  'shares',
  'share_files',
  'share_visits',
  'intake_studies',
  'intake_files',
  'intake_instances',
  'patients',
  'referrals',
  'referral_history',
  'referral_files',
  'question_files',
];

/** Counts of names, which only PostgreSQL has. */
const namesTables: readonly NamesTable[] = ['checkup_names', 'patient_names', 'referral_names'];

/** Up to this size in bytes SQLite vacuums in memory, otherwise in a temporary file. */
const MAX_IN_MEMORY = 256_000_000;

/** Retries while the server uses the database, and milliseconds between them. */
const MAX_RETRIES = 30;
const RETRY_DELAY = 500;

/**
 * Removes remains of rows: free pages, WAL, search indexes, dead rows, and names among the statistics of PostgreSQL. A
 * running server waits until it is done.
 */
export async function removeTraces({ db, dialect }: Database): Promise<void> {
  if (dialect === 'sqlite') return rewriteSqlite(db);
  for (const table of [...personalTables, ...namesTables])
    await sql`vacuum (analyze) ${sql.table(table)}`.execute(db);
}

/** Call before the first change: SQLite then overwrites the pages it frees. */
export async function enableSecureDelete({ db, dialect }: Database): Promise<void> {
  if (dialect === 'sqlite') await sql`pragma secure_delete = on`.execute(db);
}

async function rewriteSqlite(db: Db): Promise<void> {
  // Only merging all segments removes the words of deleted rows from an index.
  for (const { name } of (await searchIndexes(db)).rows) {
    const index = sql.table(name);
    await retryWhileBusy(() =>
      sql`insert into ${index} (${index}) values ('optimize')`.execute(db).then(() => true),
    );
  }
  const size = await sql<{ bytes: number }>`select page_count * page_size as bytes
    from pragma_page_count, pragma_page_size`.execute(db);
  const store = (size.rows[0]?.bytes ?? 0) < MAX_IN_MEMORY ? 'memory' : 'file';
  await sql`pragma temp_store = ${sql.raw(store)}`.execute(db);
  await retryWhileBusy(() => sql`vacuum`.execute(db).then(() => true));
  // The WAL contains old pages until it is truncated.
  await retryWhileBusy(async () => {
    const done = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
    return done.rows[0]?.busy === 0;
  });
}

const searchIndexes = (db: Db) =>
  sql<{ name: string }>`select name from sqlite_schema
    where type = 'table' and sql like 'create virtual table%using fts5%'`.execute(db);

/** Retries while the server holds a lock; each of its transactions is short. */
async function retryWhileBusy(work: () => Promise<boolean>): Promise<void> {
  for (let left = MAX_RETRIES; ; left -= 1) {
    const done = await work().catch((error: unknown) => {
      if (left > 0 && isUnavailable(error)) return false;
      throw error;
    });
    if (done) return;
    if (left === 0) throw new Error('the database stayed locked');
    await pause(RETRY_DELAY);
  }
}
