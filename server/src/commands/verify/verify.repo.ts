import { sql } from 'kysely';
import { databaseClock } from '../../platform/db/database-clock.ts';
import type { AnnotationRow, Db } from '../../platform/db/tables.ts';
import { countByKind, findOverdue } from '../../platform/jobs/jobs.repo.ts';

/** Whether the schema has this migration; databases and backups of older versions have not. */
export async function hasMigration(db: Db, name: string): Promise<boolean> {
  const applied = await sql`select 1 from migrations where name = ${name}`.execute(db);
  return applied.rows.length > 0;
}

/** Partners whose figures differ from the sum of their ledger. */
export async function findUnbalanced(db: Db) {
  const { rows } = await sql<{ id: string; balance: number; booked: number }>`
    select id, balance, booked from (
      select id, balance_qepik as balance, sended_patients_count as patients,
        (select coalesce(sum(amount_qepik), 0) from ledger where partner_id = partners.id) as booked,
        (select coalesce(sum(patients_amount), 0) from ledger where partner_id = partners.id) as counted
      from partners) as figures
    where balance <> booked or patients <> counted`.execute(db);
  return rows;
}

/** All second factors; empty for a database of an older version. */
export async function listSecondFactors(db: Db) {
  if (!(await hasMigration(db, '0008-staff-roles-second-factors'))) return [];
  return db
    .selectFrom('second_factors')
    .select(['role', 'person_id', 'secret'])
    .where('secret', 'is not', null)
    .execute();
}

/** All jobs by state, and those due for more than `age` milliseconds; undefined for an older version. */
export async function inspectJobs(db: Db, { now, age }: { now: () => number; age: number }) {
  if (!(await hasMigration(db, '0014-jobs'))) return undefined;
  const clock = databaseClock(db, now);
  return { counts: await countByKind(db, clock), overdue: await findOverdue(db, clock, age) };
}

/** Rows per statement. */
const BATCH_SIZE = 1_000;

/** All annotations, with whether their file exists, is deleted, or waits for its removal; none for an older version. */
export async function* readAnnotations(db: Db) {
  if (!(await hasMigration(db, '0017-annotations'))) return;
  const hasIntake = await hasMigration(db, '0027-intake');
  const hasReferrals = await hasMigration(db, '0046-patients-referrals');
  for (let last = ''; ; ) {
    const { rows } = await sql<
      Pick<AnnotationRow, 'id' | 'client_id' | 'file_id' | 'content'> & {
        has_file: boolean | 0 | 1;
      }
    >`select id, client_id, file_id, content,
      exists (select 1 from checkup_files where checkup_files.id = file_id)
        or exists (select 1 from deleted_files where deleted_files.id = file_id)
        ${hasIntake ? sql`or exists (select 1 from intake_files where intake_files.id = file_id)` : sql``}
        ${hasReferrals ? sql`or exists (select 1 from referral_files where referral_files.id = file_id)` : sql``}
        or exists (select 1 from removed_files where removed_files.id = file_id) as has_file
      from annotations where id > ${last} order by id limit ${sql.lit(BATCH_SIZE)}`.execute(db);
    yield* rows;
    if (rows.length < BATCH_SIZE) return;
    last = rows.at(-1)?.id ?? last;
  }
}

/** Shares that are not as the program leaves them; undefined for an older version. */
export async function inspectShares(db: Db) {
  if (!(await hasMigration(db, '0019-shares'))) return undefined;
  const { rows } = await sql<{ count: number }>`select count(*) as count from shares`.execute(db);
  const foreign = await sql<{ id: string }>`select shares.id from shares
    left join checkups on checkups.id = live_checkup_id
    where live_checkup_id is not null
      and (checkups.id is null or checkups.partner_id <> shares.partner_id
        or live_checkup_id <> checkup_id)
    union select share_id from share_files
    join shares on shares.id = share_id
    left join checkup_files on checkup_files.id = file_id
    where checkup_files.id is null or checkup_files.checkup_id <> shares.checkup_id`.execute(db);
  return { count: Number(rows[0]?.count), foreign: foreign.rows.map(({ id }) => id) };
}

export async function countPartners(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from partners`.execute(db);
  return Number(rows[0]?.count);
}

export async function countSessions(db: Db, at: string) {
  const { rows } = await sql<{ count: number; over: number | null }>`
    select count(*) as count, sum(case when expires_at <= ${at} then 1 else 0 end) as over
    from sessions`.execute(db);
  return { count: Number(rows[0]?.count), over: Number(rows[0]?.over ?? 0) };
}

/** Browsers that get the push messages of partners, and those of partners who were deleted; none before 0018. */
export async function inspectDevices(db: Db) {
  const applied = await sql`select 1 from migrations where name = '0018-messages'`.execute(db);
  if (applied.rows.length === 0) return { count: 0, foreign: [] };
  const { rows } = await sql<{ id: string; is_foreign: boolean | 0 | 1 }>`
    select push_subscriptions.id, partners.deleted_at is not null as is_foreign
    from push_subscriptions join partners on partners.id = partner_id`.execute(db);
  return { count: rows.length, foreign: rows.filter((row) => row.is_foreign).map(({ id }) => id) };
}

/** When the oldest checkup was created. */
export async function findFirstCheckup(db: Db): Promise<string | undefined> {
  const first = db.selectFrom('checkups').select('created_at').orderBy('seq').limit(1);
  return (await first.executeTakeFirst())?.created_at;
}

/** The ids that have a row; for files also in deleted checkups and in studies of machines. */
export async function findExisting(
  db: Db,
  table: 'checkup_files' | 'pictures',
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom(table).select('id').where('id', 'in', ids).execute();
  const deleted =
    table === 'pictures'
      ? []
      : await db.selectFrom('deleted_files').select('id').where('id', 'in', ids).execute();
  const received = table === 'pictures' ? [] : await findReceived(db, ids);
  const attached = table === 'pictures' ? [] : await findAttached(db, ids);
  return new Set([...rows, ...deleted, ...received, ...attached].map(({ id }) => id));
}

async function findAttached(db: Db, ids: readonly string[]): Promise<{ id: string }[]> {
  if (!(await hasMigration(db, '0046-patients-referrals'))) return [];
  const ofReferrals = db.selectFrom('referral_files').select('id').where('id', 'in', ids);
  if (!(await hasMigration(db, '0066-question-files'))) return ofReferrals.execute();
  return ofReferrals
    .union((from) => from.selectFrom('question_files').select('id').where('id', 'in', ids))
    .execute();
}

async function findReceived(db: Db, ids: readonly string[]): Promise<{ id: string }[]> {
  if (!(await hasMigration(db, '0027-intake'))) return [];
  const instances = db.selectFrom('intake_instances').select('id').where('file_id', 'is', null);
  return [
    ...(await db.selectFrom('intake_files').select('id').where('id', 'in', ids).execute()),
    ...(await instances.where('id', 'in', ids).execute()),
  ];
}

/** Studies by state, and what is wrong with unassigned ones; undefined for an older version. */
export async function inspectStudies(db: Db) {
  if (!(await hasMigration(db, '0027-intake'))) return undefined;
  const { rows: counts } = await sql<{ state: string; count: number }>`
    select state, count(*) as count from intake_studies group by state order by state`.execute(db);
  const { rows: failed } = await sql<{ id: string }>`
    select id from intake_studies where failed_at is not null`.execute(db);
  const { rows: lost } = await sql<{ id: string; study_id: string }>`
    select intake_instances.id, study_id from intake_instances
      join intake_studies on intake_studies.id = study_id
    where checkup_id is null and file_id is not null
      and not exists (select 1 from intake_files where intake_files.id = file_id)`.execute(db);
  return { counts, failed, lost };
}

export async function findUnusedPictures(db: Db): Promise<string[]> {
  // Versions of the settings name their pictures in JSON.
  const isOfSettings = (await hasMigration(db, '0062-clinic-settings'))
    ? sql`exists (select 1 from clinic_settings where settings like '%' || pictures.id || '.webp%')`
    : sql`1 = 0`;
  const { rows } = await sql<{ id: string }>`select id from pictures
    where id not in (select picture_id from clinics)
      and id not in (select picture_id from partner_cards)
      and id not in (select picture_id from partner_card_images)
      and not ${isOfSettings}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function findPasswordHash(db: Db, usernameKey: string): Promise<string | undefined> {
  const admin = db
    .selectFrom('admins')
    .select('password_hash')
    .where('username_key', '=', usernameKey);
  return (await admin.executeTakeFirst())?.password_hash;
}
